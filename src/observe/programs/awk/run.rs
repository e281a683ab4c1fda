//! Runs awk rules over the lines of a stream.

use super::parse::{Expr, Pattern, Rule, Statement};
use crate::observe::Numbering;
use crate::observe::stream::{Item, Stream};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(i64),
    Text(String),
}

impl Value {
    fn truth(&self) -> bool {
        match self {
            Self::Number(number) => *number != 0,
            Self::Text(text) => !text.is_empty(),
        }
    }

    fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) if text.is_empty() => Some(0),
            Self::Text(_) => None,
        }
    }
}

pub(super) struct Machine {
    pub(super) vars: BTreeMap<String, Value>,
    /// Lines of each input, for FNR.
    pub(super) starts: Vec<u64>,
    pub(super) out: Stream,
    /// NR and FNR.
    pub(super) line: Option<(i64, i64)>,
    pub(super) stopped: bool,
}

impl Machine {
    /// The output over all lines; `None` when it cannot be foretold.
    pub(super) fn run(mut self, mut rules: Vec<Rule>, items: &[Item<'_>]) -> Option<Stream> {
        for (_, action) in rules.iter().filter(|(pattern, _)| matches!(pattern, Pattern::Begin)) {
            self.statements(action, None)?;
        }
        let only_begin = rules.iter().all(|(pattern, _)| matches!(pattern, Pattern::Begin));
        let mut fresh = 0_u64;
        let mut input = 0;
        for (index, item) in items.iter().enumerate() {
            if self.stopped || only_begin {
                break;
            }
            while fresh >= self.starts.get(input).copied().unwrap_or(u64::MAX) {
                fresh = 0;
                input += 1;
            }
            fresh += 1;
            self.line = Some((i64::try_from(index).ok()? + 1, i64::try_from(fresh).ok()?));
            for (pattern, action) in &mut rules {
                let hit = match pattern {
                    Pattern::Begin | Pattern::End => false,
                    Pattern::Always => true,
                    Pattern::One(condition) => self.eval(condition, Some(item))?.truth(),
                    Pattern::Range(first, last, open) => {
                        let inside = *open || self.eval(first, Some(item))?.truth();
                        *open = inside && !self.eval(last, Some(item))?.truth();
                        inside
                    }
                };
                if hit && !self.statements(action, Some(item))? {
                    break;
                }
            }
        }
        self.stopped = false;
        for (_, action) in rules.iter().filter(|(pattern, _)| matches!(pattern, Pattern::End)) {
            self.statements(action, None)?;
        }
        Some(self.out)
    }

    /// Runs statements; `false` ends the work on this line.
    fn statements(&mut self, statements: &[Statement], item: Option<&Item<'_>>) -> Option<bool> {
        for statement in statements {
            match statement {
                Statement::Print(args) => {
                    let line = [Expr::Line];
                    let args = if args.is_empty() { &line[..] } else { &args[..] };
                    // Arguments are joined by a blank.
                    let mut parts: Vec<&Expr> = Vec::new();
                    let blank = Expr::Text(" ".to_owned());
                    for (index, arg) in args.iter().enumerate() {
                        if index > 0 {
                            parts.push(&blank);
                        }
                        match arg {
                            Expr::Concat(inner) => parts.extend(inner),
                            arg => parts.push(arg),
                        }
                    }
                    self.print(&parts, item)?;
                }
                Statement::Format(format, args) => self.format(format, args, item)?,
                Statement::Exit => {
                    self.stopped = true;
                    return Some(false);
                }
                Statement::Next => return Some(false),
                Statement::If(condition, then, other) => {
                    let branch = if self.eval(condition, item)?.truth() { then } else { other };
                    if !self.statements(branch, item)? {
                        return Some(false);
                    }
                }
                Statement::Do(expr) => {
                    self.eval(expr, item)?;
                }
            }
        }
        Some(true)
    }

    fn print(&mut self, parts: &[&Expr], item: Option<&Item<'_>>) -> Option<()> {
        let (last, before) = parts.split_last()?;
        if let (Expr::Line, Some(item)) = (last, item) {
            let own = if let Item::Line(run, _) = item { run.numbering } else { Numbering::None };
            if before.is_empty() {
                self.out.push(*item, own, true);
                return Some(());
            }
            let (mut numbers, mut others) = (0, 0);
            for part in before {
                match part {
                    Expr::Name(name) if name == "NR" || name == "FNR" => {
                        numbers += u32::from(self.agrees(name, item));
                    }
                    Expr::Text(text) if !text.contains('\n') => {}
                    _ => others += 1,
                }
            }
            let plain = own == Numbering::None && others == 0;
            let numbering = if plain && numbers == 1 { Numbering::Awk } else { Numbering::Restarted };
            self.out.push(*item, numbering, others == 0);
            Some(())
        } else {
            let mut text = String::new();
            for part in parts {
                match self.eval(part, item)? {
                    Value::Number(number) => text.push_str(&number.to_string()),
                    Value::Text(part) => text.push_str(&part),
                }
            }
            text.split('\n').for_each(|line| self.out.push(Item::Text(line), Numbering::None, true));
            Some(())
        }
    }

    /// Whether the number is the line's own in its file.
    fn agrees(&self, name: &str, item: &Item<'_>) -> bool {
        let number = self.line.map(|(all, fresh)| if name == "NR" { all } else { fresh });
        matches!((item, number), (Item::Line(_, no), Some(number)) if i64::try_from(*no) == Ok(number))
    }

    fn format(&mut self, format: &str, args: &[Expr], item: Option<&Item<'_>>) -> Option<()> {
        // `%6d\t%s\n` with NR and the line: as `print NR "\t" $0`.
        let body = format.strip_suffix('\n')?;
        let body = body.strip_suffix("%s")?;
        let (front, spec) = body.split_once('%')?;
        let end = spec.find('d')?;
        let (width, between) = (&spec[..end], &spec[end + 1..]);
        let simple =
            width.chars().all(|c| c.is_ascii_digit() || c == '-') && !between.contains(['%', '\n']) && front.is_empty();
        match args {
            [number @ Expr::Name(_), Expr::Line] if simple => self.print(&[number, &Expr::Line], item),
            _ => None,
        }
    }

    fn eval(&mut self, expr: &Expr, item: Option<&Item<'_>>) -> Option<Value> {
        Some(match expr {
            Expr::Number(number) => Value::Number(*number),
            Expr::Text(text) => Value::Text(text.clone()),
            Expr::Line => Value::Text(item?.printed()?),
            Expr::Name(name) if name == "NR" => Value::Number(self.line.map_or(0, |(all, _)| all)),
            Expr::Name(name) if name == "FNR" => Value::Number(self.line.map_or(0, |(_, fresh)| fresh)),
            Expr::Name(name) => self.vars.get(name).cloned().unwrap_or(Value::Text(String::new())),
            Expr::Match(subject, pattern, wanted) => {
                let hit = match (&**subject, item) {
                    (Expr::Line, Some(Item::Line(run, no))) if run.numbering == Numbering::None && run.verbatim => {
                        pattern.is_match(run.file.line(*no))
                    }
                    (subject, _) => match self.eval(subject, item)? {
                        Value::Text(text) => pattern.is_match(text.as_bytes()),
                        Value::Number(number) => pattern.is_match(number.to_string().as_bytes()),
                    },
                };
                Value::Number(i64::from(hit == *wanted))
            }
            Expr::Not(inner) => Value::Number(i64::from(!self.eval(inner, item)?.truth())),
            Expr::Binary("&&", left, right) => {
                Value::Number(i64::from(self.eval(left, item)?.truth() && self.eval(right, item)?.truth()))
            }
            Expr::Binary("||", left, right) => {
                Value::Number(i64::from(self.eval(left, item)?.truth() || self.eval(right, item)?.truth()))
            }
            // A line that looks like a number compares as one.
            Expr::Binary(_, left, right)
                if matches!(
                    (&**left, &**right),
                    (Expr::Line, Expr::Number(_) | Expr::Name(_)) | (Expr::Number(_) | Expr::Name(_), Expr::Line)
                ) =>
            {
                return None;
            }
            Expr::Binary(sign, left, right) => {
                let (left, right) = (self.eval(left, item)?, self.eval(right, item)?);
                if let (Value::Text(left), Value::Text(right), "==" | "!=") = (&left, &right, *sign) {
                    return Some(Value::Number(i64::from((left == right) == (*sign == "=="))));
                }
                let (left, right) = (left.number()?, right.number()?);
                Value::Number(match *sign {
                    "==" => i64::from(left == right),
                    "!=" => i64::from(left != right),
                    ">=" => i64::from(left >= right),
                    "<=" => i64::from(left <= right),
                    "<" => i64::from(left < right),
                    ">" => i64::from(left > right),
                    "+" => left.checked_add(right)?,
                    "-" => left.checked_sub(right)?,
                    "*" => left.checked_mul(right)?,
                    "%" => left.checked_rem(right)?,
                    // Quotients are fractions in awk.
                    _ => return None,
                })
            }
            Expr::Assign(name, sign, value) => {
                if matches!(name.as_str(), "NR" | "FNR") {
                    return None;
                }
                let value = self.eval(value, item)?;
                let value = if *sign == "=" {
                    value
                } else {
                    let old = self.vars.get(name).map_or(Some(0), Value::number)?;
                    let by = value.number()?;
                    Value::Number(match *sign {
                        "+=" => old.checked_add(by)?,
                        "-=" => old.checked_sub(by)?,
                        _ => old.checked_mul(by)?,
                    })
                };
                self.vars.insert(name.clone(), value.clone());
                value
            }
            Expr::Step(name, delta, first) => {
                if matches!(name.as_str(), "NR" | "FNR") {
                    return None;
                }
                let old = self.vars.get(name).map_or(Some(0), Value::number)?;
                let new = old.checked_add(*delta)?;
                self.vars.insert(name.clone(), Value::Number(new));
                Value::Number(if *first { new } else { old })
            }
            Expr::Concat(_) => return None,
        })
    }
}
