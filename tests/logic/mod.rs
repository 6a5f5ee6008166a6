//! The rule language from outside: what its page says is what the program does.

mod answers;
mod cases;
mod evaluation;
mod fixtures;
mod followed;
mod generate;
mod joined;
mod labels;
mod odds;
mod page;
mod play;
mod readings;
mod reasons;
mod runs;
mod simulate;
mod text;
mod told;
