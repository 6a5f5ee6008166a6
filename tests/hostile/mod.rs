//! Libraries and queries of somebody who means harm.

mod queries;
mod stranger;
mod words;
