//! The twelve packages: versions in the middle of the range of SWE-bench Verified, each wheel pinned by digest.

/// A pinned package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pinned {
    /// Name, as the index spells it.
    pub name: &'static str,
    /// Version.
    pub version: &'static str,
    /// How many of the 500 instances of SWE-bench Verified are of its repository: its weight in sampling.
    pub instances: usize,
    /// Licence, as the wheel's metadata state it.
    pub licence: &'static str,
    /// File name of the wheel.
    pub wheel: &'static str,
    /// SHA-256 of the wheel.
    pub sha256: &'static str,
}

/// The packages, most instances first.
pub const PACKAGES: [Pinned; 12] = [
    Pinned {
        name: "Django",
        version: "4.0",
        instances: 231,
        licence: "BSD-3-Clause",
        wheel: "Django-4.0-py3-none-any.whl",
        sha256: "59304646ebc6a77b9b6a59adc67d51ecb03c5e3d63ed1f14c909cdfda84e8010",
    },
    Pinned {
        name: "sympy",
        version: "1.8",
        instances: 75,
        licence: "BSD",
        wheel: "sympy-1.8-py3-none-any.whl",
        sha256: "3b0b3776e357f789951bb14776c6a841f931680f20d5f8fe55977885657c9b7a",
    },
    Pinned {
        name: "Sphinx",
        version: "4.0.0",
        instances: 44,
        licence: "BSD",
        wheel: "Sphinx-4.0.0-py3-none-any.whl",
        sha256: "904e02cd0f84bed5d3748358c228ae3df3ad725b9e6cdc2166e17b309ed2e1fa",
    },
    Pinned {
        name: "matplotlib",
        version: "3.5.0",
        instances: 34,
        licence: "PSF",
        wheel: "matplotlib-3.5.0-cp38-cp38-manylinux_2_5_x86_64.manylinux1_x86_64.whl",
        sha256: "2089b9014792dcc87bb1d620cde847913338abf7d957ef05587382b0cb76d44e",
    },
    Pinned {
        name: "scikit-learn",
        version: "1.0",
        instances: 32,
        licence: "new BSD",
        wheel: "scikit_learn-1.0-cp38-cp38-manylinux_2_12_x86_64.manylinux2010_x86_64.whl",
        sha256: "f8aecb3edc443e5625725ae1ef8f500fa78ce7cb0e864115864bb9f234d18290",
    },
    Pinned {
        name: "astropy",
        version: "4.3",
        instances: 22,
        licence: "BSD-3-Clause",
        wheel: "astropy-4.3-cp38-cp38-manylinux_2_12_x86_64.manylinux2010_x86_64.whl",
        sha256: "2361972fc3bef5e37f9f8d3237634511428e93f17d42fbd13ee965689bd47350",
    },
    Pinned {
        name: "xarray",
        version: "0.18.0",
        instances: 22,
        licence: "Apache-2.0",
        wheel: "xarray-0.18.0-py3-none-any.whl",
        sha256: "c5b665d18fabb4071312619e975094a20a0f280d45fbf6a7a403634cdc33ccef",
    },
    Pinned {
        name: "pytest",
        version: "6.0.0",
        instances: 19,
        licence: "MIT",
        wheel: "pytest-6.0.0-py3-none-any.whl",
        sha256: "869ec27f9b89964ccfe4fbdd5ccb8d3f285aaa3e9aa16a8491b9c8829148c230",
    },
    Pinned {
        name: "pylint",
        version: "2.13.0",
        instances: 10,
        licence: "GPL-2.0-or-later",
        wheel: "pylint-2.13.0-py3-none-any.whl",
        sha256: "ea1692d409487a93cdcc015ddf2fd92f2367fb1193d46ece76df98b6fefc0dda",
    },
    Pinned {
        name: "requests",
        version: "2.27.0",
        instances: 8,
        licence: "Apache-2.0",
        wheel: "requests-2.27.0-py2.py3-none-any.whl",
        sha256: "f71a09d7feba4a6b64ffd8e9d9bc60f9bf7d7e19fd0e04362acb1cfc2e3d98df",
    },
    Pinned {
        name: "seaborn",
        version: "0.12.0",
        instances: 2,
        licence: "BSD-3-Clause",
        wheel: "seaborn-0.12.0-py3-none-any.whl",
        sha256: "cbeff3deef7c2515aa0af99b2c7e02dc5bf8b42c936a74d8e4b416905b549db0",
    },
    Pinned {
        name: "Flask",
        version: "2.1.0",
        instances: 1,
        licence: "BSD-3-Clause",
        wheel: "Flask-2.1.0-py3-none-any.whl",
        sha256: "e4c69910f6a096cc57e4ee45b7ba9afafdcad4cc571db6eb97d5bd01b95422ea",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_the_500_instances_and_digests_are_whole() {
        assert_eq!(PACKAGES.iter().map(|package| package.instances).sum::<usize>(), 500);
        assert!(PACKAGES.iter().all(|package| package.sha256.len() == 64));
    }
}
