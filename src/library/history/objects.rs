//! The objects of a repository, packed and loose, each refused before it is decoded if it is too large.
//!
//! Only what lies in the repository itself is read: `info/alternates` would lead out of it, and nothing is fetched.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use gix_hash::{ObjectId, oid};
use gix_object::{Kind, decode};
use gix_pack::data::decode::{entry, header};
use gix_pack::{cache, data, index};
use gix_zlib::{Inflate, Status};

use super::gap::Gap;
use super::git_dir::GitDir;
use crate::files::{self, FileError};
use crate::library::yaml::MAX_FILE_BYTES;

/// The largest file or folder that is read, in bytes.
pub(super) const MOST_FILE: u64 = MAX_FILE_BYTES;

/// The largest commit that is read, in bytes.
pub(super) const MOST_COMMIT: u64 = 1 << 20;

/// How many bytes are read all in all.
pub(super) const MOST_BYTES: u64 = 64 << 20;

/// How many differences may stand on each other to make an object. Git itself writes 50, and 250 if asked for more.
pub(super) const MOST_DELTAS: u32 = 1000;

/// What an object counts beside its bytes, so that many empty ones end as well.
const EACH: u64 = 64;

/// The most memory for one object with all that it is made from: two of the largest, and their differences.
const MOST_MEMORY: usize = 24 << 20;

/// The largest index of a pack, in bytes: some fifteen million objects.
const MOST_INDEX: u64 = 512 << 20;

/// How many packs are opened.
const MOST_PACKS: usize = 1000;

/// The longest beginning of a loose object that says what it is.
const HEADER: usize = 64;

/// Reads them.
pub(super) struct Objects {
    repository: GitDir,
    packs: Vec<Pack>,
    inflate: Inflate,
    /// How many bytes may still be read.
    left: u64,
    /// What it means if an object is not there.
    absent: Gap,
}

/// A pack with its index.
struct Pack {
    index: index::File,
    path: PathBuf,
    /// Opened when it is first needed; none if that failed.
    data: OnceCell<Option<data::File>>,
}

impl Objects {
    /// Those of a repository.
    pub(super) fn new(repository: GitDir) -> Result<Self, Gap> {
        let mut absent = Gap::Damaged;
        let mut paths = Vec::new();
        for entry in fs::read_dir(repository.path("objects/pack")?).into_iter().flatten().flatten() {
            let pack = Path::new("objects/pack").join(entry.file_name());
            match pack.extension().and_then(|end| end.to_str()) {
                Some("idx") if paths.len() < MOST_PACKS => {
                    paths.push((repository.path(&pack)?, repository.path(pack.with_extension("pack"))?));
                }
                Some("promisor") => absent = Gap::Partial,
                _ => {}
            }
        }
        if repository.path("objects/info/alternates")?.is_file() {
            absent = Gap::Elsewhere;
        }
        paths.sort();
        let packs = paths.into_iter().filter_map(|(index, path)| {
            regular(&index, MOST_INDEX).then_some(())?;
            let index = index::File::at(&index, gix_hash::Kind::Sha1).ok()?;
            Some(Pack { index, path, data: OnceCell::new() })
        });
        let packs = packs.collect();
        Ok(Self { repository, packs, inflate: Inflate::default(), left: MOST_BYTES, absent })
    }

    /// The bytes of an object.
    pub(super) fn read(&mut self, id: &oid, kind: Kind) -> Result<Vec<u8>, Gap> {
        for pack in &self.packs {
            if let Some(at) = pack.index.lookup(id) {
                let offset = pack.index.pack_offset_at_index(at);
                return packed(pack, offset, kind, &mut self.inflate, &mut self.left);
            }
        }
        self.loose(id, kind)?.ok_or(self.absent)
    }

    fn loose(&mut self, id: &oid, kind: Kind) -> Result<Option<Vec<u8>>, Gap> {
        let name = id.to_hex().to_string();
        let (first, rest) = name.split_at(2);
        let path = self.repository.path(format!("objects/{first}/{rest}"))?;
        // What cannot be made smaller grows a little.
        let bytes = match files::read(&path, most(kind) + (most(kind) >> 6) + 1024) {
            Ok(bytes) => bytes,
            Err(error) if error.is_missing() => return Ok(None),
            Err(FileError::TooLarge { .. }) => return Err(Gap::Large),
            Err(_) => return Err(Gap::Damaged),
        };
        self.inflate.reset();
        let mut start = [0; HEADER];
        let (status, used, length) = self.inflate.prefix(&bytes, &mut start).map_err(|_| Gap::Damaged)?;
        let start = &start[..length];
        let (found, size, header) = decode::loose_header(start).map_err(|_| Gap::Damaged)?;
        let size = account(kind, found, size, &mut self.left)?;
        let mut object = Vec::new();
        match status {
            Status::StreamEnd => object.extend_from_slice(&start[header..]),
            Status::Ok if length - header <= size => {
                // With room for one byte more it reads on to the checksum.
                let rest = self.inflate.rest(&bytes[used..], start, header, &mut object, size + 1);
                rest.map_err(|_| Gap::Damaged)?;
            }
            Status::Ok | Status::BufError => return Err(Gap::Damaged),
        }
        if object.len() == size { Ok(Some(object)) } else { Err(Gap::Damaged) }
    }
}

/// The object at an offset of a pack. A difference may be small and made from something huge, so the memory for all that
/// is decoded is bounded as well.
fn packed(pack: &Pack, offset: u64, kind: Kind, inflate: &mut Inflate, left: &mut u64) -> Result<Vec<u8>, Gap> {
    let path = &pack.path;
    let open = || {
        regular(path, u64::MAX).then_some(())?;
        let data = data::File::at(path, gix_hash::Kind::Sha1).ok()?;
        Some(data.with_alloc_limit_bytes(Some(MOST_MEMORY)))
    };
    let (index, Some(data)) = (&pack.index, pack.data.get_or_init(open)) else { return Err(Gap::Damaged) };
    let entry = data.entry(offset).map_err(|_| Gap::Damaged)?;
    // A difference is made from something in the same pack.
    let base = |id: &oid| index.lookup(id).map(|at| data.entry(index.pack_offset_at_index(at))).transpose();
    let header = data.decode_header(entry.clone(), inflate, &|id| Ok(base(id)?.map(header::ResolvedBase::InPack)));
    let header = header.map_err(|_| Gap::Damaged)?;
    if header.num_deltas > MOST_DELTAS {
        return Err(Gap::Large);
    }
    account(kind, header.kind, header.object_size, left)?;
    let mut object = Vec::new();
    let decoded = data.decode_entry(
        entry,
        &mut object,
        inflate,
        &|id, _| Ok(base(id)?.map(entry::ResolvedBase::InPack)),
        &mut cache::Never,
    );
    match decoded {
        Ok(_) => Ok(object),
        Err(error) if error.is_resource_exhausted() => Err(Gap::Large),
        Err(_) => Err(Gap::Damaged),
    }
}

/// Takes an object from what may be read, before it is; its length.
fn account(kind: Kind, found: Kind, size: u64, left: &mut u64) -> Result<usize, Gap> {
    if found != kind {
        return Err(Gap::Damaged);
    }
    if size > most(kind) {
        return Err(Gap::Large);
    }
    let Some(rest) = left.checked_sub(size + EACH) else {
        *left = 0;
        return Err(Gap::Bytes);
    };
    *left = rest;
    usize::try_from(size).map_err(|_| Gap::Large)
}

fn most(kind: Kind) -> u64 {
    match kind {
        Kind::Blob | Kind::Tree => MOST_FILE,
        Kind::Commit | Kind::Tag => MOST_COMMIT,
    }
}

/// Whether it is a file, of at most so many bytes: a FIFO or a device would never end.
fn regular(path: &Path, most: u64) -> bool {
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() <= most)
}

/// The name of an object, as long as it takes to tell it from all others of a repository that is read.
pub(super) fn abbreviated(id: ObjectId) -> String {
    id.to_hex_with_len(10).to_string()
}
