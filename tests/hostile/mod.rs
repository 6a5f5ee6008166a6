//! A library from a stranger: what it may cost, and what it may touch.

mod budgets;
