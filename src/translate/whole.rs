//! Files of a translation that become others together, new ones among them: all of them, or none.

use std::collections::BTreeMap;
use std::path::Path;

use super::edit::{EditError, FileEdit, write};
use crate::diagnostic::{FileId, Sources};
use crate::files::{self, FileError};

/// Puts changes of files into texts that stand in place of what they hold.
pub fn with_edits(texts: &mut BTreeMap<String, String>, edits: &[(FileId, FileEdit)], sources: &Sources) {
    for (file, edit) in edits {
        let file = sources.file(*file);
        texts.insert(file.path.clone(), edit.applied(&file.text));
    }
}

/// Writes files that are there or new, by their paths below `root`; `sources` has those that are there as they are. To be called
/// under the lock of the library.
pub fn write_all(root: &Path, texts: &BTreeMap<String, String>, sources: &Sources) -> Result<usize, EditError> {
    let (mut edits, mut new) = (Vec::new(), Vec::new());
    for (path, text) in texts {
        match sources.find(path) {
            Some(file) => {
                let old = &sources.file(file).text;
                if **old != **text {
                    edits.push((file, difference(old, text)));
                }
            }
            None => new.push((root.join(path), text)),
        }
    }
    for (path, _) in &new {
        files::allow(root, path)?;
    }
    let mut made = Vec::new();
    let written = new.iter().try_for_each(|(path, text)| {
        // Again, right before it is made: a folder may have become a link since.
        files::allow(root, path)?;
        if let Some(folder) = path.parent() {
            files::create_folder(folder)?;
        }
        files::create(path, text.as_bytes())?;
        made.push(path);
        Ok::<(), FileError>(())
    });
    let written = written.map_err(EditError::from).and_then(|()| write(root, &edits, sources));
    match written {
        Ok(()) => Ok(edits.len() + new.len()),
        // What another program saved at the same moment stays beside, and all else is written.
        Err(saved @ EditError::Saved(_)) => Err(saved),
        Err(error) => {
            for path in made {
                files::withdraw(path)?;
            }
            Err(error)
        }
    }
}

/// What lies between the first and the last difference.
fn difference(old: &str, new: &str) -> FileEdit {
    let same = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    let start = (0..=same).rev().find(|at| old.is_char_boundary(*at) && new.is_char_boundary(*at)).unwrap_or(0);
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let same = old_rest.bytes().rev().zip(new_rest.bytes().rev()).take_while(|(a, b)| a == b).count();
    let fits = |behind: &usize| {
        old_rest.is_char_boundary(old_rest.len() - behind) && new_rest.is_char_boundary(new_rest.len() - behind)
    };
    let behind = (0..=same).rev().find(fits).unwrap_or(0);
    let mut edit = FileEdit::default();
    edit.replace(start, old.len() - behind, &new_rest[..new_rest.len() - behind]);
    edit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_between_whole_characters() {
        for (old, new) in [("abc", "abc"), ("", "x"), ("aa", "aaa"), ("жар", "зар"), ("x語y", "x話y"), ("abcd", "")]
        {
            assert_eq!(difference(old, new).applied(old), new);
        }
    }
}
