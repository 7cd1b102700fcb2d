//! Gives the shared library its soname: one per ABI profile, since the profiles cannot stand in for each other.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let feature = |name: &str| std::env::var_os(format!("CARGO_FEATURE_{name}")).is_some();
    let soname = match (feature("ABI_PACIFIC"), feature("ABI_REEF")) {
        (true, _) => "libcrush.so.1",
        (_, true) => "libcrush.so.2",
        _ => "libcrush.so.3",
    };
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,{soname}");
    }
}
