//! Numbers as they are shown.

use super::*;

fn power(base: u32, exponent: u32) -> BigUint {
    BigUint::from(base).pow(exponent)
}

#[test]
fn tiny_and_huge_ones_are_approximated() {
    let near = |found: f64, wanted: f64| assert!((found / wanted - 1.0).abs() < 1e-14, "{found}, not {wanted}");
    near(ratio(1, 3).approximate(), 1.0 / 3.0);
    near(Ratio::new(BigUint::from(1u32), power(10, 300)).approximate(), 1e-300);
    near(Ratio::new(power(10, 300), BigUint::from(7u32)).approximate(), 1e300 / 7.0);
    near(Ratio::new(power(10, 5000), power(10, 5001) * 3u32 + 1u32).approximate(), 1.0 / 30.0);
    near(Ratio::new(power(10, 5000) + 1u32, power(10, 5200)).approximate(), 1e-200);
    assert!(Ratio::new(BigUint::from(1u32), power(10, 320)).approximate() > 0.0);
    assert!(Ratio::new(BigUint::from(1u32), power(10, 5000)).approximate().abs() < f64::MIN_POSITIVE);
    assert!(Ratio::new(power(10, 5000), BigUint::from(1u32)).approximate().is_infinite());
    assert!(Ratio::zero().approximate().abs() < f64::MIN_POSITIVE);
}

#[test]
fn percent_is_rounded_half_up() {
    let shown = [
        (1, 3, 2, "33.33"),
        (2, 3, 2, "66.67"),
        (1, 8, 2, "12.50"),
        (1, 800, 2, "0.13"),
        (1, 1000, 0, "0"),
        (1, 200, 0, "1"),
        (999_999, 1_000_000, 2, "100.00"),
        (1, 1, 2, "100.00"),
        (0, 1, 1, "0.0"),
        (1, 2000, 1, "0.1"),
        (1, 2001, 1, "0.0"),
    ];
    for (above, below, places, text) in shown {
        assert_eq!(ratio(above, below).percent(places), text, "{above}/{below}");
    }
}

#[test]
fn weights_are_interned() {
    let mut weights = Weights::new();
    let mut weight = |above: u32, below: u32| weights.intern(&above.into(), &below.into());
    let (half, third, sixth, one) = (weight(3, 6), weight(1, 3), weight(1, 6), weight(4, 4));
    assert_eq!(one, WeightId::ONE);
    assert_eq!(weights.product(half, third), sixth);
    assert_eq!(weights.product(half, one), half);
    assert_eq!(weights.sum(third, sixth), half);
    assert!((weights.approximate(sixth) - 1.0 / 6.0).abs() < 1e-15);
}
