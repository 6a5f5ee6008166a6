//! What the names of a program stand for: readers' words for them are looked up by that, for one name may stand for several
//! things.

use std::collections::{BTreeMap, BTreeSet};

use super::{AssumedBody, FunctionKind, NameId, Origin, PointId, Program};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A definition or a state, of which the book has one.
    Definition,
    /// A parameter, an output, a field, or what steps call something: it belongs to a definition.
    Inner,
    /// An exception, a contribution or a case.
    Part,
    /// A member of a type.
    Member,
    /// An option or a reading of one.
    Option,
    /// A thing that an example names.
    Thing,
    /// A key as it is written in an example: anything that has a value.
    Key,
    /// A value as it is written: a member of a type, or a thing.
    Value,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Definition, Self::Inner, Self::Part, Self::Member, Self::Option, Self::Thing, Self::Key, Self::Value];

    /// Whether this is said of what is declared in that role.
    fn fits(self, declared: Self) -> bool {
        match self {
            Self::Definition | Self::Inner | Self::Part | Self::Member => self == declared,
            // What steps make is called as they call it, and a thing of an example often as the parameter for it.
            Self::Thing | Self::Value => declared == Self::Inner,
            Self::Key => true,
            Self::Option => false,
        }
    }
}

/// A name that a trace can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleName {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub role: Role,
    /// The section that has it; none if only an assumption has it.
    pub section: Option<String>,
    /// Where it stands there first: the definition, exception or contribution.
    pub point: PointId,
}

/// Every name that a trace can show.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    /// Once for each role and section, in the order of their places.
    pub visible: Vec<VisibleName>,
    /// What each name stands for; a hyphen is an underscore.
    by_name: BTreeMap<String, Declared>,
}

/// What a name stands for in the sections that declare it.
#[derive(Clone, Debug, Default)]
struct Declared {
    by_section: BTreeMap<String, BTreeSet<Role>>,
    /// For each role the section that is the first to declare it.
    first: BTreeMap<Role, (PointId, String)>,
}

impl Roles {
    /// The section in which what the name stands for is declared: this one, if it is there, or else the first.
    pub fn home<'s>(&'s self, name: &str, role: Role, section: &'s str) -> Option<&'s str> {
        if self.declares(name, role, section) {
            return Some(section);
        }
        let first = &self.by_name.get(name)?.first;
        let fitting = first.iter().filter(|(declared, _)| role.fits(**declared));
        fitting.map(|(_, first)| first).min().map(|(_, section)| section.as_str())
    }

    /// What exactly it is: a value is a member, if a type has one of that name, or else a thing; an output that nobody named is
    /// called as its definition.
    pub fn exactly(&self, name: &str, role: Role) -> Role {
        let is = |role: Role| self.by_name.get(name).is_some_and(|declared| declared.first.contains_key(&role));
        match role {
            Role::Value if is(Role::Member) => Role::Member,
            Role::Value => Role::Thing,
            Role::Inner if !is(Role::Inner) => Role::Key,
            role => role,
        }
    }

    /// Whether a section has that name, and only for something else.
    pub fn is_other(&self, name: &str, role: Role, section: &str) -> bool {
        self.in_section(name, section).is_some_and(|declared| !declared.iter().any(|declared| role.fits(*declared)))
    }

    /// Whether a section has that name for this.
    pub fn declares(&self, name: &str, role: Role, section: &str) -> bool {
        self.in_section(name, section).is_some_and(|declared| declared.iter().any(|declared| role.fits(*declared)))
    }

    fn in_section(&self, name: &str, section: &str) -> Option<&BTreeSet<Role>> {
        self.by_name.get(name)?.by_section.get(section)
    }

    pub(super) fn of(program: &Program) -> Self {
        let mut found = Finder { program, seen: BTreeSet::new(), first: BTreeMap::new() };
        found.all();
        let named = found.first.into_iter().flat_map(|(point, names)| names.into_iter().map(move |name| (point, name)));
        let mut roles = Self::default();
        for (point, (name, role)) in named {
            let block = program.block_of(point);
            let section = (!block.assumed).then(|| block.id.clone());
            if let Some(section) = &section {
                let declared = roles.by_name.entry(name.replace('-', "_")).or_default();
                declared.by_section.entry(section.clone()).or_default().insert(role);
                declared.first.entry(role).or_insert_with(|| (point, section.clone()));
            }
            roles.visible.push(VisibleName { name: name.to_owned(), role, section, point });
        }
        roles
    }
}

struct Finder<'p> {
    program: &'p Program,
    seen: BTreeSet<(&'p str, Role, u16)>,
    first: BTreeMap<PointId, Vec<(&'p str, Role)>>,
}

impl<'p> Finder<'p> {
    fn all(&mut self) {
        let program = self.program;
        // A data table may hold more members; their terms are asked for where it is read.
        for (symbol, point) in &program.member_points {
            self.add_text(program.symbols[symbol.index()].as_str(), Role::Member, *point);
        }
        for state in program.written_states() {
            self.add(state.name, Role::Definition, state.point);
        }
        for entity in &program.entities {
            self.inner(entity.fields.iter().map(|field| field.name), entity.point);
        }
        for function in &program.functions {
            self.add(function.name, Role::Definition, function.point);
            self.inner(function.params.iter().map(|param| param.name), function.point);
            if let FunctionKind::Table { outputs, .. } = &function.kind {
                self.inner(outputs.iter().map(|output| output.name), function.point);
            }
        }
        for procedure in &program.procedures {
            // What has no name of its own is told by that of the procedure that it joins.
            if matches!(
                procedure.origin,
                Origin::Written | Origin::Rule { named: true, .. } | Origin::Follows { named: true, .. }
            ) {
                self.add(procedure.name, Role::Definition, procedure.point);
            }
            let fields = procedure.params.iter().chain(&procedure.outputs).map(|field| field.name);
            self.inner(fields.chain(procedure.locals.iter().filter_map(|local| local.name)), procedure.point);
        }
        for graph in &program.graphs {
            self.add(graph.name, Role::Definition, graph.point);
        }
        for (at, point) in (0..).zip(&program.points) {
            if let Some(label) = point.label {
                self.add(label, Role::Part, PointId(at));
            }
        }
        for part in program.assumptions.iter().flat_map(|set| &set.parts) {
            if let AssumedBody::Code { locals, .. } = &part.body {
                self.inner(locals.iter().filter_map(|local| local.name), part.point);
            }
        }
    }

    fn inner(&mut self, names: impl Iterator<Item = NameId>, point: PointId) {
        names.for_each(|name| self.add(name, Role::Inner, point));
    }

    fn add(&mut self, name: NameId, role: Role, point: PointId) {
        self.add_text(self.program.name(name), role, point);
    }

    fn add_text(&mut self, name: &'p str, role: Role, point: PointId) {
        if self.seen.insert((name, role, self.program.point(point).block.0)) {
            self.first.entry(point).or_default().push((name, role));
        }
    }
}
