//! The first pass: which names there are, and the types of everything that is declared.

use std::collections::{HashMap, HashSet};

use super::whenever::End;
use super::{Changes, Compiler, Global, Progress};
use crate::diagnostic::codes;
use crate::logic::program::{
    BlockId, EntityType, Field, Function, FunctionId, FunctionKind, Local, Origin, PointKind, Procedure, ProcedureId,
    Record, Source, State, StateId,
};
use crate::logic::syntax::ast::{
    self, Body, Expr, ExprKind, Head, Item, ItemKind, Missing, Name, Param, Span, Target, TypeKind,
};
use crate::logic::types::{EntityTypeId, Making, RecordId, Type};
use crate::logic::value::Value;

/// How many numbers may be the keys of a map that begins with something for each.
const MOST_KEYS: i64 = 1000;

impl<'a> Compiler<'a> {
    pub(super) fn declare(&mut self) {
        let items = self.items(false);
        self.look_ahead(&items);
        self.declare_type_names(&items);
        self.declare_options();
        self.declare_data();
        self.declare_fields(&items);
        self.declare_starts(&items);
        for (block, item) in &items {
            self.declare_global(*block, item);
        }
        let rules = Self::names_of_rules(&items);
        for (block, item) in items {
            match &item.kind {
                ItemKind::Exception { targets, .. } => {
                    if let Some(target) = targets.first() {
                        let name = target.name.text.as_str();
                        if rules.contains(name) && !self.globals.contains_key(name) {
                            self.same_value(block, targets);
                            self.except_rule(block, item, &target.name);
                            continue;
                        }
                        let reaches = if target.label.is_some() { has_labels } else { is_whole };
                        self.addition(block, item, &target.name, ("value or rule", &rules), reaches);
                    }
                }
                ItemKind::AddTo { target, allowed, .. } => {
                    self.same_mode(block, target, *allowed);
                    self.addition(block, item, target, ("modifier or permission", &HashSet::new()), |kind| {
                        matches!(kind, FunctionKind::Modifier { .. } | FunctionKind::Permission { .. })
                    });
                }
                ItemKind::Joined { .. } => self.joined_rule(block, item),
                ItemKind::Chosen { target, name, by } => self.order_chosen(block, target, (name, by)),
                ItemKind::Whenever { .. } => self.follower(block, item),
                ItemKind::Ends { name, ahead, when } => {
                    self.ends.push(End { block, name, ahead, when, span: item.span });
                }
                ItemKind::Assume { target, .. } => {
                    let message = format!("`assume {}` stands in a section", target.name.text);
                    let help = "assumptions stand in `assumptions.yaml`, in a set with its reason";
                    self.report(&codes::BAD_ASSUMPTION, (block, item.span), message, help);
                }
                _ => {}
            }
        }
        for (block, item) in self.items(true) {
            if !matches!(item.kind, ItemKind::Assume { .. }) {
                let help = "a set of assumptions holds `assume …` alone; definitions stand in sections";
                self.report(&codes::BAD_ASSUMPTION, (block, item.span), "this is no assumption", help);
            }
        }
    }

    /// What may be named before it is declared: types that stand for others, and states by the numbers they will get.
    fn look_ahead(&mut self, items: &[(BlockId, &'a Item)]) {
        for (block, item) in items {
            match &item.kind {
                ItemKind::Alias { name, .. } => {
                    self.aliases.entry(&name.text).or_insert((*block, item));
                }
                ItemKind::State { name, .. } => {
                    let next = StateId(u16::try_from(self.states.len()).unwrap_or(u16::MAX));
                    self.states.entry(&name.text).or_insert(next);
                }
                _ => {}
            }
        }
    }

    fn declare_type_names(&mut self, items: &[(BlockId, &'a Item)]) {
        for (block, item) in items {
            match &item.kind {
                ItemKind::Enumeration { name, members } => self.enumeration(*block, name, members),
                ItemKind::Each { name, column, table } => {
                    if let Some(members) = self.words_in_column(*block, column, table) {
                        self.enumeration(*block, name, &members);
                    }
                }
                ItemKind::Entity { name, .. } => {
                    let id = EntityTypeId(u16::try_from(self.program.entities.len()).unwrap_or(u16::MAX));
                    let owner = self.name(&name.text);
                    let point = self.point(*block, PointKind::Definition, name.span, None, owner);
                    if self.declare_type(*block, name, Type::Entity(id)) {
                        self.program.entities.push(EntityType {
                            name: name.text.clone(),
                            fields: Vec::new(),
                            starts: Vec::new(),
                            point,
                        });
                    }
                }
                ItemKind::Record { name, .. } => {
                    let id = RecordId(u16::try_from(self.program.records.len()).unwrap_or(u16::MAX));
                    if self.declare_type(*block, name, Type::Record(id)) {
                        self.program.records.push(Record { name: name.text.clone(), fields: Vec::new() });
                    }
                }
                _ => {}
            }
        }
    }

    fn enumeration(&mut self, block: BlockId, name: &Name, members: &[Name]) {
        let mut symbols = Vec::new();
        let mut seen = HashSet::new();
        for member in members {
            let symbol = self.symbol(&member.text);
            if seen.insert(symbol) {
                symbols.push(symbol);
            } else {
                let message = format!("`{}` stands twice among the members of `{}`", member.text, name.text);
                self.report(&codes::DUPLICATE_DEFINITION, (block, member.span), message, "take one of them out");
            }
        }
        let ty = super::types::members(&symbols);
        if self.declare_type(block, name, ty) {
            let owner = self.name(&name.text);
            for member in members {
                let symbol = self.symbol(&member.text);
                let point = self.point(block, PointKind::Definition, member.span, None, owner);
                self.program.member_points.entry(symbol).or_insert(point);
            }
            self.enumerated(&name.text, &symbols);
            self.program.enumerate(name.text.clone(), symbols);
        }
    }

    fn declare_type(&mut self, block: BlockId, name: &Name, ty: Type) -> bool {
        if let Some((_, home, span)) = self.types.get(&name.text).cloned() {
            self.twice(block, name, (home, span));
            return false;
        }
        self.types.insert(name.text.clone(), (ty, block, name.span));
        true
    }

    pub(super) fn twice(&mut self, block: BlockId, name: &Name, first: (BlockId, Span)) {
        let message = format!("`{}` is defined twice", name.text);
        let help = match self.globals.get(&name.text).map(|(global, ..)| *global) {
            Some(Global::Data(_)) => "a data table of the book has this name: choose another",
            Some(Global::Option(_)) => "an option of the book has this name: choose another",
            Some(Global::Function(_)) => {
                "rename one of them, or make the second an `exception … to` or `add to` the first"
            }
            _ => "rename one of them",
        };
        self.report(&codes::DUPLICATE_DEFINITION, (block, name.span), message, help);
        if first.1 != Span::default() {
            self.related(first, "first here");
        }
    }

    fn declare_fields(&mut self, items: &[(BlockId, &'a Item)]) {
        for (block, item) in items {
            match &item.kind {
                ItemKind::Alias { name, of, making } => {
                    self.makes_numbers(*block, name, of, *making);
                    let first = self.types.get(&name.text).map(|(_, home, span)| (*home, *span));
                    match first {
                        Some((home, span)) if (home, span) != (*block, name.span) => {
                            self.twice(*block, name, (home, span));
                        }
                        Some(_) => {}
                        None => {
                            self.resolving.push(name.text.clone());
                            let ty = self.resolve(*block, of);
                            self.resolving.pop();
                            self.types.insert(name.text.clone(), (ty, *block, name.span));
                        }
                    }
                }
                ItemKind::Entity { name, fields, .. } => {
                    let fields = self.fields(*block, fields, "fields");
                    if let Some((Type::Entity(id), home, span)) = self.types.get(&name.text)
                        && (*home, *span) == (*block, name.span)
                    {
                        let entity = &mut self.program.entities[usize::from(id.0)];
                        entity.starts = vec![None; fields.len()];
                        entity.fields = fields;
                    }
                }
                ItemKind::Record { name, fields } => {
                    let fields = self.fields(*block, fields, "fields");
                    if let Some((Type::Record(id), home, span)) = self.types.get(&name.text)
                        && (*home, *span) == (*block, name.span)
                    {
                        self.program.records[usize::from(id.0)].fields = fields;
                    }
                }
                _ => {}
            }
        }
        self.add_fields(items);
        self.records_in_themselves(items);
        self.program.aliases = self.types.iter().map(|(name, (ty, ..))| (name.clone(), ty.clone())).collect();
    }

    /// Fields that other sections add to types of things.
    fn add_fields(&mut self, items: &[(BlockId, &'a Item)]) {
        for (block, item) in items {
            let ItemKind::AddFields { target, fields, .. } = &item.kind else { continue };
            let ty = self.types.get(&target.text).map(|(ty, ..)| ty.clone());
            let Some(Type::Entity(id)) = ty else {
                match ty {
                    Some(ty) => {
                        let is = self.program.describe(&ty);
                        let message = format!("`{}` is {is}, and fields are added to things", target.text);
                        self.report(&codes::TYPE_MISMATCH, (*block, target.span), message, "name an entity type");
                    }
                    None => self.no_entity_type(*block, target),
                }
                continue;
            };
            let added = self.fields(*block, fields, "fields");
            for field in added {
                let known = &mut self.program.entities[usize::from(id.0)];
                if known.fields.iter().any(|other| other.name == field.name) {
                    let name = self.program.name(field.name).to_owned();
                    let span = fields
                        .iter()
                        .find(|param| param.name.text == name)
                        .map_or(target.span, |param| param.name.span);
                    let message = format!("`{}` has a field `{name}` already", target.text);
                    self.report(&codes::DUPLICATE_DEFINITION, (*block, span), message, "rename one of them");
                    continue;
                }
                if known.fields.len() >= super::types::MOST_FIELDS {
                    let message = format!("`{}` has more than {} fields", target.text, super::types::MOST_FIELDS);
                    let help = "make records of those that belong together";
                    self.report(&codes::LOGIC_TOO_COMPLEX, (*block, target.span), message, help);
                    break;
                }
                known.fields.push(field);
                known.starts.push(None);
            }
        }
    }

    /// Only numbers are rounded or cut; and only such as have ends are cut.
    fn makes_numbers(&mut self, block: BlockId, name: &Name, of: &ast::Type, making: Making) {
        let number = matches!(of.kind, TypeKind::Number(..) | TypeKind::Fraction | TypeKind::Named(_));
        let ends = !matches!(of.kind, TypeKind::Number(None, None) | TypeKind::Fraction);
        let (message, help) = if !making.is_nothing() && !number {
            ("only numbers are rounded or cut", "write `type Crowns is number, rounded down`")
        } else if making.cut && !ends {
            ("a number without ends is never cut", "write its range: `type Die is 1..6, cut`")
        } else {
            return;
        };
        self.report(&codes::TYPE_MISMATCH, (block, name.span.to(of.span)), message, help);
    }

    /// What fields of things hold at first.
    fn declare_starts(&mut self, items: &[(BlockId, &'a Item)]) {
        for (block, item) in items {
            let (name, starts, added) = match &item.kind {
                ItemKind::Entity { name, starts, .. } => (name, starts, false),
                ItemKind::AddFields { target, starts, .. } => (target, starts, true),
                _ => continue,
            };
            let Some((Type::Entity(id), home, span)) = self.types.get(&name.text).cloned() else { continue };
            if !added && (home, span) != (*block, name.span) {
                continue;
            }
            for (field, start) in starts {
                let known = &self.program.entities[usize::from(id.0)].fields;
                let Some(at) = known.iter().position(|known| self.program.name(known.name) == field.text) else {
                    continue;
                };
                let ty = known[at].ty.clone();
                let start = self.constant(*block, start, &ty, &field.text);
                self.program.entities[usize::from(id.0)].starts[at] = start;
            }
        }
    }

    /// A record with a field that holds a record of the same kind has no end.
    fn records_in_themselves(&mut self, items: &[(BlockId, &'a Item)]) {
        for (block, item) in items {
            let ItemKind::Record { name, fields } = &item.kind else { continue };
            let Some((Type::Record(id), ..)) = self.types.get(&name.text) else { continue };
            let own = *id;
            for field in fields {
                let name_id = self.name(&field.name.text);
                let known = &self.program.records[usize::from(own.0)].fields;
                let Some(found) = known.iter().find(|known| known.name == name_id) else { continue };
                if self.reaches(&found.ty, own) {
                    let message = format!("a record of `{}` would hold another of itself without end", name.text);
                    let help = "write `… or none`, or a list of them";
                    self.report(&codes::CIRCULAR_LOGIC, (*block, field.ty.span), message, help);
                }
            }
        }
    }

    /// Whether a value of the type always holds a record of that kind.
    fn reaches(&self, from: &Type, target: RecordId) -> bool {
        let mut seen = Vec::new();
        let mut open = vec![from];
        while let Some(ty) = open.pop() {
            if let Type::Record(id) = ty
                && !seen.contains(id)
            {
                if *id == target {
                    return true;
                }
                seen.push(*id);
                open.extend(self.program.records[usize::from(id.0)].fields.iter().map(|field| &field.ty));
            }
        }
        false
    }

    fn declare_global(&mut self, block: BlockId, item: &'a Item) {
        match &item.kind {
            ItemKind::State { name, ty, start } => self.state(block, name, ty, start.as_ref()),
            ItemKind::Graph { name, body } => self.graph(block, name, body),
            ItemKind::Judgement { head, ty } => {
                let ty = self.resolve(block, ty);
                self.function(block, item, head, ty, FunctionKind::Judgement);
            }
            ItemKind::Value { head, ty, .. } => {
                let ty = ty.as_ref().map_or(Type::Nothing, |ty| self.resolve(block, ty));
                let owner = self.name(&head.name.text);
                let point = self.point(block, PointKind::Base, item.span, None, owner);
                let base = crate::logic::program::Clause { point, body: Source::Missing(None) };
                self.function(block, item, head, ty, FunctionKind::Value { base, exceptions: Vec::new() });
            }
            ItemKind::Modifier { head, ty, .. } => {
                let ty = ty.as_ref().map_or(Type::NUMBER, |ty| self.resolve(block, ty));
                let kind = FunctionKind::Modifier { at_least: None, at_most: None, contributions: Vec::new() };
                self.function(block, item, head, ty, kind);
            }
            ItemKind::Permission { head, allowed, .. } => {
                let kind = FunctionKind::Permission { allowed: *allowed, contributions: Vec::new() };
                self.function(block, item, head, Type::YesNo, kind);
            }
            ItemKind::Table { head, outputs, .. } => {
                self.parameter_and_output(block, head, outputs);
                let outputs = self.fields(block, outputs, "outputs");
                let ty = match outputs.as_slice() {
                    [one] => one.ty.clone(),
                    _ => Type::Record(self.record(Record { name: head.name.text.clone(), fields: outputs.clone() })),
                };
                self.function(block, item, head, ty, FunctionKind::Table { outputs, rows: Vec::new() });
            }
            ItemKind::Procedure { head, outputs, changes, body } => {
                let missing = if let Body::Missing(missing) = body { Some(missing) } else { None };
                self.procedure(block, item, head, outputs, changes, missing);
            }
            _ => {}
        }
    }

    fn state(&mut self, block: BlockId, name: &Name, written: &ast::Type, start: Option<&Expr>) {
        let ty = self.resolve(block, written);
        let id = StateId(u16::try_from(self.program.states.len()).unwrap_or(u16::MAX));
        if !self.declare_name(block, name, Global::State(id)) {
            return;
        }
        let name_id = self.name(&name.text);
        let point = self.point(block, PointKind::Definition, name.span, None, name_id);
        let making = self.making_of(written);
        let start = start.and_then(|start| self.constant(block, start, &ty, &name.text));
        self.program.states.push(State { name: name_id, ty, making, start, point });
    }

    /// What an expression without names of state or chance always is.
    fn constant(&mut self, block: BlockId, expr: &Expr, ty: &Type, what: &str) -> Option<Value> {
        if let ExprKind::Each(of) = &expr.kind {
            return self.one_each(block, of, ty, what);
        }
        let value = self.literal(expr, ty);
        if value.is_none() && *ty != Type::Unknown {
            let number = matches!(expr.kind, ExprKind::Number(_) | ExprKind::Negate(_));
            let (code, help) = match ty.without_none() {
                Type::Number(_) if number => {
                    (&codes::OUT_OF_RANGE, "change the number, or the declared range".to_owned())
                }
                Type::Symbols(_) => {
                    let name = if let ExprKind::Name(name) = &expr.kind { name } else { "" };
                    (&codes::TYPE_MISMATCH, self.nearest_member(name, ty).unwrap_or_default())
                }
                _ => {
                    let help = "write a plain value: a number, yes, no, none, a member, or a list of them";
                    (&codes::TYPE_MISMATCH, help.to_owned())
                }
            };
            let message = format!("`{what}` is {} and cannot begin as this", self.program.describe(ty));
            self.report(code, (block, expr.span), message, help);
        }
        value
    }

    /// A map with this for each of its keys.
    fn one_each(&mut self, block: BlockId, of: &Expr, ty: &Type, what: &str) -> Option<Value> {
        let keyed = if let Type::Map(key, value) = ty { key.listed(MOST_KEYS).map(|keys| (keys, value)) } else { None };
        let Some((keys, value)) = keyed else {
            if *ty != Type::Unknown {
                let message = format!("`{what}` is {}, and has nothing each", self.program.describe(ty));
                let help = format!(
                    "only a map begins with something for each of its keys: members, yes/no, or up to {MOST_KEYS} numbers"
                );
                self.report(&codes::TYPE_MISMATCH, (block, of.span), message, help);
            }
            return None;
        };
        let value = self.constant(block, of, value, what)?;
        Some(Value::map(keys.into_iter().map(|key| (key, value.clone())).collect()))
    }

    fn function(&mut self, block: BlockId, item: &'a Item, head: &'a Head, result: Type, kind: FunctionKind) {
        let id = FunctionId(u16::try_from(self.program.functions.len()).unwrap_or(u16::MAX));
        let params = self.fields(block, &head.params, "parameters");
        if !self.declare_name(block, &head.name, Global::Function(id)) {
            return;
        }
        let name = self.name(&head.name.text);
        let point = self.point(block, PointKind::Definition, head.name.span, None, name);
        let slots = u16::try_from(params.len()).unwrap_or(u16::MAX);
        let written = match &item.kind {
            ItemKind::Value { ty, .. } | ItemKind::Modifier { ty, .. } => ty.as_ref(),
            _ => None,
        };
        self.program.functions.push(Function {
            name,
            point,
            params,
            slots,
            result,
            making: written.map_or_else(Making::default, |written| self.making_of(written)),
            kind,
            inner: false,
            without: Vec::new(),
        });
        self.function_items.push((block, item, Progress::Declared));
    }

    fn procedure(
        &mut self,
        block: BlockId,
        item: &'a Item,
        head: &'a Head,
        written: &[Param],
        changes: &[Name],
        missing: Option<&Missing>,
    ) {
        let id = ProcedureId(u16::try_from(self.program.procedures.len()).unwrap_or(u16::MAX));
        let params = self.fields(block, &head.params, "parameters");
        let outputs = self.fields(block, written, "outputs");
        self.parameter_and_output(block, head, written);
        if !self.declare_name(block, &head.name, Global::Procedure(id)) {
            return;
        }
        let name = self.name(&head.name.text);
        let point = self.point(block, PointKind::Definition, head.name.span, None, name);
        let result = self.record(Record { name: head.name.text.clone(), fields: outputs.clone() });
        let local = |field: &Field| Local { name: Some(field.name), ty: field.ty.clone() };
        let locals = params.iter().chain(&outputs).map(local).collect();
        // What another document does is known only from what is said of it.
        let said = missing.is_some() || !changes.is_empty();
        let changes = self.resolve_changes(block, changes);
        self.program.procedures.push(Procedure {
            name,
            point,
            params,
            outputs,
            result,
            locals,
            code: Source::Missing(missing.and_then(|missing| missing.source.clone())),
            origin: Origin::Written,
        });
        self.procedure_items.push((block, item));
        self.changed.push(if missing.is_some() { changes.clone() } else { Changes::default() });
        self.said.push(said.then_some(changes));
    }

    fn parameter_and_output(&mut self, block: BlockId, head: &Head, outputs: &[Param]) {
        let params: HashMap<&str, Span> =
            head.params.iter().rev().map(|param| (param.name.text.as_str(), param.name.span)).collect();
        for output in outputs {
            if let Some(param) = params.get(output.name.text.as_str()) {
                let message = format!("`{}` is a parameter and an output", output.name.text);
                self.report(&codes::DUPLICATE_DEFINITION, (block, output.name.span), message, "rename one of them");
                self.related((block, *param), "the parameter");
            }
        }
    }

    fn resolve_changes(&mut self, block: BlockId, written: &[Name]) -> Changes {
        let mut changes = Changes::default();
        for name in written {
            if let Some((Type::Entity(id), ..)) = self.types.get(&name.text) {
                changes.entities.insert(*id);
            } else if let Some(state) = self.states.get(name.text.as_str()) {
                changes.states.insert(*state);
            } else {
                let known = self.states.keys().copied().chain(self.types.keys().map(String::as_str));
                let help = self
                    .meant(&name.text, known)
                    .unwrap_or_else(|| "`changes` names states and entity types".to_owned());
                let message = format!("there is no state or entity type `{}`", name.text);
                self.report(&codes::UNKNOWN_NAME, (block, name.span), message, help);
            }
        }
        changes
    }

    fn declare_name(&mut self, block: BlockId, name: &Name, global: Global) -> bool {
        if let Some((_, home, span)) = self.globals.get(&name.text).copied() {
            self.twice(block, name, (home, span));
            return false;
        }
        self.globals.insert(name.text.clone(), (global, block, name.span));
        true
    }

    /// What is added to a permission repeats its words, so that a reader need not look them up.
    fn same_mode(&mut self, block: BlockId, target: &Name, written: Option<bool>) {
        let Some((Global::Function(id), ..)) = self.globals.get(&target.text) else { return };
        let words = |allowed: bool| if allowed { "allowed except" } else { "forbidden unless" };
        let name = &target.text;
        let (message, help) = match (&self.program.functions[id.index()].kind, written) {
            (FunctionKind::Permission { allowed, .. }, Some(written)) if *allowed == written => return,
            (FunctionKind::Permission { allowed, .. }, _) => {
                let words = words(*allowed);
                (format!("`{name}` is `{words}`"), format!("write `add to {name} {words}`"))
            }
            (FunctionKind::Modifier { .. }, Some(written)) => {
                let message = format!("`{name}` is a modifier, and `{}` goes with a permission", words(written));
                (message, format!("write `add to {name}`"))
            }
            _ => return,
        };
        self.report(&codes::TYPE_MISMATCH, (block, target.span), message, help);
    }

    fn addition(
        &mut self,
        block: BlockId,
        item: &'a Item,
        target: &Name,
        (what, rules): (&str, &HashSet<&str>),
        fits: fn(&FunctionKind) -> bool,
    ) {
        let function = match self.globals.get(&target.text) {
            Some((Global::Function(id), ..)) if fits(&self.program.functions[id.index()].kind) => Some(*id),
            _ => None,
        };
        if let Some(function) = function {
            self.additions.entry(function).or_default().push((block, item));
            return;
        }
        if let Some((global, home, span)) = self.globals.get(&target.text).copied() {
            let (is, help) = self.kind_of(global);
            let message = format!("`{}` is {is}, not a {what}", target.text);
            self.report(&codes::TYPE_MISMATCH, (block, target.span), message, help);
            if span != Span::default() {
                self.related((home, span), "defined here");
            }
            return;
        }
        let message = format!("there is no {what} `{}`", target.text);
        let known = || {
            let functions = self.program.functions.iter().filter(|function| fits(&function.kind));
            functions.map(|function| self.program.name(function.name)).chain(rules.iter().copied())
        };
        let help = self.meant(&target.text, known()).unwrap_or_else(|| {
            let few: Vec<&str> = known().take(7).collect();
            match few.len() {
                0 => format!("the book has no {what} yet: write it first"),
                1..=6 => format!("there is: {}", few.join(", ")),
                _ => format!("name a {what} of this book"),
            }
        });
        self.report(&codes::UNKNOWN_NAME, (block, target.span), message, help);
    }

    /// What a name stands for, and how another section adds to it.
    pub(super) fn kind_of(&self, global: Global) -> (&'static str, &'static str) {
        match global {
            Global::State(_) => ("a state", "procedures change a state: `set … to …`"),
            Global::Procedure(_) => ("a procedure", "a rule joins it: `before …`, `after …` or `instead of …`"),
            Global::Graph(_) => ("a graph", "leave links out with `by link where …` where the graph is asked"),
            Global::Data(_) => ("a data table", "write what is different into a value that asks the table"),
            Global::Option(_) => ("an option", "compare it with one of its readings: `… is …`"),
            Global::Function(id) => match self.program.functions[id.index()].kind {
                FunctionKind::Value { .. } => ("a value", "write `exception … to …`"),
                FunctionKind::Modifier { .. } => (
                    "a modifier",
                    "write `add to …` and a contribution below it, or `exception … to …`, of it or of a contribution",
                ),
                FunctionKind::Permission { .. } => {
                    ("a permission", "write `add to …` and a case below it, or `exception … to …`, of it or of a case")
                }
                FunctionKind::Table { .. } => ("a table", "write `exception … to …`, which reaches it as a whole"),
                FunctionKind::Judgement => ("a judgement", "the players decide it"),
            },
        }
    }

    /// The targets of an exception must all belong to one value.
    pub(super) fn same_value(&mut self, block: BlockId, targets: &[Target]) {
        if let [first, rest @ ..] = targets
            && let Some(other) = rest.iter().find(|other| other.name.text != first.name.text)
        {
            let message = format!("an exception to `{}` cannot except `{}` too", first.name.text, other.name.text);
            self.report(&codes::TYPE_MISMATCH, (block, other.name.span), message, "write a second exception for it");
        }
    }
}

/// Whether exceptions name parts of it: exceptions of a value, contributions, cases.
fn has_labels(kind: &FunctionKind) -> bool {
    matches!(kind, FunctionKind::Value { .. } | FunctionKind::Modifier { .. } | FunctionKind::Permission { .. })
}

/// Whether exceptions reach it as a whole.
fn is_whole(kind: &FunctionKind) -> bool {
    !matches!(kind, FunctionKind::Judgement)
}
