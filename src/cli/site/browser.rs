//! Starts the user's own Chromium, which prints pages of the site as PDFs, and only where that was asked for. Which program it
//! is, the user's environment says and nothing else.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

use super::super::{CommandError, user_program};
use crate::characters::on_one_line;
use crate::files::Scratch;
use crate::library::names;

/// The variable that names the browser.
pub(super) const VARIABLE: &str = "RULESTONE_CHROMIUM";

/// What it is called where it is on the path.
const NAMES: [&str; 6] =
    ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge"];

/// Where systems put it that have no path for programs with windows.
const PLACES: &[&str] = if cfg!(target_os = "macos") {
    &[
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ]
} else if cfg!(windows) {
    &[
        r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    ]
} else {
    &[]
};

/// How long one page may take.
const LIMIT: Duration = Duration::from_secs(120);

/// So large a PDF may be.
const MOST: u64 = 128 << 20;

/// So much is read of what the browser said.
const SAID: u64 = 1 << 20;

/// How the browser is called, beside where it finds and puts things: no window, no network, nothing of the user's profile.
const SWITCHES: [&str; 18] = [
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-background-networking",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-pings",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=127.0.0.1:9",
    "--no-pdf-header-footer",
    "--generate-pdf-document-outline",
];

/// A browser that prints.
#[derive(Debug)]
pub(super) struct Browser {
    path: PathBuf,
}

impl Browser {
    /// The one that the user's environment leads to.
    pub(super) fn find() -> Result<Self, CommandError> {
        let path = env::var_os("PATH").unwrap_or_default();
        match env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
            Some(named) => named_by_user(&named, &path).ok_or_else(|| {
                CommandError::new(
                    format!(
                        "`{}`, which {VARIABLE} names, is no program that can be run",
                        names::shown_path(Path::new(&named))
                    ),
                    "name a Chromium or Chrome there by its whole path, or leave the variable out",
                )
            }),
            None => {
                let found = NAMES.iter().find_map(|name| user_program::on_path(OsStr::new(name), &path));
                found
                    .or_else(|| PLACES.iter().map(PathBuf::from).find(|place| user_program::can_run(place)))
                    .ok_or_else(|| {
                        CommandError::new(
                            format!("no browser is there that prints: none on the PATH is called {}", listed(&NAMES)),
                            format!(
                                "install Chromium or Chrome, or name it by its whole path in the variable {VARIABLE}"
                            ),
                        )
                    })
            }
        }
        .map(|path| Self { path })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Prints a page that stands in `scratch`.
    pub(super) fn print(&self, scratch: &Scratch, page: &str) -> Result<Vec<u8>, String> {
        const PDF: &str = "printed.pdf";
        const LOG: &str = "said.txt";
        let to = scratch.path().join(PDF);
        // What an earlier page left would be taken for this one.
        if fs::symlink_metadata(&to).is_ok() {
            scratch.put(PDF, b"").map_err(|error| error.to_string())?;
        }
        let log = scratch.open(LOG).map_err(|error| format!("its words cannot be kept ({error})"))?;
        let mut command = Command::new(&self.path);
        command.args(SWITCHES);
        if is_root() {
            command.arg("--no-sandbox");
        }
        command.arg(switch("--user-data-dir=", &scratch.path().join("profile")));
        command.arg(switch("--print-to-pdf=", &to));
        command.arg(address(&scratch.path().join(page)));
        // Not in the library, whose files are a stranger's.
        command.current_dir(scratch.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::from(log));
        let mut child = command.spawn().map_err(|error| format!("it does not start ({error})"))?;
        let ended =
            user_program::wait(&mut child, LIMIT).map_err(|error| format!("it cannot be waited for ({error})"))?;
        let Some(ended) = ended else {
            return Err(format!("it was not ready after {} seconds and was stopped", LIMIT.as_secs()));
        };
        let made = scratch.read(PDF, MOST);
        match made {
            Ok(pdf) if ended.success() && pdf.starts_with(b"%PDF-") => Ok(pdf),
            _ => {
                let said = scratch.read(LOG, SAID).unwrap_or_default();
                let said = String::from_utf8_lossy(&said);
                let last = last_line(&said).map_or_else(String::new, |line| format!(": {line}"));
                Err(format!("it made no PDF ({ended}){last}"))
            }
        }
    }
}

/// Whether the browser must do without its sandbox: it refuses to start as root otherwise.
#[cfg(unix)]
pub(super) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Elsewhere there is no root.
#[cfg(not(unix))]
pub(super) fn is_root() -> bool {
    false
}

/// What the user names is a path, or a name to be looked for.
fn named_by_user(named: &OsStr, path: &OsStr) -> Option<PathBuf> {
    let given = Path::new(named);
    if given.components().count() == 1 && !given.has_root() {
        return user_program::on_path(named, path);
    }
    std::path::absolute(given).ok().filter(|given| user_program::can_run(given))
}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

fn switch(name: &str, path: &Path) -> OsString {
    let mut switch = OsString::from(name);
    switch.push(path);
    switch
}

/// The address of a file, of whose path all is spelled out that an address could mean something by.
fn address(path: &Path) -> String {
    use std::fmt::Write as _;
    let path = path.to_string_lossy().replace('\\', "/");
    let mut address = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~:".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

/// The last line that says something of a failure, or the last of all, cut to what a reader looks at.
fn last_line(said: &str) -> Option<String> {
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    let of_failure = lines().rfind(|line| line.contains("FATAL") || line.contains("sandbox"));
    let line = of_failure.or_else(|| lines().next_back())?;
    Some(on_one_line(&line.chars().take(300).collect::<String>()).to_string())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{address, last_line};

    #[test]
    #[cfg(unix)]
    fn addresses_mean_the_file() {
        assert_eq!(address(Path::new("/tmp/a b/?q#1/book.html")), "file:///tmp/a%20b/%3Fq%231/book.html");
    }

    #[test]
    fn of_many_words_the_last_line_is_told() {
        assert_eq!(
            last_line("a\n[1:FATAL:x] No usable sandbox!\nb\n\n").as_deref(),
            Some("[1:FATAL:x] No usable sandbox!")
        );
        assert_eq!(last_line("a\nb\n").as_deref(), Some("b"));
        assert_eq!(last_line("\n"), None);
    }
}
