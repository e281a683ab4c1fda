//! Lists, pipelines and compound commands: which parts run, and whose output they see.

use super::super::stream::{Kind, Stream};
use super::redirect::Redirected;
use super::{Shell, Status, glob};
use brush_parser::ast::{
    AndOr, AndOrList, Command, CommandPrefixOrSuffixItem, CompoundCommand, CompoundList, IoRedirect, Pipeline,
    SeparatorOperator,
};
use std::rc::Rc;

/// The most rounds of one loop.
const MAX_ROUNDS: usize = 60;

impl Shell<'_> {
    /// Runs the commands of a list one after the other.
    pub(super) fn list(&mut self, list: &CompoundList) -> (Stream, Status) {
        self.list_with(list, &mut Stream::empty())
    }

    /// Runs a list whose first command may read `stdin`.
    pub(super) fn list_with(&mut self, list: &CompoundList, stdin: &mut Stream) -> (Stream, Status) {
        let mut out = Stream::empty();
        let mut status = Status::Success;
        for item in &list.0 {
            if self.env.halted {
                break;
            }
            let background = matches!(item.1, SeparatorOperator::Async);
            let fed = !stdin.is_empty();
            let kind = stdin.kind;
            let (mut stream, end) = self.and_or(&item.0, std::mem::take(stdin));
            if fed {
                // How much the first command left of it is anybody's guess.
                *stdin = Stream::opaque(kind);
            }
            status = end;
            if background {
                // It may print at any time, or after the command has ended.
                stream.doubtful = true;
                status = Status::Success;
                self.note("a background job prints when it likes");
                self.background = true;
            }
            out.append(stream);
        }
        (out, status)
    }

    fn and_or(&mut self, list: &AndOrList, stdin: Stream) -> (Stream, Status) {
        let rest = if stdin.is_empty() { Stream::empty() } else { Stream::opaque(stdin.kind) };
        self.lost = false;
        let (mut out, mut status) = self.pipeline(&list.first, stdin);
        let mut last_ran = true;
        for next in &list.additional {
            if self.env.halted {
                break;
            }
            let (pipeline, sure) = match (next, status) {
                (AndOr::And(_), Status::Failure) | (AndOr::Or(_), Status::Success) => {
                    last_ran = false;
                    if self.lost
                        && let AndOr::And(pipeline) = next
                    {
                        out.append(self.intended(pipeline));
                    }
                    continue;
                }
                (AndOr::And(pipeline), Status::Success) | (AndOr::Or(pipeline), Status::Failure) => (pipeline, true),
                (AndOr::And(pipeline) | AndOr::Or(pipeline), Status::Unknown) => (pipeline, false),
            };
            last_ran = true;
            let before = (!sure && matches!(next, AndOr::Or(_))).then(|| self.env.clone());
            let (mut stream, end) = self.pipeline(pipeline, rest.clone());
            stream.doubtful |= !sure;
            // After `a || b` the common case is that `a` worked.
            let fallback = before.is_some();
            if let Some(env) = before {
                self.env = env;
            }
            status = if sure {
                end
            } else if fallback || end != Status::Failure {
                Status::Unknown
            } else {
                end
            };
            out.append(stream);
        }
        if self.env.errexit && last_ran && status == Status::Failure {
            self.env.halted = true;
        }
        (out, status)
    }

    /// What comes after a `cd` to a folder that is not here: it prints nothing, but its class is what it was meant to do.
    fn intended(&mut self, pipeline: &Pipeline) -> Stream {
        let mut env = self.env.clone();
        env.cwd = None;
        let env = std::mem::replace(&mut self.env, env);
        let (stream, _) = self.pipeline(pipeline, Stream::empty());
        self.env = env;
        self.lost = true;
        Stream { kind: stream.kind, doubtful: true, ..Stream::empty() }
    }

    fn pipeline(&mut self, pipeline: &Pipeline, stdin: Stream) -> (Stream, Status) {
        let (stream, status) = if let [only] = &pipeline.seq[..] {
            self.command(only, stdin)
        } else {
            let env = self.env.clone();
            let outer = self.wanted;
            let mut flow = stdin;
            let mut status = Status::Success;
            for (index, command) in pipeline.seq.iter().enumerate() {
                self.wanted = outer || pipeline.seq[index + 1..].iter().any(consumes_names);
                (flow, status) = self.command(command, flow);
                self.env = env.clone();
            }
            self.wanted = outer;
            (flow, status)
        };
        let status = match (pipeline.bang, status) {
            (true, Status::Success) => Status::Failure,
            (true, Status::Failure) => Status::Success,
            (_, status) => status,
        };
        (stream, status)
    }

    fn command(&mut self, command: &Command, stdin: Stream) -> (Stream, Status) {
        if !self.burn() {
            return (Stream { doubtful: true, ..Stream::opaque(Kind::Misc) }, Status::Unknown);
        }
        match command {
            Command::Simple(simple) => self.simple(simple, stdin),
            Command::Compound(compound, redirects) => {
                let redirects = redirects.as_ref().map(|list| &list.0[..]).unwrap_or_default();
                self.redirected(redirects, stdin, |shell, stdin| shell.compound(compound, stdin))
            }
            Command::Function(function) => {
                self.env.functions.insert(function.fname.value.clone(), Rc::new(function.body.clone()));
                (Stream::empty(), Status::Success)
            }
            Command::ExtendedTest(test, _) => (Stream::empty(), self.extended_test(&test.expr)),
        }
    }

    pub(super) fn redirected(
        &mut self,
        redirects: &[IoRedirect],
        stdin: Stream,
        run: impl FnOnce(&mut Self, Stream) -> (Stream, Status),
    ) -> (Stream, Status) {
        let mut to = Redirected::new();
        for redirect in redirects {
            self.redirect(redirect, &mut to);
        }
        if to.failed {
            // The shell refuses to start it, but what it was meant to do is its class all the same.
            run(self, Stream::empty());
            return (Stream::empty(), Status::Failure);
        }
        let stdin = to.stdin.take().unwrap_or(stdin);
        let (stream, status) = run(self, stdin);
        (to.apply(stream), status)
    }

    /// Runs a list in a subshell: its folder and variables end with it.
    pub(super) fn subshell(&mut self, list: &CompoundList, mut stdin: Stream) -> (Stream, Status) {
        let env = self.env.clone();
        let result = self.list_with(list, &mut stdin);
        self.env = env;
        result
    }

    pub(super) fn compound(&mut self, compound: &CompoundCommand, mut stdin: Stream) -> (Stream, Status) {
        match compound {
            CompoundCommand::BraceGroup(group) => self.list_with(&group.list, &mut stdin),
            CompoundCommand::Subshell(subshell) => self.subshell(&subshell.list, stdin),
            CompoundCommand::ForClause(clause) => {
                let values = match &clause.values {
                    Some(words) => words.iter().flat_map(|word| self.words(&word.value)).collect(),
                    None => self.env.positional.clone(),
                };
                let values: Option<Vec<String>> = values.into_iter().collect();
                self.each(&clause.variable_name, values, &clause.body.list)
            }
            CompoundCommand::IfClause(clause) => {
                let mut out = Stream::empty();
                let (stream, mut status) = self.list_with(&clause.condition, &mut stdin);
                out.append(stream);
                let mut sure = true;
                let mut branches = vec![(status, &clause.then)];
                for branch in clause.elses.iter().flatten() {
                    if status == Status::Success {
                        break;
                    }
                    status = match &branch.condition {
                        Some(condition) => {
                            let (stream, end) = self.list(condition);
                            out.append(stream);
                            end
                        }
                        None => Status::Success,
                    };
                    branches.push((status, &branch.body));
                }
                let mut last = Status::Success;
                for (status, body) in branches {
                    if status == Status::Failure {
                        continue;
                    }
                    sure &= status == Status::Success;
                    let (mut stream, end) = self.list(body);
                    stream.doubtful |= !sure;
                    out.append(stream);
                    last = if sure { end } else { Status::Unknown };
                    if status == Status::Success {
                        break;
                    }
                }
                (out, last)
            }
            CompoundCommand::WhileClause(clause) | CompoundCommand::UntilClause(clause) => {
                if let Some(name) = read_variable(&clause.0)
                    && let Some(lines) = stdin.known_text()
                    && lines.len() <= MAX_ROUNDS
                {
                    let (mut stream, status) = self.each(&name, Some(lines), &clause.1.list);
                    if stdin.kind == Kind::Source && stream.kind == Kind::Misc && !stream.is_empty() {
                        // The file's own lines, said again.
                        stream = Stream::opaque(Kind::Source);
                    }
                    return (stream, status);
                }
                if let Some(name) = read_variable(&clause.0) {
                    let (mut stream, status) = self.each(&name, None, &clause.1.list);
                    stream.kind = stream.kind.max(stdin.kind);
                    return (stream, status);
                }
                let (condition, _) = self.list(&clause.0);
                let (body, _) = self.list(&clause.1.list);
                let kind = condition.kind.max(body.kind);
                (Stream { doubtful: true, ..Stream::opaque(kind) }, Status::Unknown)
            }
            CompoundCommand::CaseClause(clause) => {
                let value = self.value(&clause.value.value);
                let mut out = Stream::empty();
                for case in &clause.cases {
                    let hit = value.as_ref().map(|value| {
                        case.patterns.iter().any(|pattern| glob::matches(&glob::plain(&pattern.value), value))
                    });
                    if hit == Some(false) {
                        continue;
                    }
                    if let Some(body) = &case.cmd {
                        let (mut stream, _) = self.list(body);
                        stream.doubtful |= hit.is_none();
                        out.append(stream);
                    }
                    if hit == Some(true) {
                        break;
                    }
                }
                (out, Status::Unknown)
            }
            CompoundCommand::ArithmeticForClause(clause) => {
                let (body, _) = self.list(&clause.body.list);
                (Stream { doubtful: true, ..Stream::opaque(body.kind) }, Status::Unknown)
            }
            CompoundCommand::Arithmetic(_) => (Stream::empty(), Status::Unknown),
            CompoundCommand::Coprocess(coprocess) => {
                let (stream, status) = self.command(&coprocess.body, stdin);
                (Stream { doubtful: true, ..stream }, status)
            }
        }
    }

    /// A loop over values; unknown values are gone through once.
    fn each(&mut self, name: &str, values: Option<Vec<String>>, body: &CompoundList) -> (Stream, Status) {
        let mut out = Stream::empty();
        let mut status = Status::Success;
        let Some(values) = values.filter(|values| values.len() <= MAX_ROUNDS) else {
            self.set(name, None);
            let (stream, _) = self.list(body);
            return (Stream { doubtful: true, ..Stream::opaque(stream.kind) }, Status::Unknown);
        };
        for value in values {
            self.set(name, Some(vec![value]));
            let (stream, end) = self.list(body);
            out.append(stream);
            status = end;
            if self.env.halted {
                break;
            }
        }
        (out, status)
    }
}

/// Whether a stage takes names from its stdin.
fn consumes_names(command: &Command) -> bool {
    match command {
        Command::Simple(simple) => {
            simple.word_or_name.as_ref().is_some_and(|word| matches!(word.value.as_str(), "xargs" | "parallel"))
        }
        _ => true,
    }
}

/// The variable of a `read -r NAME` condition.
fn read_variable(condition: &CompoundList) -> Option<String> {
    let [item] = &condition.0[..] else { return None };
    let (Command::Simple(simple), true) = (item.0.first.seq.first()?, item.0.additional.is_empty()) else {
        return None;
    };
    if simple.word_or_name.as_ref()?.value != "read" {
        return None;
    }
    let mut names = Vec::new();
    for item in &simple.suffix.as_ref()?.0 {
        match item {
            CommandPrefixOrSuffixItem::Word(word) if word.value == "-r" => {}
            CommandPrefixOrSuffixItem::Word(word) => names.push(word.value.clone()),
            _ => return None,
        }
    }
    let [name] = &names[..] else { return None };
    Some(name.clone())
}
