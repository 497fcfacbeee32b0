//! Which places are one in part (SOL-OCC-8).

use crate::battle::Place;
use crate::grid::Length;

/// Whether two spaces are one in part. A space is as high as it is wide: the source counts it in cubed feet.
pub(in crate::rules::sol) fn collide(a: Place, b: Place) -> bool {
    let top = |place: Place| place.height.0 + i32::from(place.space.side) * Length::feet(5).0;
    a.space.overlaps(b.space) && a.height.0 < top(b) && b.height.0 < top(a)
}
