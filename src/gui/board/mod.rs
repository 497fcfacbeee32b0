//! The battle map as it is drawn: art, map, tokens, overlays, playback, the camera.
pub(super) mod art;
pub(super) mod camera;
pub(super) mod lens;
pub(super) mod map;
pub(super) mod overlay;
pub(super) mod playback;
pub(super) mod stacked_tokens;
pub(super) mod token_motion;
pub(super) mod tokens;
pub(super) mod world_coords;
