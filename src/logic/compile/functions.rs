//! Values with their exceptions, modifiers, permissions, and what other sections add to them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::expressions::{CONTRIBUTION, make};
use super::scope::{Body, LocalKind, Reads};
use super::types::MOST_FIELDS;
use super::{Compiler, Definition, Global, Progress};
use crate::diagnostic::codes;
use crate::library::names;
use crate::logic::program::{
    BlockId, Clause, Contribution, Exception, Expr, ExprKind, FunctionId, FunctionKind, NameId, PointKind, Source,
    StateId,
};
use crate::logic::syntax::ast::{self, Body as Written, Head, Item, ItemKind, Name, Span};
use crate::logic::types::{Common, Interval, Making, Type};
use crate::logic::value::Value;

impl<'a> Compiler<'a> {
    pub(super) fn functions(&mut self) {
        for at in 0..self.function_items.len() {
            self.compile_function(FunctionId(u16::try_from(at).unwrap_or(u16::MAX)));
        }
    }

    pub(super) fn compile_function(&mut self, id: FunctionId) {
        let (block, item, progress) = self.function_items[id.index()];
        if progress != Progress::Declared {
            return;
        }
        self.function_items[id.index()].2 = Progress::Running;
        // Found on the way from another definition, it costs more than an expression does.
        self.depth += 4;
        let additions = self.additions.remove(&id).unwrap_or_default();
        match &item.kind {
            ItemKind::Value { head, ty, body } => self.value(id, block, head, ty.is_some(), body, &additions),
            ItemKind::Modifier { head, at_least, at_most, contributions, .. } => {
                let [whole, parts] = Self::of_the_whole(&additions);
                self.modifier(id, block, head, [at_least.as_ref(), at_most.as_ref()], contributions, &parts);
                self.with_whole(id, block, head, &whole);
            }
            ItemKind::Permission { head, allowed, contributions } => {
                let [whole, parts] = Self::of_the_whole(&additions);
                let parts = self.contributions(id, block, head, contributions, &parts, true);
                self.program.functions[id.index()].kind =
                    FunctionKind::Permission { allowed: *allowed, contributions: parts };
                self.with_whole(id, block, head, &whole);
            }
            ItemKind::Table { head, header, rows, .. } => {
                self.table_rows(id, block, head, header, rows);
                self.excepted_whole(id, block, head, &additions);
            }
            _ => {}
        }
        self.depth -= 4;
        self.function_items[id.index()].2 = Progress::Done;
    }

    /// Runs `work` inside a function: its parameters visible, the states it reads declared.
    pub(super) fn inside<T>(
        &mut self,
        id: FunctionId,
        block: BlockId,
        head: &Head,
        reads: &[Name],
        work: impl FnOnce(&mut Body<'_, 'a>) -> T,
    ) -> T {
        let function = &self.program.functions[id.index()];
        let (name, params) = (function.name, function.params.clone());
        let names = self.as_written(&params, &head.params);
        let shared = self.reads_of_all(id, head);
        let own = self.reads(block, reads);
        let mut body = Body::new(self, block, name, Some(Definition::Function(id)));
        // Who says nothing of it may read any.
        body.reads = (!head.reads.is_empty() || !reads.is_empty()).then(|| Reads::new(shared, own));
        for (field, name) in params.iter().zip(names) {
            // A part of another section need not use every parameter.
            let name = Name { span: Span::default(), ..name };
            body.declare(&name, field.ty.clone(), LocalKind::Parameter);
        }
        let result = work(&mut body);
        let own = body.reads.take().unwrap_or_default().own;
        for (state, span, _) in own.into_iter().filter(|(_, _, used)| !used) {
            let name = body.compiler.program.states[state.index()].name;
            let message = format!("the state `{}` is never read", body.compiler.program.name(name));
            body.report(&codes::UNUSED_NAME, span, message, "take it out of `reads`");
        }
        let used: Vec<String> = body.locals.iter().filter(|local| local.used).map(|local| local.name.clone()).collect();
        body.locals.clear();
        let (slots, read) = (body.slots(), std::mem::take(&mut body.read));
        self.used_parameters(id, &used);
        self.read.entry(id).or_default().extend(read);
        let function = &mut self.program.functions[id.index()];
        function.slots = function.slots.max(slots);
        result
    }

    /// Remembers which parameters were asked for by any part.
    fn used_parameters(&mut self, id: FunctionId, used: &[String]) {
        for name in used {
            let name = self.name(name);
            self.used.insert((id, name));
        }
    }

    /// Reports the parameters that no part of a function asks for.
    fn unused_parameters(&mut self, id: FunctionId, block: BlockId, head: &Head, partly_missing: bool) {
        // What another document says may well ask for them.
        if partly_missing || self.too_deep {
            return;
        }
        for param in head.params.iter().take(MOST_FIELDS) {
            let name = self.name(&param.name.text);
            if !self.used.contains(&(id, name)) {
                let message = format!("the parameter `{}` is never used", param.name.text);
                self.report(&codes::UNUSED_NAME, (block, param.name.span), message, "use it or take it out");
            }
        }
    }

    /// The states that all parts of a function read.
    fn reads_of_all(&mut self, id: FunctionId, head: &Head) -> Arc<BTreeSet<StateId>> {
        if let Some(known) = self.shared_reads.get(&id) {
            return Arc::clone(known);
        }
        let block = self.function_items[id.index()].0;
        let found: BTreeSet<StateId> = self.reads(block, &head.reads).into_iter().map(|(state, _)| state).collect();
        Arc::clone(self.shared_reads.entry(id).or_insert(Arc::new(found)))
    }

    fn reads(&mut self, block: BlockId, names: &[Name]) -> Vec<(StateId, Span)> {
        let mut found = Vec::new();
        for name in names {
            if let Some((Global::State(id), ..)) = self.globals.get(&name.text) {
                found.push((*id, name.span));
                continue;
            }
            let states = self.program.states.iter().map(|state| self.program.name(state.name));
            let help = self.meant(&name.text, states).unwrap_or_else(|| "`reads` names states".to_owned());
            self.report(&codes::UNKNOWN_NAME, (block, name.span), format!("there is no state `{}`", name.text), help);
        }
        found
    }

    fn value(
        &mut self,
        id: FunctionId,
        block: BlockId,
        head: &Head,
        typed: bool,
        body: &Written<ast::Expr>,
        additions: &[(BlockId, &'a Item)],
    ) {
        let declared = self.program.functions[id.index()].result.clone();
        let mut found: Vec<(Type, BlockId, Span)> = Vec::new();
        let base =
            self.inside(id, block, head, &[], |inner| clause(inner, body, typed.then_some(&declared), &mut found));
        let declared = typed.then_some(&declared);
        let exceptions = self.exceptions(id, head, (&head.name.text, None), declared, additions, &mut found);
        if !typed {
            self.program.functions[id.index()].result = self.common(&found);
        }
        let FunctionKind::Value { base: Clause { point, .. }, .. } = &self.program.functions[id.index()].kind else {
            return;
        };
        let point = *point;
        self.program.functions[id.index()].kind =
            FunctionKind::Value { base: Clause { point, body: base }, exceptions };
        let missing = matches!(body, Written::Missing(_))
            || additions
                .iter()
                .any(|(_, item)| matches!(&item.kind, ItemKind::Exception { body: Some(Written::Missing(_)), .. }));
        self.unused_parameters(id, block, head, missing);
    }

    /// The exceptions to something that is `called` so; `own` is its own label, where it is a part of another. What they give is
    /// of the `declared` type, or else added to what was `found`.
    pub(super) fn exceptions(
        &mut self,
        id: FunctionId,
        head: &Head,
        (called, own): (&str, Option<&str>),
        declared: Option<&Type>,
        additions: &[(BlockId, &'a Item)],
        found: &mut Vec<(Type, BlockId, Span)>,
    ) -> Vec<Exception> {
        let owner = self.program.functions[id.index()].name;
        let mut exceptions = Vec::new();
        let mut labels: Vec<(NameId, Vec<Name>)> = Vec::new();
        let mut seen = HashSet::new();
        for (home, addition) in additions {
            let ItemKind::Exception { label, targets, reads, when, body } = &addition.kind else { continue };
            self.same_value(*home, targets);
            let label_id = self.name(&label.text);
            if !seen.insert(label_id) {
                let message = format!("two exceptions to `{called}` are called `{}`", label.text);
                self.report(&codes::DUPLICATE_DEFINITION, (*home, label.span), message, "rename one of them");
            }
            let (when, body) = self.inside(id, *home, head, reads, |inner| {
                inner.reads_stand = "before `when`";
                let (when, told) = inner.when(when.as_ref());
                let body = body.as_ref().map(|body| inner.knowing(told, |inner| clause(inner, body, declared, found)));
                (when, body)
            });
            let body = body.or_else(|| self.taken_back(*home, (label, targets), (called, own), declared));
            let point = self.point(*home, PointKind::Exception, addition.span, Some(label_id), owner);
            exceptions.push((*home, Exception { point, when, body, excepts: Vec::new(), rank: 0 }));
            let targets = targets.iter().filter_map(|target| target.label.clone());
            labels.push((label_id, targets.filter(|target| own != Some(&target.text)).collect()));
        }
        let mut direct = self.excepted(&exceptions, &labels, called, own.is_some());
        self.prevailing_over(&exceptions, &mut direct);
        let closed = close(&direct);
        self.circular_exceptions(&closed, additions);
        let both = direct.into_iter().zip(closed);
        let ranked = exceptions.into_iter().zip(both).map(|((_, exception), (direct, closed))| {
            let rank = u16::try_from(closed.len()).unwrap_or(u16::MAX);
            let excepts = if exception.body.is_some() { closed } else { direct };
            Exception { excepts, rank, ..exception }
        });
        ranked.collect()
    }

    /// An exception of a section whose rules prevail excepts those of others, but for those that except it.
    fn prevailing_over(&self, exceptions: &[(BlockId, Exception)], direct: &mut [Vec<u16>]) {
        if self.prevailing.is_empty() {
            return;
        }
        for (at, (home, exception)) in exceptions.iter().enumerate() {
            if exception.body.is_none() {
                continue;
            }
            for (n, (other, _)) in (0_u16..).zip(exceptions) {
                let told = direct[usize::from(n)].iter().any(|named| usize::from(*named) == at);
                if self.prevails(*home, *other) && !told && !direct[at].contains(&n) {
                    direct[at].push(n);
                }
            }
        }
    }

    /// What an exception gives that says nothing of it. A part that is taken back adds nothing, or does not hold; another
    /// exception is as if it did not apply.
    fn taken_back(
        &mut self,
        home: BlockId,
        (label, targets): (&Name, &[ast::Target]),
        (called, own): (&str, Option<&str>),
        declared: Option<&Type>,
    ) -> Option<Source<Expr>> {
        let names_own = |target: &ast::Target| match &target.label {
            Some(label) => own == Some(label.text.as_str()),
            None => true,
        };
        if !targets.iter().any(names_own) {
            return None;
        }
        let nothing = match (own, declared) {
            (Some(_), Some(Type::YesNo)) => (Value::yes_no(false), Type::YesNo),
            (Some(_), _) => (Value::Number(0), Type::Number(Interval::only(0))),
            (None, _) => {
                let message = format!("this does not say what `{called}` is then");
                let help = "write `… then E`; only another exception or a part is taken back by a condition alone";
                self.report(&codes::LOGIC_SYNTAX, (home, label.span), message, help);
                return None;
            }
        };
        Some(Source::Here(make(ExprKind::Constant(nothing.0), nothing.1, label.span)))
    }

    /// An exception that excepts itself, through others: none of them could decide.
    fn circular_exceptions(&mut self, closed: &[Vec<u16>], additions: &[(BlockId, &'a Item)]) {
        let in_circle = |at: usize| closed[at].contains(&u16::try_from(at).unwrap_or(u16::MAX));
        let circle: Vec<(BlockId, &Name)> = additions
            .iter()
            .filter(|(_, item)| matches!(item.kind, ItemKind::Exception { .. }))
            .enumerate()
            .filter(|(at, _)| *at < closed.len() && in_circle(*at))
            .filter_map(|(_, (home, item))| match &item.kind {
                ItemKind::Exception { label, .. } => Some((*home, label)),
                _ => None,
            })
            .collect();
        if let [(home, first), rest @ ..] = circle.as_slice() {
            let message = match rest {
                [] => format!("the exception `{}` excepts itself", first.text),
                _ => format!("the exception `{}` excepts one that excepts it in turn", first.text),
            };
            self.report(&codes::CIRCULAR_LOGIC, (*home, first.span), message, "decide which of them comes first");
            for (home, other) in rest {
                self.related((*home, other.span), "part of the circle");
            }
        }
    }

    /// For each exception the ones it names, by index.
    fn excepted(
        &mut self,
        exceptions: &[(BlockId, Exception)],
        labels: &[(NameId, Vec<Name>)],
        value: &str,
        is_part: bool,
    ) -> Vec<Vec<u16>> {
        // Of two with one label, the first.
        let mut labelled: HashMap<NameId, u16> = HashMap::new();
        for ((label, _), at) in labels.iter().zip(0..) {
            labelled.entry(*label).or_insert(at);
        }
        let mut direct = Vec::new();
        for ((home, _), (_, targets)) in exceptions.iter().zip(labels) {
            let mut found = Vec::new();
            for target in targets {
                let name = self.name(&target.text);
                if let Some(at) = labelled.get(&name) {
                    found.push(*at);
                    continue;
                }
                // Of a part it was looked before what it names.
                if is_part {
                    continue;
                }
                let own = labels[direct.len()].0;
                let others = || {
                    let others = labels.iter().filter(|(label, _)| *label != own);
                    others.map(|(label, _)| self.program.name(*label))
                };
                let help = self.meant(&target.text, others()).unwrap_or_else(|| {
                    if others().next().is_none() {
                        format!("no other exception is written `to {value}`; to except what it says otherwise, write `to {value}`")
                    } else {
                        format!("its exceptions are: {}", names::listed(others()))
                    }
                });
                let message = format!("`{value}` has no exception `{}`", target.text);
                self.report(&codes::UNKNOWN_NAME, (*home, target.span), message, help);
            }
            direct.push(found);
        }
        direct
    }

    /// The type of a value whose type is not written: that of all its clauses.
    fn common(&mut self, types: &[(Type, BlockId, Span)]) -> Type {
        let mut common = Common::default();
        for (ty, block, span) in types {
            if let Err(before) = common.add(ty) {
                let (words, before) = (self.program.describe(ty), self.program.describe(&before));
                let message = format!("this is {words}, but the value is {before} elsewhere");
                self.report(
                    &codes::TYPE_MISMATCH,
                    (*block, *span),
                    message,
                    "let every clause give the same kind of thing",
                );
            }
        }
        common.ty().unwrap_or(Type::Unknown)
    }

    fn modifier(
        &mut self,
        id: FunctionId,
        block: BlockId,
        head: &Head,
        caps: [Option<&ast::Expr>; 2],
        contributions: &[ast::Contribution],
        additions: &[(BlockId, &'a Item)],
    ) {
        let parts = self.contributions(id, block, head, contributions, additions, false);
        let [at_least, at_most] = self.inside(id, block, head, &[], |inner| {
            let typed = caps.map(|cap| cap.map(|cap| (inner.number(cap, "the cap"), cap.span)));
            if let [Some((at_least, _)), Some((at_most, span))] = &typed
                && let (Type::Number(least), Type::Number(most)) = (&at_least.ty, &at_most.ty)
                && let (Some(low), Some(high)) = (least.low, most.high)
                && low > high
            {
                let message = format!("the total cannot be at least {low} and at most {high}");
                inner.report(&codes::OUT_OF_RANGE, *span, message, "exchange the two, or change one of them");
            }
            typed.map(|cap| cap.map(|(cap, _)| cap))
        });
        self.program.functions[id.index()].kind = FunctionKind::Modifier { at_least, at_most, contributions: parts };
    }

    fn contributions(
        &mut self,
        id: FunctionId,
        block: BlockId,
        head: &Head,
        own: &[ast::Contribution],
        additions: &[(BlockId, &'a Item)],
        permission: bool,
    ) -> Vec<Contribution> {
        let mut lists: Vec<(BlockId, &[Name], &[ast::Contribution])> = vec![(block, &[], own)];
        for (home, addition) in additions {
            if let ItemKind::AddTo { reads, contributions, .. } = &addition.kind {
                lists.push((*home, reads, contributions));
            }
        }
        let owner = self.program.functions[id.index()].name;
        let mut parts: Vec<Contribution> = Vec::new();
        let mut homes: Vec<(BlockId, Span)> = Vec::new();
        let mut labels = HashSet::new();
        let declared = self.program.functions[id.index()].result.clone();
        let mut first = true;
        for (home, reads, list) in lists {
            let stands = if first { "behind the name or the parameters" } else { "behind the name" };
            first = false;
            let bodies = self.inside(id, home, head, reads, |inner| {
                inner.reads_stand = stands;
                list.iter().map(|part| contribution(inner, part, &declared, permission)).collect::<Vec<_>>()
            });
            for (part, (when, body)) in list.iter().zip(bodies) {
                let label = part.label.as_ref().map(|label| (self.name(&label.text), label.span));
                if let Some((label, span)) = label
                    && !labels.insert(label)
                {
                    let message =
                        format!("two parts of `{}` are called `{}`", head.name.text, self.program.name(label));
                    self.report(&codes::DUPLICATE_DEFINITION, (home, span), message, "rename one of them");
                }
                let point = self.point(home, PointKind::Contribution, part.span, label.map(|(label, _)| label), owner);
                homes.push((home, part.span));
                parts.push(Contribution { point, when, body });
            }
        }
        self.excepted_parts(id, head, &mut parts, &homes, additions);
        parts
    }

    /// Lets exceptions reach a modifier or permission as a whole; with them it is known which parameters nothing asks for.
    fn with_whole(&mut self, id: FunctionId, block: BlockId, head: &Head, whole: &[(BlockId, &'a Item)]) {
        let missing = match &self.program.functions[id.index()].kind {
            FunctionKind::Modifier { contributions, .. } | FunctionKind::Permission { contributions, .. } => {
                contributions.iter().any(|part| matches!(part.body, Source::Missing(_)))
            }
            _ => false,
        };
        self.excepted_whole(id, block, head, whole);
        self.unused_parameters(id, block, head, missing);
    }
}

/// The body of a base or an exception.
fn clause(
    inner: &mut Body<'_, '_>,
    body: &Written<ast::Expr>,
    declared: Option<&Type>,
    found: &mut Vec<(Type, BlockId, Span)>,
) -> Source<Expr> {
    match (body, declared) {
        (Written::Missing(missing), _) => Source::Missing(missing.source.clone()),
        (Written::Written(expr), Some(declared)) => {
            let making = making_here(inner);
            Source::Here(inner.expr_made(expr, declared, making, "the value"))
        }
        (Written::Written(expr), None) => {
            let value = inner.expr(expr);
            found.push((value.ty.clone(), inner.block, expr.span));
            Source::Here(value)
        }
    }
}

/// The condition and the body of a contribution.
fn contribution(
    inner: &mut Body<'_, '_>,
    part: &ast::Contribution,
    declared: &Type,
    permission: bool,
) -> (Option<Expr>, Source<Expr>) {
    let (when, told) = inner.when(part.when.as_ref());
    let body = inner.knowing(told, |inner| match &part.body {
        Written::Missing(missing) => Source::Missing(missing.source.clone()),
        Written::Written(expr) if permission => Source::Here(inner.condition(expr)),
        Written::Written(expr) => {
            let typed = inner.number(expr, "a contribution");
            // Only the sum has to lie in the declared range, but each part of a whole number is whole.
            // What the type rounds may come from parts of any kind.
            let making = making_here(inner);
            let any = *declared == Type::Fraction || making.rounding.is_some();
            let each = if any { Type::Fraction } else { Type::NUMBER };
            Source::Here(inner.fit(typed, &each, CONTRIBUTION))
        }
    });
    (when, body)
}

/// What becomes of a number that the function gives in which this stands.
fn making_here(inner: &Body<'_, '_>) -> Making {
    match inner.definition {
        Some(Definition::Function(id)) => inner.compiler.program.functions[id.index()].making,
        _ => Making::default(),
    }
}

/// For each exception all that it excepts, directly or through others. A circle ends where it began.
fn close(direct: &[Vec<u16>]) -> Vec<Vec<u16>> {
    (0..direct.len())
        .map(|at| {
            let mut reached = vec![false; direct.len()];
            let mut open = direct[at].clone();
            while let Some(next) = open.pop() {
                let next = usize::from(next);
                if next < direct.len() && !std::mem::replace(&mut reached[next], true) {
                    open.extend(&direct[next]);
                }
            }
            (0..).zip(reached).filter_map(|(next, reached)| reached.then_some(next)).collect()
        })
        .collect()
}
