//! Values written in texts: `{naval_capacity(carthage, 1)}` becomes a function without parameters.

use super::scope::Body;
use super::{BlockId, Compiler};
use crate::logic::program::{Clause, Function, FunctionKind, PointKind, Source};
use crate::logic::syntax::ast::Span;
use crate::logic::syntax::parse_expression;
use crate::logic::types::Making;
use crate::logic::types::Type;

/// What was made of a value in a text, or why nothing could be made of it: a message and its mend.
pub type TextValue = Result<Function, (String, String)>;

impl Compiler<'_> {
    pub(super) fn text_value(&mut self, source: &str) -> TextValue {
        let (expr, mistakes) = parse_expression(source);
        if let Some(mistake) = mistakes.into_iter().next() {
            return Err((mistake.message, mistake.help.unwrap_or_default()));
        }
        if self.program.blocks.is_empty() {
            return Err((String::new(), String::new()));
        }
        let Some(expr) = expr else { return Err((String::new(), String::new())) };
        // Findings need a block; they are taken back below, as the text knows its own place.
        let (before, block) = (self.findings.len(), BlockId(0));
        let owner = self.name(source);
        let mut body = Body::new(self, block, owner, None);
        body.in_text = true;
        let value = body.expr(&expr);
        let result = value.ty.clone();
        let slots = body.slots();
        if let Some(finding) = self.findings.drain(before..).next() {
            return Err((finding.message, finding.help.unwrap_or_default()));
        }
        if !matches!(result, Type::Number(_) | Type::Fraction | Type::Symbols(_) | Type::Date) {
            let message =
                format!("a text can show a number, a member or a date, and this is {}", self.program.describe(&result));
            return Err((message, String::new()));
        }
        let point = self.point(block, PointKind::Definition, Span::default(), None, owner);
        let base = Clause { point, body: Source::Here(value) };
        let kind = FunctionKind::Value { base, exceptions: Vec::new() };
        Ok(Function {
            name: owner,
            point,
            params: Vec::new(),
            slots,
            result,
            making: Making::default(),
            kind,
            inner: false,
            without: Vec::new(),
        })
    }
}
