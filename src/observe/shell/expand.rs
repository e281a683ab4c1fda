//! Words to arguments: braces, variables with known values, arithmetic, substitutions, splitting and globs.
//!
//! A word whose value hangs on anything unknown gives an unknown argument, never a guess.

use super::super::stream::{Kind, Stream};
use super::{Arg, Shell, glob};
use crate::observe::text;
use brush_parser::ast::{self, ArithmeticExpr, ArithmeticTarget, BinaryOperator, UnaryOperator};
use brush_parser::word::{self, BraceExpressionMember, BraceExpressionOrText, Parameter, ParameterExpr};
use brush_parser::word::{ParameterTestType, SpecialParameter, TildeExpr, WordPiece, WordPieceWithSource};
use brush_parser::{ParserOptions, arithmetic};

/// The most words one word may become.
const MAX_WORDS: usize = 400;

/// A word being built: characters with whether they were quoted. `None` inside means unknown.
#[derive(Clone, Debug, Default)]
struct Field {
    chars: Vec<(char, bool)>,
    /// It stays an argument even when empty.
    quoted: bool,
    unknown: bool,
}

/// The fields of a word so far; splitting opens new ones.
struct Fields {
    done: Vec<Field>,
    open: Field,
    started: bool,
}

impl Fields {
    fn new() -> Self {
        Self { done: Vec::new(), open: Field::default(), started: false }
    }

    fn push(&mut self, text: &str, quoted: bool) {
        self.started = true;
        self.open.quoted |= quoted;
        self.open.chars.extend(text.chars().map(|c| (c, quoted)));
    }

    fn unknown(&mut self) {
        self.started = true;
        self.open.unknown = true;
    }

    fn close(&mut self) {
        if self.started && (!self.open.chars.is_empty() || self.open.quoted || self.open.unknown) {
            self.done.push(std::mem::take(&mut self.open));
        }
        self.open = Field::default();
        self.started = false;
    }

    /// Adds the value of an unquoted expansion, split at blanks.
    fn split(&mut self, text: &str) {
        let mut blank = false;
        for c in text.chars() {
            if c.is_ascii_whitespace() {
                blank = true;
                continue;
            }
            if std::mem::take(&mut blank) {
                self.close();
            }
            self.started = true;
            self.open.chars.push((c, false));
        }
        if blank {
            self.close();
        }
    }
}

impl Shell<'_> {
    /// The arguments a word becomes.
    pub(super) fn words(&mut self, raw: &str) -> Vec<Arg> {
        let mut args = Vec::new();
        if text::has_long_number(raw) && !raw.starts_with(['\'', '"']) {
            return vec![None];
        }
        for raw in braces(raw) {
            let Ok(pieces) = word::parse(&raw, &ParserOptions::default()) else {
                args.push(None);
                continue;
            };
            let mut fields = Fields::new();
            self.pieces(&pieces, false, &mut fields);
            fields.close();
            for field in fields.done {
                if field.unknown {
                    args.push(None);
                } else {
                    args.extend(self.globbed(&field).into_iter().map(Some));
                }
            }
            if args.len() > MAX_WORDS {
                return vec![None];
            }
        }
        args
    }

    /// The value of a word that is neither split nor globbed: an assignment, a redirection target.
    pub(super) fn value(&mut self, raw: &str) -> Arg {
        if text::has_long_number(raw) {
            return None;
        }
        let pieces = word::parse(raw, &ParserOptions::default()).ok()?;
        let mut fields = Fields::new();
        self.pieces(&pieces, true, &mut fields);
        let field = fields.open;
        (!field.unknown).then(|| field.chars.iter().map(|&(c, _)| c).collect())
    }

    /// The body of a here-document with its expansions made.
    pub(super) fn document(&mut self, body: &str) -> Arg {
        let pieces = word::parse_heredoc(body, &ParserOptions::default()).ok()?;
        let mut fields = Fields::new();
        self.pieces(&pieces, true, &mut fields);
        let field = fields.open;
        (!field.unknown).then(|| field.chars.iter().map(|&(c, _)| c).collect())
    }

    fn pieces(&mut self, pieces: &[WordPieceWithSource], quoted: bool, out: &mut Fields) {
        for piece in pieces {
            match &piece.piece {
                WordPiece::Text(text) => out.push(text, quoted),
                WordPiece::SingleQuotedText(text) => out.push(text, true),
                WordPiece::AnsiCQuotedText(text) => match unescape(text) {
                    Some(text) => out.push(&text, true),
                    None => out.unknown(),
                },
                WordPiece::DoubleQuotedSequence(inner) | WordPiece::GettextDoubleQuotedSequence(inner) => {
                    // `"${array[@]}"` alone becomes one word an element, none when empty.
                    if let [only] = &inner[..]
                        && let WordPiece::ParameterExpansion(expression) = &only.piece
                        && let Some(values) = self.all_values(expression)
                    {
                        for (index, value) in values.iter().enumerate() {
                            if index > 0 {
                                out.close();
                            }
                            out.push(value, true);
                        }
                        continue;
                    }
                    out.push("", true);
                    self.pieces(inner, true, out);
                }
                WordPiece::EscapeSequence(text) => {
                    let text = text.strip_prefix('\\').unwrap_or(text);
                    // A backslash before a line feed joins the lines.
                    out.push(if text == "\n" { "" } else { text }, true);
                }
                WordPiece::TildeExpansion(tilde) => match (tilde, &self.env.cwd) {
                    (TildeExpr::WorkingDir, Some(cwd)) => out.push(&cwd.to_string_lossy(), true),
                    _ => out.unknown(),
                },
                WordPiece::ParameterExpansion(expression) => {
                    let value = self.parameter(expression);
                    add(value, quoted, out);
                }
                WordPiece::ArithmeticExpression(expression) => {
                    let value = self.arithmetic(&expression.value).map(|value| value.to_string());
                    add(value, true, out);
                }
                WordPiece::CommandSubstitution(source) | WordPiece::BackquotedCommandSubstitution(source) => {
                    let value = self.substitution(source);
                    add(value, quoted, out);
                }
            }
        }
    }

    /// What a command prints, as a word would take it.
    fn substitution(&mut self, source: &str) -> Arg {
        let env = self.env.clone();
        let wanted = std::mem::replace(&mut self.wanted, true);
        let (stream, _) = self.run_text(source, Stream::empty());
        self.wanted = wanted;
        self.env = env;
        self.borrowed |= stream.kind == Kind::Source;
        let lines = stream.known_text()?;
        Some(lines.join("\n").trim_end_matches('\n').to_owned())
    }

    fn all_values(&self, expression: &ParameterExpr) -> Option<Vec<String>> {
        let ParameterExpr::Parameter { parameter, indirect: false } = expression else { return None };
        match parameter {
            Parameter::NamedWithAllIndices { name, concatenate: false } => self.env.vars.get(name)?.clone(),
            Parameter::Special(SpecialParameter::AllPositionalParameters { concatenate: false }) => {
                self.env.positional.iter().cloned().collect()
            }
            _ => None,
        }
    }

    fn parameter(&mut self, expression: &ParameterExpr) -> Arg {
        use ParameterExpr as P;
        match expression {
            P::Parameter { parameter, indirect: false } => self.lookup(parameter),
            P::UseDefaultValues { parameter, indirect: false, test_type, default_value } => {
                let value = self.lookup(parameter)?;
                let empty = value.is_empty() && matches!(test_type, ParameterTestType::UnsetOrNull);
                if empty { self.value(default_value.as_deref().unwrap_or_default()) } else { Some(value) }
            }
            P::RemoveSmallestSuffixPattern { parameter, indirect: false, pattern } => {
                cut_end(&self.lookup(parameter)?, pattern.as_deref()?, false)
            }
            P::RemoveLargestSuffixPattern { parameter, indirect: false, pattern } => {
                cut_end(&self.lookup(parameter)?, pattern.as_deref()?, true)
            }
            P::RemoveSmallestPrefixPattern { parameter, indirect: false, pattern } => {
                cut_start(&self.lookup(parameter)?, pattern.as_deref()?, false)
            }
            P::RemoveLargestPrefixPattern { parameter, indirect: false, pattern } => {
                cut_start(&self.lookup(parameter)?, pattern.as_deref()?, true)
            }
            P::ParameterLength { parameter, indirect: false } => {
                Some(self.lookup(parameter)?.chars().count().to_string())
            }
            _ => None,
        }
    }

    fn lookup(&self, parameter: &Parameter) -> Arg {
        match parameter {
            Parameter::Named(name) if name == "PWD" && !self.env.vars.contains_key(name) => {
                self.env.cwd.as_ref().map(|cwd| cwd.to_string_lossy().into_owned())
            }
            // A variable the line does not set may come from the environment.
            Parameter::Named(name) => self.env.vars.get(name)?.as_ref()?.first().cloned(),
            Parameter::NamedWithIndex { name, index } => {
                self.env.vars.get(name)?.as_ref()?.get(index.parse::<usize>().ok()?).cloned()
            }
            Parameter::NamedWithAllIndices { name, .. } => {
                self.env.vars.get(name)?.as_ref().map(|values| values.join(" "))
            }
            Parameter::Positional(index) => {
                self.env.positional.get(usize::try_from(*index).ok()?.checked_sub(1)?)?.clone()
            }
            Parameter::Special(SpecialParameter::AllPositionalParameters { .. }) => {
                let values: Option<Vec<String>> = self.env.positional.iter().cloned().collect();
                values.filter(|values| !values.is_empty()).map(|values| values.join(" "))
            }
            Parameter::Special(SpecialParameter::PositionalParameterCount) => {
                Some(self.env.positional.len().to_string())
            }
            Parameter::Special(_) => None,
        }
    }

    pub(super) fn arithmetic(&mut self, source: &str) -> Option<i64> {
        let source = self.value(source)?;
        // The parser of sums is recursive without a bound of its own.
        if source.len() > 200 {
            return None;
        }
        let expression = arithmetic::parse(&source).ok()?;
        self.sum(&expression)
    }

    fn sum(&self, expression: &ArithmeticExpr) -> Option<i64> {
        match expression {
            ArithmeticExpr::Literal(value) => Some(*value),
            ArithmeticExpr::Reference(ArithmeticTarget::Variable(name)) => {
                self.lookup(&Parameter::Named(name.clone()))?.trim().parse().ok()
            }
            ArithmeticExpr::UnaryOp(UnaryOperator::UnaryMinus, value) => self.sum(value)?.checked_neg(),
            ArithmeticExpr::BinaryOp(operator, left, right) => {
                let (left, right) = (self.sum(left)?, self.sum(right)?);
                match operator {
                    BinaryOperator::Add => left.checked_add(right),
                    BinaryOperator::Subtract => left.checked_sub(right),
                    BinaryOperator::Multiply => left.checked_mul(right),
                    BinaryOperator::Divide => left.checked_div(right),
                    BinaryOperator::Modulo => left.checked_rem(right),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Makes the assignments of a command line or prefix.
    pub(super) fn assign(&mut self, assignment: &ast::Assignment) {
        let ast::AssignmentName::VariableName(name) = &assignment.name else { return };
        // Words would be split otherwise.
        self.background |= name == "IFS";
        let value = match &assignment.value {
            ast::AssignmentValue::Scalar(word) => self.value(&word.value).map(|value| vec![value]),
            ast::AssignmentValue::Array(elements) => {
                let mut values = Some(Vec::new());
                for (index, word) in elements {
                    let words: Option<Vec<String>> = self.words(&word.value).into_iter().collect();
                    match (&mut values, words, index) {
                        (Some(values), Some(words), None) => values.extend(words),
                        _ => values = None,
                    }
                }
                values
            }
        };
        self.set(name, if assignment.append { None } else { value });
    }

    /// Sets a variable; `None` makes it unknown.
    pub(super) fn set(&mut self, name: &str, value: Option<Vec<String>>) {
        self.env.vars.insert(name.to_owned(), value);
    }
}

fn add(value: Arg, quoted: bool, out: &mut Fields) {
    match value {
        None => out.unknown(),
        Some(value) if quoted => out.push(&value, true),
        Some(value) => out.split(&value),
    }
}

/// The words a brace expression becomes.
fn braces(raw: &str) -> Vec<String> {
    if !raw.contains('{') || text::has_long_number(raw) {
        return vec![raw.to_owned()];
    }
    match word::parse_brace_expansions(raw, &ParserOptions::default()) {
        Ok(Some(parts)) => combine(&parts).unwrap_or_else(|| vec!["$unknown".to_owned()]),
        _ => vec![raw.to_owned()],
    }
}

fn combine(parts: &[BraceExpressionOrText]) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    for part in parts {
        let choices = match part {
            BraceExpressionOrText::Text(text) => vec![text.clone()],
            BraceExpressionOrText::Expr(members) => {
                let mut choices = Vec::new();
                for member in members {
                    match member {
                        BraceExpressionMember::Child(inner) => choices.extend(combine(inner)?),
                        BraceExpressionMember::NumberSequence { start, end, increment } => {
                            let step = increment.unsigned_abs().max(1);
                            let count = start.abs_diff(*end) / step;
                            if count > MAX_WORDS as u64 {
                                return None;
                            }
                            let step = i64::try_from(step).ok()?;
                            let sign = if start <= end { step } else { -step };
                            choices.extend((0..=i64::try_from(count).ok()?).map(|i| (start + i * sign).to_string()));
                        }
                        BraceExpressionMember::CharSequence { start, end, increment: _ } if start <= end => {
                            choices.extend((*start..=*end).map(String::from));
                        }
                        BraceExpressionMember::CharSequence { .. } => return None,
                    }
                }
                choices
            }
        };
        if words.len() * choices.len() > MAX_WORDS {
            return None;
        }
        words = words.iter().flat_map(|word| choices.iter().map(move |choice| format!("{word}{choice}"))).collect();
    }
    Some(words)
}

fn cut_end(value: &str, pattern: &str, longest: bool) -> Arg {
    let tokens = literal(pattern)?;
    let mut cuts = value.char_indices().map(|(at, _)| at).chain([value.len()]);
    let hit = |&at: &usize| glob::matches(&tokens, &value[at..]);
    let at = if longest { cuts.find(hit) } else { cuts.rfind(hit) };
    Some(value[..at.unwrap_or(value.len())].to_owned())
}

fn cut_start(value: &str, pattern: &str, longest: bool) -> Arg {
    let tokens = literal(pattern)?;
    let mut cuts = value.char_indices().map(|(at, _)| at).chain([value.len()]);
    let hit = |&at: &usize| glob::matches(&tokens, &value[..at]);
    let at = if longest { cuts.rfind(hit) } else { cuts.find(hit) };
    Some(value[at.unwrap_or(0)..].to_owned())
}

/// A pattern without quotes or expansions of its own.
fn literal(pattern: &str) -> Option<Vec<glob::Token>> {
    (!pattern.contains(['$', '`', '"', '\''])).then(|| glob::plain(pattern))
}

/// The common escapes of `$'...'`, `echo -e` and `printf`; `None` for the others.
pub(in crate::observe) fn unescape(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        out.push(match chars.next()? {
            'n' => '\n',
            't' => '\t',
            c @ ('\\' | '\'' | '"') => c,
            _ => return None,
        });
    }
    Some(out)
}

impl Shell<'_> {
    fn globbed(&mut self, field: &Field) -> Vec<String> {
        let text: String = field.chars.iter().map(|&(c, _)| c).collect();
        let tokens = glob::pattern(&field.chars);
        if !glob::is_special(&tokens) {
            return vec![text];
        }
        let parts: Vec<&[(char, bool)]> = field.chars.split(|&(c, _)| c == '/').collect();
        match self.matching_paths(&parts) {
            Some(paths) if !paths.is_empty() => paths,
            _ => vec![text],
        }
    }
}
