//! PNG from pixels, and from SVG by resvg without fonts: letters of [`super::Svg::text`] do not
//! appear, strokes do. Behind the feature `png`.

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// More than can be drawn in one picture.
    #[error("{asked} is too much for one picture, at most {most} can be drawn")]
    TooLarge {
        /// What was asked.
        asked: String,
        /// The most.
        most: String,
    },
    /// The drawing could not be turned into pixels.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
    /// The program was built without the feature `png`.
    #[error("{0}")]
    LeftOut(String),
}

/// The most pixels on a side.
#[cfg(feature = "png")]
const LARGEST: f32 = 16_384.0;

/// The picture `svg` with `scale` pixels for each of its units.
#[cfg(feature = "png")]
pub fn to_png(svg: &str, scale: f32) -> Result<Vec<u8>, PictureError> {
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};
    let tree =
        Tree::from_str(svg, &Options::default()).map_err(|error| PictureError::Drawing(error.to_string()))?;
    let size = tree.size();
    let (width, height) = (size.width() * scale, size.height() * scale);
    if width > LARGEST || height > LARGEST {
        return Err(PictureError::TooLarge {
            asked: format!("{width} by {height} pixels"),
            most: format!("{LARGEST} by {LARGEST}"),
        });
    }
    let mut pixels = Pixmap::new(width.ceil() as u32, height.ceil() as u32)
        .ok_or_else(|| PictureError::Drawing("it has no size".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PictureError::Drawing(error.to_string()))
}

/// Rows of red, green and blue from the top as a picture.
#[cfg(feature = "png")]
pub(crate) fn encode_png(width: usize, height: usize, pixels: &[u8]) -> Result<Vec<u8>, PictureError> {
    let failed = |error: png::EncodingError| PictureError::Drawing(error.to_string());
    let side =
        |n: usize| u32::try_from(n).map_err(|_| PictureError::Drawing("the picture is too large".to_owned()));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side(width)?, side(height)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// The picture `svg` with `scale` pixels for each of its units: left out.
#[cfg(not(feature = "png"))]
pub fn to_png(_svg: &str, _scale: f32) -> Result<Vec<u8>, PictureError> {
    Err(PictureError::LeftOut(crate::left_out("png", "png")))
}

#[cfg(not(feature = "png"))]
pub(crate) fn encode_png(_width: usize, _height: usize, _pixels: &[u8]) -> Result<Vec<u8>, PictureError> {
    Err(PictureError::LeftOut(crate::left_out("png", "png")))
}

#[cfg(all(test, feature = "png"))]
mod tests {
    use super::*;
    use crate::picture::Svg;

    #[test]
    fn a_picture_becomes_pixels_of_the_asked_size() {
        let mut svg = Svg::new(12.0, 8.0);
        svg.digits((6.0, 4.0), 6.0, "black", "1");
        let png = to_png(&svg.clone().finish("one"), 2.0).unwrap();
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!((png[19], png[23]), (24, 16)); // width and height in the header
        assert!(to_png(&svg.finish("one"), 10_000.0).is_err());
        assert!(to_png("not a picture", 1.0).is_err());
    }
}
