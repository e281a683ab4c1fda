//! The classifier against recorded commands, each exact read run for real in a fixture repository.

#[path = "observe/bench.rs"]
mod bench;

use bench::{Fixture, Score, rows};

#[test]
fn recorded_commands_are_classified_and_their_windows_found() {
    let fixture = Fixture::new();
    let score = Score::of(&fixture, &rows(include_str!("observe/commands.jsonl")));
    #[expect(clippy::print_stderr, reason = "the figures of the report; shown with --nocapture")]
    {
        eprintln!("{score}");
    }
    assert!(score.strict_permille() >= 950, "{score}");
    assert!(score.lenient_permille() >= 980, "{score}");
    assert!(score.ranges_permille() >= 950, "{score}");
    assert_eq!(score.wrong_renders, Vec::<String>::new());
}

#[test]
fn neighbours_of_the_recorded_commands_are_classified_too() {
    let fixture = Fixture::new();
    let score = Score::of(&fixture, &rows(include_str!("observe/neighbours.jsonl")));
    assert_eq!(score.misses, Vec::<String>::new(), "{score}");
    assert_eq!(score.wrong_renders, Vec::<String>::new());
}

/// Commands made at random from readers, filters and joints: whatever is claimed exact must be so when run.
#[test]
fn random_pipelines_never_claim_what_they_do_not_print() {
    const FILES: [&str; 7] = [
        "src/quill/utils/dates.py",
        "native/quill.h",
        "src/quill/cli.py",
        "'web/views/list view.ts'",
        "nosuch.py",
        "ragged.txt",
        "empty.txt",
    ];
    const SOURCES: [&str; 71] = [
        "cat F",
        "cat F F",
        "cat -n F",
        "cat -b F",
        "cat -s F",
        "nl F",
        "nl -ba F",
        "nl -ba -v5 F",
        "head -N F",
        "head -n -N F",
        "tail -N F",
        "tail -n +N F",
        "head -nN F F",
        "sed -n 'N,Np' F",
        "sed -n 'Np;Np' F",
        "sed 'N,Nd' F",
        "sed Nq F",
        "sed -n '/e/,/t/p' F",
        "awk 'NR>=N && NR<=N' F",
        "awk 'NR==N,NR==N{print NR\": \"$0}' F",
        "grep -n '' F",
        "grep -n -AN re F",
        "grep -CN if F",
        "awk '/re/{f=1} f{print} /if/{f=0}' F F",
        "sed -n '$!p' F",
        "perl -ne 'print if N..N' F",
        "git show HEAD:F",
        "sed -n '/^ *def/,/^$/p' F",
        "sed -n '/re/,+Np' F",
        "sed '/^$/d' F",
        "sed -n '/[[:space:]]if /,$p' F",
        "sed 'n;d' F",
        "sed -n '$!{N~2p}' F",
        "grep -v re F",
        "grep -A1 -E '(re|if) ' F",
        "grep -n -w -BN return F",
        "grep -n -mN '' F",
        "grep -c -AN re F",
        "grep -on -AN re F",
        "awk '!/re/' F",
        "awk 'NR>N && /e/' F",
        "awk 'NR>N{exit} {print}' F F",
        "awk 'FNR==N' F F",
        "awk '{if(NR==N||/if/)print;else next}' F",
        "awk -v a=N 'NR==a+2{print \"x\" $0}' F",
        "cat < F",
        "(cat F; head -N F)",
        "for f in F F; do head -N \"$f\"; done",
        "bash -c \"sed -n N,Np F\"",
        "x=N; sed -n \"$x,$((x+3))p\" F",
        "echo F | xargs head -N",
        "head -cN F",
        "while read -r l; do echo $l; done < F",
        "{ head -N; cat; } < F",
        "f() { head -N \"$1\"; }; f F",
        "cat <(tail -N F) F",
        "tail -N F F",
        "sed -n 'Np;Nq' F",
        "sed -n '/if/{p;q}' F",
        "sed -e Nd -e '$!Nd' F",
        "awk 'END{print NR} NR<N' F",
        "cut -c1-200 F",
        "if grep -q re F; then head -N F; else tail -N F; fi",
        "test -s F && cat F",
        "[ -f F ] && sed -n Np F",
        "less F",
        "cat F 2>&1",
        "cat F > /dev/stdout",
        "nl -ba -s: F",
        "sed -sn Np F F",
        "sed -n '\\|re|p' F",
    ];
    const FILTERS: [&str; 24] = [
        "head -N",
        "tail -N",
        "head -n -N",
        "tail -n +N",
        "sed -n 'N,Np'",
        "sed 'Nq'",
        "sed '$d'",
        "sed -n 'N~2p'",
        "cat",
        "cat -n",
        "nl -ba",
        "nl -ba -vN",
        "awk 'NR>N'",
        "awk 'NR%2'",
        "awk '{print NR\":\"$0}'",
        "grep -n ''",
        "grep -BN re",
        "sed 's/re/RE/'",
        "sed 'N,+Nd'",
        "sed -n '/re/p'",
        "tac",
        "sed -n '0~Np'",
        "sed -n 'N,~Np'",
        "sed -n 'N{p;n;p}'",
    ];
    const JOINTS: [&str; 6] = ["; ", " && ", " || ", " | cat; ", "; echo --; ", "\n"];
    let fixture = Fixture::new();
    std::fs::write(fixture.root.join("ragged.txt"), "a line\nre if\n\nreturn if\nlast if").expect("a file");
    std::fs::write(fixture.root.join("empty.txt"), "").expect("a file");
    let mut state = 20_261_201_u64;
    let mut pick = |n: usize| {
        // Knuth's generator: the same commands on every machine.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % n
    };
    let (mut wrong, mut claims) = (Vec::new(), 0);
    for _ in 0..300 {
        let mut command = String::new();
        for part in 0..=pick(2) {
            if part > 0 {
                command.push_str(JOINTS[pick(JOINTS.len())]);
            }
            command.push_str(SOURCES[pick(SOURCES.len())]);
            for _ in 0..pick(3) {
                command.push_str(" | ");
                command.push_str(FILTERS[pick(FILTERS.len())]);
            }
        }
        while let Some(at) = command.find(" F") {
            command.replace_range(at + 1..at + 2, FILES[pick(FILES.len())]);
        }
        while let Some(at) = lone(&command) {
            command.replace_range(at..=at, &(1 + pick(12)).to_string());
        }
        let (holds, claimed) = fixture.holds(&command);
        claims += u32::from(claimed);
        if !holds {
            wrong.push(command);
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(claims > 60, "only {claims} of 300 claimed");
}

/// Where a capital N stands that is no part of awk's NR.
fn lone(command: &str) -> Option<usize> {
    command.match_indices('N').map(|(at, _)| at).find(|&at| !command[at..].starts_with("NR"))
}
