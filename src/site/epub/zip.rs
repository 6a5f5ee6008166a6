//! Packs files into a ZIP, the same bytes for the same files: of that format an EPUB needs little, and no time or owner.

use std::io::Write as _;

use gix_zlib::Compression;
use gix_zlib::stream::deflate;

/// 1980-01-01, the first day of the format.
const DATE: u16 = 1 << 5 | 1;
/// The version of the format that a reader needs: folders and deflate.
const VERSION: u16 = 20;
/// What stands around the deflated bytes in the format of the library: a header, and a sum.
const AROUND: (usize, usize) = (2, 4);

/// A ZIP of these files in this order, the first of them as it is, as that of an EPUB must be. None where they are more, or
/// larger, than the format holds.
pub(super) fn pack(files: &[(String, Vec<u8>)]) -> Option<Vec<u8>> {
    let mut packed = Vec::new();
    let mut directory = Vec::new();
    for (at, (name, content)) in files.iter().enumerate() {
        let offset = u32::try_from(packed.len()).ok()?;
        let deflated = if at == 0 { None } else { deflate(content).filter(|deflated| deflated.len() < content.len()) };
        let method: u16 = if deflated.is_some() { 8 } else { 0 };
        let stored = deflated.as_deref().unwrap_or(content);
        let mut about = Vec::new();
        put(&mut about, &[VERSION, 0, method, 0, DATE]);
        for number in [crc32fast::hash(content), u32::try_from(stored.len()).ok()?, u32::try_from(content.len()).ok()?]
        {
            about.extend(number.to_le_bytes());
        }
        put(&mut about, &[u16::try_from(name.len()).ok()?, 0]);
        packed.extend(b"PK\x03\x04");
        packed.extend(&about);
        packed.extend(name.as_bytes());
        packed.extend(stored);
        directory.extend(b"PK\x01\x02");
        put(&mut directory, &[VERSION]);
        directory.extend(&about);
        // No remark, on the first disk, of no kind, with no attributes.
        put(&mut directory, &[0, 0, 0, 0, 0]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let count = u16::try_from(files.len()).ok().filter(|count| *count < u16::MAX)?;
    let (offset, size) = (u32::try_from(packed.len()).ok()?, u32::try_from(directory.len()).ok()?);
    packed.append(&mut directory);
    packed.extend(b"PK\x05\x06");
    put(&mut packed, &[0, 0, count, count]);
    packed.extend(size.to_le_bytes());
    packed.extend(offset.to_le_bytes());
    put(&mut packed, &[0]);
    Some(packed)
}

fn put(out: &mut Vec<u8>, numbers: &[u16]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

/// The bytes deflated; none if that fails, which it cannot in memory.
fn deflate(content: &[u8]) -> Option<Vec<u8>> {
    let mut writer = deflate::Write::new(Vec::new(), Compression::BEST);
    writer.write_all(content).and_then(|()| writer.flush()).ok()?;
    let bytes = writer.into_inner();
    Some(bytes.get(AROUND.0..bytes.len().checked_sub(AROUND.1)?)?.to_vec())
}

#[cfg(test)]
mod tests {
    use gix_zlib::{Decompress, FlushDecompress, Status};

    use super::pack;

    /// What a reader finds that knows nothing but the format: names, whether deflated, and sizes, by the directory.
    fn listed(zip: &[u8]) -> Vec<(String, u16, u32, u32)> {
        let number =
            |at: usize, bytes: usize| zip[at..at + bytes].iter().rev().fold(0, |all, byte| all << 8 | u32::from(*byte));
        let end = zip.len() - 22;
        assert_eq!(&zip[end..end + 4], b"PK\x05\x06");
        let mut at = number(end + 16, 4) as usize;
        let mut listed = Vec::new();
        for _ in 0..number(end + 10, 2) {
            assert_eq!(&zip[at..at + 4], b"PK\x01\x02");
            let name = number(at + 28, 2) as usize;
            let words = String::from_utf8(zip[at + 46..at + 46 + name].to_vec()).expect("a name");
            let file = number(at + 42, 4) as usize;
            assert_eq!(&zip[file..file + 4], b"PK\x03\x04", "{words}");
            assert_eq!(zip[file + 4..file + 30], zip[at + 6..at + 32], "{words}: both say the same");
            assert_eq!(&zip[file + 30..file + 30 + name], words.as_bytes());
            listed.push((
                words,
                u16::try_from(number(at + 10, 2)).expect("two bytes"),
                number(at + 20, 4),
                number(at + 24, 4),
            ));
            at += 46 + name;
        }
        assert_eq!(at, end);
        listed
    }

    #[test]
    fn a_zip_holds_what_was_put_into_it() {
        let long = "rules and more rules, ".repeat(4_000).into_bytes();
        let files = [
            ("mimetype".to_owned(), b"application/epub+zip".to_vec()),
            ("a/long.txt".to_owned(), long.clone()),
            ("a/empty".to_owned(), Vec::new()),
        ];
        let zip = pack(&files).expect("room");
        assert_eq!(&zip[30..58], b"mimetypeapplication/epub+zip", "it is known by its first bytes");
        let listed = listed(&zip);
        assert_eq!(listed[0], ("mimetype".to_owned(), 0, 20, 20));
        assert_eq!(listed[2], ("a/empty".to_owned(), 0, 0, 0));
        let (_, method, packed, size) = &listed[1];
        assert_eq!((*method, *size as usize), (8, long.len()));
        assert!((*packed as usize) < long.len() / 20, "{packed}");
        // The library reads its own format alone, so the header is put back.
        let from = 58 + 30 + "a/long.txt".len();
        let bytes = [&[0x78, 0x9c], &zip[from..from + *packed as usize]].concat();
        let mut out = vec![0; long.len()];
        let status = Decompress::new().decompress(&bytes, &mut out, FlushDecompress::None).expect("it is whole");
        assert!(matches!(status, Status::Ok | Status::BufError), "only the sum behind it is missing");
        assert_eq!(out, long);
        assert_eq!(pack(&files), Some(zip), "the same again");
    }
}
