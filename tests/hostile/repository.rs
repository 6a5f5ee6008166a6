//! A git repository written by hand, so that it can be what git would never write, on a machine that has no git.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use gix_hash::{Kind as Names, ObjectId};
use gix_object::{Kind, compute_hash};
use gix_zlib::Compression;
use gix_zlib::stream::deflate;

/// Its folder, and the objects that are not written yet.
pub(super) struct Repository {
    folder: PathBuf,
    objects: RefCell<BTreeMap<ObjectId, (Kind, Vec<u8>)>>,
}

impl Repository {
    /// A new one in the folder, which is usually called `.git`.
    pub(super) fn new(folder: PathBuf) -> Self {
        let repository = Self { folder, objects: RefCell::default() };
        repository.write("HEAD", "ref: refs/heads/main\n");
        repository.write("config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
        for folder in ["objects/pack", "refs/heads"] {
            fs::create_dir_all(repository.folder.join(folder)).expect("a folder");
        }
        repository
    }

    pub(super) fn path(&self, below: &str) -> PathBuf {
        self.folder.join(below)
    }

    pub(super) fn write(&self, below: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(below);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, bytes).expect("the file can be written");
    }

    pub(super) fn object(&self, kind: Kind, bytes: Vec<u8>) -> ObjectId {
        let id = compute_hash(Names::Sha1, kind, &bytes).expect("a name");
        self.objects.borrow_mut().insert(id, (kind, bytes));
        id
    }

    /// The tree of the `rules-*` folders and all below that, as they are in `root`.
    pub(super) fn tree(&self, root: &Path) -> ObjectId {
        let entries = fs::read_dir(root).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut entries: Vec<(String, PathBuf)> = entries
            .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), path))
            .filter(|(name, _)| !name.starts_with('.'))
            .collect();
        // Git sorts folders as if their names ended in a slash.
        entries.sort_by_key(|(name, path)| if path.is_dir() { format!("{name}/") } else { name.clone() });
        let mut tree = Vec::new();
        for (name, path) in entries {
            let (mode, id) = if path.is_dir() {
                ("40000", self.tree(&path))
            } else {
                ("100644", self.object(Kind::Blob, fs::read(&path).expect("the file can be read")))
            };
            tree.extend(format!("{mode} {name}\0").into_bytes());
            tree.extend(id.as_slice());
        }
        self.object(Kind::Tree, tree)
    }

    /// A commit of `root` as it is, `day` days after the first, with more lines in its header.
    pub(super) fn commit_with(
        &self,
        root: &Path,
        (day, message): (u32, &str),
        parents: &[ObjectId],
        more: &str,
    ) -> ObjectId {
        let parents = parents.iter().map(|parent| format!("parent {parent}\n")).collect::<Vec<_>>().concat();
        let who = format!("Author <author@example.org> {} +0000", 1_790_000_000 + day * 86_400);
        let tree = self.tree(root);
        let commit = format!("tree {tree}\n{parents}author {who}\ncommitter {who}\n{more}\n{message}\n");
        self.object(Kind::Commit, commit.into_bytes())
    }

    pub(super) fn commit(&self, root: &Path, about: (u32, &str), parents: &[ObjectId]) -> ObjectId {
        self.commit_with(root, about, parents, "")
    }

    /// Makes the commit the one that is checked out.
    pub(super) fn check_out(&self, commit: ObjectId) {
        self.write("refs/heads/main", format!("{commit}\n"));
    }

    /// Never writes this object.
    pub(super) fn lose(&self, id: &ObjectId) {
        self.objects.borrow_mut().remove(id).expect("it is not written yet");
    }

    /// The one object that holds these bytes.
    pub(super) fn holding(&self, words: &str) -> ObjectId {
        let objects = self.objects.borrow();
        let mut holding = objects.iter().filter(|(_, (_, bytes))| String::from_utf8_lossy(bytes).contains(words));
        let (id, _) = holding.next().expect("an object that holds them");
        assert!(holding.next().is_none(), "{words:?} stands in one object");
        *id
    }

    /// Writes every object to a file of its own.
    pub(super) fn write_loose(&self) {
        for (id, (kind, bytes)) in std::mem::take(&mut *self.objects.borrow_mut()) {
            let name = id.to_string();
            let mut object = format!("{} {}\0", String::from_utf8_lossy(kind.as_bytes()), bytes.len()).into_bytes();
            object.extend(bytes);
            self.write(&format!("objects/{}/{}", &name[..2], &name[2..]), deflated(&object));
        }
    }

    /// Writes all objects to one pack, those named as the difference to another; the path of the pack.
    pub(super) fn write_pack(&self, differences: &[(ObjectId, ObjectId)]) -> PathBuf {
        let objects = std::mem::take(&mut *self.objects.borrow_mut());
        let count = u32::try_from(objects.len()).expect("few objects");
        let mut pack = [&b"PACK\0\0\0\x02"[..], &count.to_be_bytes()].concat();
        let mut offsets = BTreeMap::new();
        let base = |id: &ObjectId| differences.iter().find(|(different, _)| different == id).map(|(_, base)| *base);
        // What others are made from comes first.
        let (made, whole): (Vec<_>, Vec<_>) = objects.iter().partition(|(id, _)| base(id).is_some());
        for (id, (kind, bytes)) in whole.into_iter().chain(made) {
            let offset = pack.len();
            match base(id) {
                None => {
                    let kind = match kind {
                        Kind::Commit => 1,
                        Kind::Tree => 2,
                        Kind::Blob => 3,
                        Kind::Tag => 4,
                    };
                    pack.extend(packed_header(kind, bytes.len()));
                    pack.extend(deflated(bytes));
                }
                Some(base) => {
                    let difference = difference(&objects[&base].1, bytes);
                    pack.extend(packed_header(6, difference.len()));
                    pack.extend(distance(offset - offsets[&base]));
                    pack.extend(deflated(&difference));
                }
            }
            offsets.insert(*id, offset);
        }
        pack.extend(digest(&pack));
        let mut index = b"\xfftOc\0\0\0\x02".to_vec();
        for first in 0..=u8::MAX {
            let up_to = offsets.keys().filter(|id| id.as_slice()[0] <= first).count();
            index.extend(u32::try_from(up_to).expect("few objects").to_be_bytes());
        }
        for id in offsets.keys() {
            index.extend(id.as_slice());
        }
        index.extend(vec![0; 4 * offsets.len()]);
        for offset in offsets.values() {
            index.extend(u32::try_from(*offset).expect("a small pack").to_be_bytes());
        }
        index.extend(digest(&pack[..pack.len() - 20]));
        index.extend(digest(&index));
        self.write("objects/pack/pack-1.idx", index);
        self.write("objects/pack/pack-1.pack", pack);
        self.path("objects/pack/pack-1.pack")
    }
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = deflate::Write::new(Vec::new(), Compression::DEFAULT);
    compressor.write_all(bytes).and_then(|()| compressor.flush()).expect("memory is enough");
    compressor.into_inner()
}

fn digest(bytes: &[u8]) -> Vec<u8> {
    let mut hasher = gix_hash::hasher(Names::Sha1);
    hasher.update(bytes);
    hasher.try_finalize().expect("no collision").as_slice().to_vec()
}

/// Seven bits in a byte, the lowest first, all but the last marked.
fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = u8::try_from(number & 0x7f).expect("seven bits");
        number >>= 7;
        bytes.push(if number > 0 { low | 0x80 } else { low });
        if number == 0 {
            return bytes;
        }
    }
}

fn packed_header(kind: u8, length: usize) -> Vec<u8> {
    let first = kind << 4 | u8::try_from(length & 0xf).expect("four bits");
    match length >> 4 {
        0 => vec![first],
        rest => [vec![first | 0x80], varint(rest)].concat(),
    }
}

fn distance(mut number: usize) -> Vec<u8> {
    let seven = |number: usize| u8::try_from(number & 0x7f).expect("seven bits");
    let mut bytes = vec![seven(number)];
    number >>= 7;
    while number > 0 {
        number -= 1;
        bytes.insert(0, seven(number) | 0x80);
        number >>= 7;
    }
    bytes
}

/// What both begin with is copied, the rest is written out.
fn difference(base: &[u8], bytes: &[u8]) -> Vec<u8> {
    let same = base.iter().zip(bytes).take_while(|(one, other)| one == other).count().min(0xffff);
    let [low, high] = u16::try_from(same).expect("two bytes").to_le_bytes();
    let mut difference = [varint(base.len()), varint(bytes.len()), vec![0b1011_0000, low, high]].concat();
    for piece in bytes[same..].chunks(127) {
        difference.push(u8::try_from(piece.len()).expect("at most 127"));
        difference.extend(piece);
    }
    difference
}
