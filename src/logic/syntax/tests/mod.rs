//! What the parser makes of right and wrong text.

mod garbled;
mod golden;
mod mistakes;
mod outline;
mod printing;
mod spans;
mod words;

/// The block with every form in it.
const EVERY_FORM: &str = include_str!("every_form.logic");
