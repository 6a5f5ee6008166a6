//! `site.yaml`: what is read stands out from what it is read on.

use crate::diagnostic::{Diagnostic, codes};
use crate::library::Library;
use crate::library::colors::{LEAST, READ_ON, Scheme};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    let site = &library.site;
    for scheme in [Scheme::Light, Scheme::Dark] {
        for (front, back) in READ_ON {
            let set = site.set_at(scheme, front).or_else(|| site.set_at(scheme, back));
            let colors = site.color(scheme, front).zip(site.color(scheme, back));
            let Some((place, (of, on))) = set.zip(colors) else { continue };
            let contrast = of.contrast(on);
            if contrast < LEAST {
                // Down, so that 4.496 does not read as enough.
                let figure = (contrast * 100.0).floor() / 100.0;
                let name = scheme.name();
                let message =
                    format!("in {name} colours `{front}` ({of}) on `{back}` ({on}) has a contrast of {figure:.2}:1");
                let help =
                    format!("a text wants {LEAST}:1 at least: make `{front}` stand out more, or change `{back}`");
                diagnostics.push(Diagnostic::new(&codes::LOW_CONTRAST, place, message).help(help));
            }
        }
    }
}
