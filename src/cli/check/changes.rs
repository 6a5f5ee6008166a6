//! When something below `rules-*` changes, or `site.yaml`: told by the system, or by looking again and again where the system
//! tells nothing.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Config, Event, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

/// As long as nothing may happen before a change counts as done: editors write in several steps, git many files.
const SETTLE: Duration = Duration::from_millis(20);

/// As long as an answer waits for changes that do not end.
const LONGEST: Duration = Duration::from_secs(2);

/// How often is looked where the system tells nothing.
const LOOK: Duration = Duration::from_secs(1);

/// How often is looked whether a library that could not be read is back.
const RETURN: Duration = Duration::from_millis(500);

enum Signal {
    Changed(notify::Result<Event>),
    Ended,
}

/// Waits for changes of a library.
pub(super) struct Changes {
    root: PathBuf,
    watcher: Box<dyn Watcher>,
    signals: Receiver<Signal>,
    sender: Sender<Signal>,
    /// Why the system tells nothing, if it does not.
    pub(super) polling: Option<notify::Error>,
}

impl Changes {
    /// Watches the library at `root`, which need not be there yet.
    pub(super) fn of(root: &Path) -> notify::Result<Self> {
        let (sender, signals) = channel();
        let (watcher, polling): (Box<dyn Watcher>, _) = match RecommendedWatcher::new(tell(&sender), Config::default())
        {
            Ok(watcher) => (Box::new(watcher), None),
            Err(error) => (Box::new(poll(&sender)?), Some(error)),
        };
        end_with_input(&sender);
        // Systems tell whole paths.
        let root = root.canonicalize().or_else(|_| std::path::absolute(root)).unwrap_or_else(|_| root.to_owned());
        let mut changes = Self { root, watcher, signals, sender, polling };
        changes.attend()?;
        Ok(changes)
    }

    /// Watches every folder that is there now: the root for new languages, and each language as deep as it goes.
    fn attend(&mut self) -> notify::Result<()> {
        let Err(error) = self.attend_once() else { return Ok(()) };
        if self.polling.is_some() {
            return Err(error);
        }
        // The system has no more watches to give.
        self.watcher = Box::new(poll(&self.sender)?);
        self.polling = Some(error);
        self.attend_once()
    }

    fn attend_once(&mut self) -> notify::Result<()> {
        let is_gone = |error: &notify::Error| match &error.kind {
            notify::ErrorKind::PathNotFound => true,
            notify::ErrorKind::Io(error) => error.kind() == io::ErrorKind::NotFound,
            _ => false,
        };
        let mut watch = |path: &Path, mode| match self.watcher.watch(path, mode) {
            // What is not there now is watched when it comes.
            Err(error) if !is_gone(&error) => Err(error),
            _ => Ok(()),
        };
        watch(&self.root, RecursiveMode::NonRecursive)?;
        let entries = std::fs::read_dir(&self.root).into_iter().flatten().flatten();
        let folders = entries.map(|entry| entry.path()).filter(|path| is_rules(path.file_name()) && path.is_dir());
        folders.into_iter().try_for_each(|folder| watch(&folder, RecursiveMode::Recursive))
    }

    /// Waits until something has changed and nothing changes any more; false if nobody waits for answers. A library that
    /// is `lost` may also come back unseen.
    pub(super) fn wait(&mut self, lost: bool) -> notify::Result<bool> {
        let mut since: Option<Instant> = None;
        let mut moved = false;
        loop {
            let most = match since {
                Some(since) if since.elapsed() >= LONGEST => break,
                Some(_) => SETTLE,
                None if lost => RETURN,
                None => Duration::MAX,
            };
            let signal = match most {
                Duration::MAX => self.signals.recv().map_err(|_| RecvTimeoutError::Disconnected),
                most => self.signals.recv_timeout(most),
            };
            match signal {
                Ok(Signal::Ended) | Err(RecvTimeoutError::Disconnected) => return Ok(false),
                Err(RecvTimeoutError::Timeout) => {
                    moved |= since.is_none();
                    break;
                }
                Ok(Signal::Changed(Ok(event))) if !self.concerns(&event) => {}
                Ok(Signal::Changed(change)) => {
                    // Events may have been lost, or a folder come that is not watched yet.
                    moved |= change.is_ok_and(|event| !matches!(event.kind, EventKind::Modify(ModifyKind::Data(_))));
                    since.get_or_insert_with(Instant::now);
                }
            }
        }
        if moved {
            self.attend()?;
        }
        Ok(true)
    }

    /// Whether an event may change what is read. That files are read, by us too, does not.
    fn concerns(&self, event: &Event) -> bool {
        let written = EventKind::Access(AccessKind::Close(AccessMode::Write));
        if event.kind.is_access() && event.kind != written {
            return false;
        }
        event.paths.is_empty()
            || event.paths.iter().any(|path| match path.strip_prefix(&self.root) {
                Ok(below) => below.components().next().is_none_or(|first| is_read(first.as_os_str())),
                // Some systems tell paths without the links that led there.
                Err(_) => true,
            })
    }
}

/// Whether something of that name in the root is read.
fn is_read(name: &OsStr) -> bool {
    is_rules(Some(name)) || name == "site.yaml"
}

fn is_rules(name: Option<&OsStr>) -> bool {
    name.is_some_and(|name| name.to_string_lossy().starts_with("rules-"))
}

fn tell(sender: &Sender<Signal>) -> impl FnMut(notify::Result<Event>) + Send + 'static {
    let sender = sender.clone();
    // Nobody listens any more when the program ends.
    move |event| drop(sender.send(Signal::Changed(event)))
}

fn poll(sender: &Sender<Signal>) -> notify::Result<PollWatcher> {
    PollWatcher::new(tell(sender), Config::default().with_poll_interval(LOOK))
}

/// Ends when the program that started this one closes its input. A terminal ends it by a signal, and reading from one in
/// the background would stop it; an empty input says nothing.
fn end_with_input(sender: &Sender<Signal>) {
    if io::stdin().is_terminal() || !is_pipe() {
        return;
    }
    let sender = sender.clone();
    std::thread::spawn(move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        drop(sender.send(Signal::Ended));
    });
}

#[cfg(unix)]
fn is_pipe() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    let input = io::stdin().as_fd().try_clone_to_owned().map(std::fs::File::from);
    let kind = input.and_then(|input| input.metadata()).map(|data| data.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
}

#[cfg(not(unix))]
fn is_pipe() -> bool {
    true
}
