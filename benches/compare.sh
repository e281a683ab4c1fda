#!/bin/sh
# Times codeshot beside its peers on one input in one run, and prints ratios.
#
#   benches/compare.sh [FILE] [ROUNDS]
#
# Processor time is user + system, the least of ROUNDS (default 5); peak memory and bytes written are of the last round.
# Peers are used as they are found on PATH: silicon, codesnap (codesnap-cli), pygmentize. What they draw differs
# (`benches/README.md`). Needs GNU time; codeshot is built first, unless CODESHOT names a binary.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
input=${1:-$root/src/engine.rs}
rounds=${2:-5}
if [ -z "${CODESHOT:-}" ]; then
    cargo build --quiet --release --manifest-path "$root/Cargo.toml"
    CODESHOT=$root/target/release/codeshot
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A program that reads the file and ends: the floor that the machine sets.
cat >"$work/trivial.rs" <<'RUST'
fn main() {
    let path = std::env::args_os().nth(1).expect("a file");
    std::process::exit(i32::from(std::fs::read(path).expect("it reads").is_empty()));
}
RUST
rustc -O -o "$work/trivial" "$work/trivial.rs"

# measure NAME COMMAND...: appends "NAME seconds KiB bytes" to the results; output goes to $work/out.
measure() {
    name=$1
    shift
    best=
    for _ in $(seq "$rounds"); do
        rm -rf "$work/out"
        mkdir "$work/out"
        /usr/bin/time -v -o "$work/time" "$@" >/dev/null 2>&1 || { echo "$name failed" >&2; return 0; }
        seconds=$(awk -F': ' '/User time|System time/ { sum += $2 } END { print sum }' "$work/time")
        best=$(printf '%s\n' "$seconds" ${best:+"$best"} | sort -g | head -n 1)
    done
    memory=$(awk -F': ' '/Maximum resident/ { print $2 }' "$work/time")
    bytes=$(find "$work/out" -type f -exec cat {} + | wc -c)
    echo "$name $best $memory $bytes" >>"$work/results"
}

# many TIMES NAME COMMAND...: GNU time counts in hundredths of a second, so what is short is run TIMES over.
many() {
    times=$1
    name=$2
    shift 2
    printf '#!/bin/sh\nfor _ in $(seq %s); do "$@"; done\n' "$times" >"$work/repeat"
    chmod +x "$work/repeat"
    measure "$name/$times" "$work/repeat" "$@"
}

many 100 trivial "$work/trivial" "$input"
many 20 codeshot "$CODESHOT" render "$input" -o "$work/out"
many 20 codeshot-plain "$CODESHOT" render "$input" --highlight off -o "$work/out"
if command -v pygmentize >/dev/null; then measure pygmentize/1 pygmentize -f png -o "$work/out/page.png" "$input"; fi
if command -v silicon >/dev/null; then measure silicon/1 silicon "$input" -o "$work/out/page.png"; fi
if command -v codesnap >/dev/null; then measure codesnap/1 codesnap -f "$input" -o "$work/out/page.png"; fi

awk -v lines="$(wc -l <"$input")" '
    BEGIN { printf "%d lines; each figure also as a multiple of codeshot'"'"'s\n", lines
            printf "%-16s %12s %8s %10s %8s %12s %8s\n", "program", "time ms", "x", "peak KiB", "x", "PNG bytes", "x" }
    { split($1, part, "/"); name[NR] = part[1]; ms[NR] = $2 * 1000 / part[2]; kib[NR] = $3; bytes[NR] = $4
      if (part[1] == "codeshot") base = NR }
    END { for (i = 1; i <= NR; i++) printf "%-16s %12.2f %8.2f %10d %8.2f %12d %8.2f\n", name[i], ms[i], \
          ms[i] / (ms[base] > 0 ? ms[base] : 1), kib[i], kib[i] / kib[base], bytes[i], bytes[i] / bytes[base] }
' "$work/results"
