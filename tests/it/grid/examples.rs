//! Worked examples of the rulesets' line rules, as the kernels answer them.

use battlemat::grid::{
    LineRule, Point, Square,
    cover::{count_blocked, has_clear_line},
    line::{obstacle, squares_crossed},
};

fn square(x: i16, y: i16) -> Square {
    Square::new(x, y)
}

fn solid(walls: &'static [[i16; 2]]) -> impl Fn(Square) -> bool {
    move |square| walls.contains(&square.into())
}

/// The fewest blocked lines from one corner of the attacker to the four corners of the target.
#[track_caller]
fn check_corner_lines(attacker: Square, target: Square, walls: &'static [[i16; 2]], wanted: usize) {
    let corners = Point::corners(target);
    let fewest = Point::corners(attacker)
        .into_iter()
        .map(|corner| count_blocked(corner, &corners, LineRule::SolidUnion, solid(walls)))
        .min();
    assert_eq!(fewest, Some(wanted));
}

#[test]
fn four_lines_from_the_best_corner() {
    check_corner_lines(square(0, 0), square(4, 2), &[[4, 1]], 1);
    check_corner_lines(square(0, 0), square(2, 0), &[[1, 0]], 2);
    check_corner_lines(square(0, 0), square(4, 2), &[[2, 1]], 3);
    check_corner_lines(square(0, 1), square(3, 1), &[[1, 0], [1, 1], [1, 2]], 4);
}

#[test]
fn sight_from_corner_to_corner() {
    let sees = |from, to, walls| {
        has_clear_line(&Point::corners(from), &Point::corners(to), LineRule::SolidUnion, solid(walls))
    };
    assert!(sees(square(0, 1), square(3, 1), &[[1, 1], [1, 2]]), "along the top edge of the row");
    assert!(!sees(square(0, 1), square(3, 1), &[[1, 0], [1, 1], [1, 2]]));
    assert!(!sees(square(0, 0), square(1, 1), &[[1, 0], [0, 1]]), "a pinched corner");
    assert!(sees(square(0, 0), square(1, 1), &[[1, 0]]));
}

#[test]
fn centre_lines_through_corners() {
    let clear = |walls| {
        let (a, b) = (Point::centre(square(0, 0)), Point::centre(square(2, 2)));
        obstacle(a, b, LineRule::PinchedCorners, solid(walls)).is_none()
    };
    assert!(!clear(&[[1, 0], [0, 1]]) && !clear(&[[2, 1], [1, 2]]));
    assert!(clear(&[[1, 0]]) && clear(&[[1, 2]]) && clear(&[[1, 0], [1, 2]]));
}

#[test]
fn any_of_five_points_reaches_any_of_five() {
    let five = |square| {
        let mut points = vec![Point::centre(square)];
        points.extend(Point::four(square, 4));
        points
    };
    let reaches = |walls| {
        let (from, to) = (five(square(0, 0)), five(square(1, 1)));
        has_clear_line(&from, &to, LineRule::PinchedCorners, solid(walls))
    };
    assert!(!reaches(&[[1, 0], [0, 1]]), "diagonal neighbours with walls on both sides of the corner");
    assert!(reaches(&[[1, 0]]));
}

#[test]
fn tall_squares_counted_on_each_of_four_lines() {
    let counts = |target, walls| {
        let tall = solid(walls);
        Point::quarters(target)
            .map(|point| squares_crossed(Point::centre(square(0, 0)), point).filter(|&at| tall(at)).count())
    };
    assert_eq!(counts(square(1, 1), &[[1, 0]]).iter().filter(|&&count| count > 0).count(), 1);
    assert_eq!(counts(square(4, 0), &[[2, 0]]), [1; 4]);
    assert_eq!(counts(square(4, 0), &[[2, 0], [3, 0]]), [2; 4]);
}
