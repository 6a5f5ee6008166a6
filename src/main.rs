fn main() {
    let loaded = rulestone::library::load(std::path::Path::new(&std::env::args().nth(1).unwrap_or(".".into()))).unwrap();
    let (library, diagnostics) = rulestone::check::check(loaded);
    for d in &diagnostics { println!("{}\n", rulestone::diagnostic::render::human(d, &library.sources, true)); }
    println!("{:?}", rulestone::diagnostic::Summary::of(&diagnostics));
}
