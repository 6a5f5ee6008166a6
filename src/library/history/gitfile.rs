//! What a `.git` that is a file leads to, as in worktrees and submodules: read only where it leads back to that file.
//!
//! The file may have come with a stranger's library, and name any repository on the disk. One that did not come with it
//! names the library only if the user has made it so; one that did may name what it likes, but leads no further.

use std::path::Path;

use super::gap::Gap;
use super::git_dir::{GitDir, line};

/// Where git keeps what a repository without a `.git` folder belongs to. `git sparse-checkout` moves it to the second.
const CONFIGS: [&str; 2] = ["config", "config.worktree"];

/// The largest configuration that is looked into.
const MOST_CONFIG: u64 = 1 << 20;

/// What belongs to the checkout at `top`, whose `.git` is a file, and what all checkouts of its repository share.
pub(super) fn follow(top: &Path) -> Result<(GitDir, GitDir), Gap> {
    let git = top.join(".git");
    let line = line(&git)?.ok_or(Gap::Unreadable)?;
    let path = line.strip_prefix("gitdir:").ok_or(Gap::Unreadable)?;
    let own = GitDir::at(&top.join(path.trim()))?;
    match own.line("commondir")? {
        Some(common) => {
            let back = own.line("gitdir")?.is_some_and(|back| own.leads_to(&back, &git));
            let shared = own.repository(&common).filter(|_| back).ok_or(Gap::Foreign)?;
            Ok((own, shared))
        }
        None => {
            for config in CONFIGS {
                let config = own.file(config, MOST_CONFIG)?.unwrap_or_default();
                if worktree(&String::from_utf8_lossy(&config)).is_some_and(|back| own.leads_to(back, top)) {
                    return Ok((own.clone(), own));
                }
            }
            Err(Gap::Foreign)
        }
    }
}

/// The value of `core.worktree` as git writes it. One with escapes leads nowhere: that refuses more, not less.
fn worktree(config: &str) -> Option<&str> {
    let (mut in_core, mut found) = (false, None);
    for line in config.lines().map(str::trim) {
        if line.starts_with('[') {
            in_core = line.eq_ignore_ascii_case("[core]");
        } else if in_core
            && let Some((key, value)) = line.split_once('=')
            && key.trim().eq_ignore_ascii_case("worktree")
        {
            found = Some(value.trim().trim_matches('"'));
        }
    }
    found
}
