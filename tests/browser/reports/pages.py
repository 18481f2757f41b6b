"""The pages of a site that tests walk over."""

OVERVIEW = ["index.html", "charts.html", "tables.html", "trials.html", "compare.html"]


def pages_of(site):
    """One page of every kind, seen from the folder of the site."""
    kinds = ("agents/*.html", "tasks/*.html", "trials/*/*/*/*/index.html")
    deep = [min(site.glob(kind)).relative_to(site) for kind in kinds]
    findings = ["findings.html"] if (site / "findings.html").exists() else []
    return OVERVIEW + findings + [path.as_posix() for path in deep]
