//! The rule language from outside: what its page says is what the program does.

mod cases;
mod fixtures;
mod labels;
mod odds;
mod page;
mod play;
mod quick;
mod readings;
mod reasons;
