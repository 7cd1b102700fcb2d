//! Changes that need no further words: `--reweight`, `--rebuild-class-roots`; and `--set-subtree-class`.

use crate::crushtool::exit::{Exit, tell};
use crate::crushtool::run::Run;

/// Computes all weights anew.
pub(crate) fn reweight(run: &mut Run<'_>) -> Result<(), Exit> {
    if run.settings.edit.reweight {
        run.map.reweight().map_err(|error| Exit::failure(error.to_string()))?;
        run.modified = true;
    }
    Ok(())
}

/// Builds the trees of the device classes anew.
pub(crate) fn rebuild_class_roots(run: &mut Run<'_>) -> Result<(), Exit> {
    if run.settings.edit.rebuild_class_roots {
        let failure = Exit::failure("failed to rebuidl roots with classes");
        run.map.rebuild_roots_with_classes().map_err(|error| failure.because(error))?;
        run.modified = true;
    }
    Ok(())
}

/// Puts devices below buckets into classes. What does not work is passed over, as upstream does.
pub(crate) fn set_subtree_classes(run: &mut Run<'_>) -> Result<(), Exit> {
    for (bucket, class) in &run.settings.edit.subtree_classes {
        if let Err(error) = run.map.set_subtree_class(bucket, class.as_slice())
            && run.settings.explain
        {
            tell(&[b"--set-subtree-class: ", error.to_string().as_bytes(), b"\n"]);
        }
        run.modified = true;
    }
    Ok(())
}
