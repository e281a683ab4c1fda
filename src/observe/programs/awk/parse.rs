//! The part of awk's grammar that is followed: patterns, print, flags and counters.

use super::super::regexes::{Dialect, Matching, compile};
use crate::observe::shell::expand;
use regex::bytes::Regex;
use std::rc::Rc;

/// How deep expressions and blocks nest.
const MAX_DEPTH: u32 = 24;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(i64),
    Text(String),
    Regex(String),
    Name(String),
    Sign(&'static str),
    /// A line feed or `;`.
    End,
}

const SIGNS: [&str; 31] = [
    "&&", "||", "==", "!=", ">=", "<=", "!~", "++", "--", "+=", "-=", "*=", ">>", "<", ">", "=", "!", "~", "+", "-",
    "*", "/", "%", "(", ")", "{", "}", ",", "$", "?", ":",
];

#[derive(Clone, Debug)]
pub(super) enum Expr {
    Number(i64),
    Text(String),
    Line,
    Name(String),
    Match(Box<Expr>, Rc<Regex>, bool),
    Not(Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Assign(String, &'static str, Box<Expr>),
    /// Added before (`true`) or after its value is taken.
    Step(String, i64, bool),
    Concat(Vec<Expr>),
}

#[derive(Clone, Debug)]
pub(super) enum Statement {
    Print(Vec<Expr>),
    Format(String, Vec<Expr>),
    Exit,
    Next,
    If(Expr, Vec<Statement>, Vec<Statement>),
    Do(Expr),
}

#[derive(Debug)]
pub(super) enum Pattern {
    Begin,
    End,
    Always,
    One(Expr),
    Range(Expr, Expr, bool),
}

/// A pattern and what is done on lines it picks.
pub(super) type Rule = (Pattern, Vec<Statement>);

/// The rules of a program; `None` when it holds anything that is not followed.
pub(super) fn rules(program: &str) -> Option<Vec<Rule>> {
    Parser::new(program)?.rules()
}

fn lex(text: &str) -> Option<Vec<Token>> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let operand =
            !matches!(tokens.last(), Some(Token::Number(_) | Token::Text(_) | Token::Name(_) | Token::Sign(")")));
        if c == '\n' || c == ';' {
            tokens.push(Token::End);
            rest = &rest[1..];
        } else if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
        } else if c == '#' {
            rest = rest.find('\n').map_or("", |at| &rest[at..]);
        } else if c == '"' || c == '/' && operand {
            let end = closing(&rest[1..], c)?;
            let body = &rest[1..=end];
            rest = &rest[end + 2..];
            tokens.push(if c == '/' {
                Token::Regex(body.replace("\\/", "/"))
            } else {
                Token::Text(expand::unescape(body)?)
            });
        } else if c.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            if rest[end..].starts_with('.') {
                return None;
            }
            tokens.push(Token::Number(rest[..end].parse().ok()?));
            rest = &rest[end..];
        } else if c.is_ascii_alphabetic() || c == '_' {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(Token::Name(rest[..end].to_owned()));
            rest = &rest[end..];
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
            tokens.push(Token::Sign(sign));
            rest = &rest[sign.len()..];
        }
    }
    Some(tokens)
}

fn closing(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at),
            _ => {}
        }
    }
    None
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
}

impl Parser {
    fn new(program: &str) -> Option<Self> {
        if program.len() > 2000 {
            return None;
        }
        Some(Self { tokens: lex(program)?, at: 0, depth: 0 })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn sign(&mut self, sign: &str) -> bool {
        let hit = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        self.at += usize::from(hit);
        hit
    }

    fn ends(&mut self) {
        while self.peek() == Some(&Token::End) {
            self.at += 1;
        }
    }

    fn rules(mut self) -> Option<Vec<Rule>> {
        let mut rules = Vec::new();
        loop {
            self.ends();
            let pattern = match self.peek() {
                None => return Some(rules),
                Some(Token::Sign("{")) => Pattern::Always,
                Some(Token::Name(name)) if name == "BEGIN" || name == "END" => {
                    let begin = name == "BEGIN";
                    self.at += 1;
                    if begin { Pattern::Begin } else { Pattern::End }
                }
                Some(_) => {
                    let first = self.expr()?;
                    if self.sign(",") { Pattern::Range(first, self.expr()?, false) } else { Pattern::One(first) }
                }
            };
            let action = if self.sign("{") { self.block()? } else { vec![Statement::Print(Vec::new())] };
            rules.push((pattern, action));
        }
    }

    /// The statements up to the closing brace.
    fn block(&mut self) -> Option<Vec<Statement>> {
        let mut statements = Vec::new();
        loop {
            self.ends();
            if self.sign("}") {
                return Some(statements);
            }
            statements.push(self.statement()?);
        }
    }

    fn body(&mut self) -> Option<Vec<Statement>> {
        self.ends();
        if self.sign("{") { self.block() } else { Some(vec![self.statement()?]) }
    }

    fn statement(&mut self) -> Option<Statement> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let name = if let Some(Token::Name(name)) = self.peek() { name.clone() } else { String::new() };
        let statement = match name.as_str() {
            "print" | "printf" => {
                self.at += 1;
                let args = self.arguments()?;
                match (name.as_str(), args.split_first()) {
                    ("print", _) => Statement::Print(args),
                    (_, Some((Expr::Text(format), rest))) => Statement::Format(format.clone(), rest.to_vec()),
                    _ => return None,
                }
            }
            "exit" | "next" => {
                self.at += 1;
                if name == "exit" {
                    if let Some(Token::Number(_)) = self.peek() {
                        self.at += 1;
                    }
                    Statement::Exit
                } else {
                    Statement::Next
                }
            }
            "if" => {
                self.at += 1;
                if !self.sign("(") {
                    return None;
                }
                let condition = self.expr()?;
                if !self.sign(")") {
                    return None;
                }
                let then = self.body()?;
                let before = self.at;
                self.ends();
                let other = if matches!(self.peek(), Some(Token::Name(name)) if name == "else") {
                    self.at += 1;
                    self.body()?
                } else {
                    self.at = before;
                    Vec::new()
                };
                Statement::If(condition, then, other)
            }
            "while" | "for" | "do" | "getline" | "delete" | "function" | "return" | "break" | "continue" | "system" => {
                return None;
            }
            _ => Statement::Do(self.expr()?),
        };
        self.depth -= 1;
        let closed =
            matches!(self.peek(), None | Some(Token::End | Token::Sign("}"))) || matches!(statement, Statement::If(..));
        closed.then_some(statement)
    }

    fn arguments(&mut self) -> Option<Vec<Expr>> {
        let mut args = Vec::new();
        if matches!(self.peek(), None | Some(Token::End | Token::Sign("}"))) {
            return Some(args);
        }
        // `printf("...", NR, $0)`: the bracket holds all arguments.
        let begin = self.at;
        if self.sign("(") {
            let mut inner = Vec::new();
            while let Some(arg) = self.expr() {
                inner.push(arg);
                if !self.sign(",") {
                    break;
                }
            }
            if self.sign(")") && matches!(self.peek(), None | Some(Token::End | Token::Sign("}"))) {
                return Some(inner);
            }
            self.at = begin;
        }
        loop {
            args.push(self.concat()?);
            if !self.sign(",") {
                return Some(args);
            }
        }
    }

    fn expr(&mut self) -> Option<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let left = self.or()?;
        let result = if let Expr::Name(name) = &left
            && let Some(&Token::Sign(sign @ ("=" | "+=" | "-=" | "*="))) = self.peek()
        {
            self.at += 1;
            Some(Expr::Assign(name.clone(), sign, Box::new(self.expr()?)))
        } else if matches!(self.peek(), Some(Token::Sign("?"))) {
            None
        } else {
            Some(left)
        };
        self.depth -= 1;
        result
    }

    fn or(&mut self) -> Option<Expr> {
        let mut left = self.and()?;
        while self.sign("||") {
            left = Expr::Binary("||", Box::new(left), Box::new(self.and()?));
        }
        Some(left)
    }

    fn and(&mut self) -> Option<Expr> {
        let mut left = self.matching()?;
        while self.sign("&&") {
            left = Expr::Binary("&&", Box::new(left), Box::new(self.matching()?));
        }
        Some(left)
    }

    fn matching(&mut self) -> Option<Expr> {
        let mut left = self.comparison()?;
        while let Some(Token::Sign(sign @ ("~" | "!~"))) = self.peek() {
            let wanted = *sign == "~";
            self.at += 1;
            let pattern = match self.peek()? {
                Token::Regex(text) | Token::Text(text) => regex(text)?,
                _ => return None,
            };
            self.at += 1;
            left = Expr::Match(Box::new(left), pattern, wanted);
        }
        Some(left)
    }

    fn comparison(&mut self) -> Option<Expr> {
        let left = self.concat()?;
        if let Some(&Token::Sign(sign @ ("==" | "!=" | ">=" | "<=" | "<" | ">"))) = self.peek() {
            self.at += 1;
            return Some(Expr::Binary(sign, Box::new(left), Box::new(self.concat()?)));
        }
        Some(left)
    }

    fn concat(&mut self) -> Option<Expr> {
        let mut parts = vec![self.sum()?];
        while matches!(self.peek(), Some(Token::Number(_) | Token::Text(_) | Token::Name(_) | Token::Sign("$" | "("))) {
            parts.push(self.sum()?);
        }
        if parts.len() == 1 { parts.pop() } else { Some(Expr::Concat(parts)) }
    }

    fn sum(&mut self) -> Option<Expr> {
        let mut left = self.product()?;
        while let Some(&Token::Sign(sign @ ("+" | "-"))) = self.peek() {
            self.at += 1;
            left = Expr::Binary(sign, Box::new(left), Box::new(self.product()?));
        }
        Some(left)
    }

    fn product(&mut self) -> Option<Expr> {
        let mut left = self.unary()?;
        while let Some(&Token::Sign(sign @ ("*" | "/" | "%"))) = self.peek() {
            self.at += 1;
            left = Expr::Binary(sign, Box::new(left), Box::new(self.unary()?));
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let result = if self.sign("!") {
            Some(Expr::Not(Box::new(self.unary()?)))
        } else if self.sign("-") {
            Some(Expr::Binary("-", Box::new(Expr::Number(0)), Box::new(self.unary()?)))
        } else {
            self.primary()
        };
        self.depth -= 1;
        result
    }

    fn primary(&mut self) -> Option<Expr> {
        for (sign, delta) in [("++", 1), ("--", -1)] {
            if self.sign(sign) {
                let Some(Token::Name(name)) = self.peek().cloned() else { return None };
                self.at += 1;
                return Some(Expr::Step(name, delta, true));
            }
        }
        let token = self.peek()?.clone();
        self.at += 1;
        match token {
            Token::Number(number) => Some(Expr::Number(number)),
            Token::Text(text) => Some(Expr::Text(text)),
            Token::Regex(text) => Some(Expr::Match(Box::new(Expr::Line), regex(&text)?, true)),
            Token::Sign("(") => {
                let inner = self.expr()?;
                self.sign(")").then_some(inner)
            }
            Token::Sign("$") => {
                let zero = self.peek() == Some(&Token::Number(0));
                self.at += 1;
                zero.then_some(Expr::Line)
            }
            Token::Name(name) => {
                // A call, or a variable whose meaning is not followed.
                let special = matches!(
                    name.as_str(),
                    "NF" | "length" | "FILENAME" | "RS" | "ORS" | "OFS" | "RT" | "getline" | "in"
                );
                if special || matches!(self.peek(), Some(Token::Sign("("))) {
                    return None;
                }
                for (sign, delta) in [("++", 1), ("--", -1)] {
                    if self.sign(sign) {
                        return Some(Expr::Step(name, delta, false));
                    }
                }
                Some(Expr::Name(name))
            }
            _ => None,
        }
    }
}

fn regex(text: &str) -> Option<Rc<Regex>> {
    compile(text, Dialect::Extended, Matching::default()).map(Rc::new)
}
