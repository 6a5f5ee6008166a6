//! Reads a PNG to its end: one that is cut short shows as half a picture.

use std::io::Cursor;

use png::{Decoder, Limits};

use super::Unfit;

/// As much memory as reading one may take.
const LIMIT: Limits = Limits { bytes: 256 << 20 };

/// How wide and how high it is.
pub(super) fn read(bytes: &[u8]) -> Result<(u32, u32), Unfit> {
    let unfit = |error: png::DecodingError| {
        Unfit::whole(format!("the file is no whole PNG: {error}"), "save the picture as PNG again")
    };
    let mut reader = Decoder::new_with_limits(Cursor::new(bytes), LIMIT).read_info().map_err(unfit)?;
    if reader.info().animation_control().is_some() {
        return Err(Unfit::whole("the picture moves", "save one of its frames as PNG"));
    }
    let size = reader.info().size();
    if !super::is_shown(size) {
        return Ok(size);
    }
    // A row at a time: the whole of a picture of few bytes may be very large.
    while reader.next_row().map_err(unfit)?.is_some() {}
    reader.finish().map_err(unfit)?;
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::read;

    fn made(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = png::Encoder::new(&mut bytes, width, height).write_header().expect("a head");
        writer.write_image_data(&vec![7; (width * height) as usize]).expect("points");
        writer.finish().expect("an end");
        bytes
    }

    #[test]
    fn only_a_whole_picture_is_one() {
        let whole = made(30, 20);
        assert_eq!(read(&whole), Ok((30, 20)));
        for cut in 0..whole.len() - 12 {
            assert!(read(&whole[..cut]).is_err(), "{cut} of {} bytes", whole.len());
        }
        let mut changed = whole;
        changed[45] ^= 1;
        assert!(read(&changed).is_err());
    }
}
