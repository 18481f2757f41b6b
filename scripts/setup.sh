# Sourced by ./run and ./test: brings in what bugsweep stands on, and does nothing when it is there.
# From the distribution: bubblewrap, Chromium, git, Node.js. From PyPI: everything else, in .venv.

need=() # packages of the distribution that are missing
command -v bwrap >/dev/null || need+=(bubblewrap)
command -v git >/dev/null || need+=(git)
for tool in unshare nsenter setpriv prlimit mount; do
    command -v "$tool" >/dev/null || { need+=(util-linux mount); break; }
done
command -v node >/dev/null || need+=(nodejs)
command -v npm >/dev/null || need+=(npm)
fc-list 2>/dev/null | grep -q . || need+=(fontconfig fonts-dejavu-core)

find_chromium() {
    local name
    for name in "${BUGSWEEP_CHROMIUM:-}" chromium-headless-shell chromium; do
        # Ubuntu's `chromium` is a snap, which cannot run in another network namespace.
        if [ -n "$name" ] && command -v "$name" >/dev/null &&
            ! readlink -f "$(command -v "$name")" | grep -q snap; then
            return 0
        fi
    done
    compgen -G "${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}/chromium*" >/dev/null
}

find_python() {
    local name
    for name in python3.12 python3.13 python3.11 python3; do
        # A name may be there and not run: version managers put such stand-ins on PATH.
        if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

python=$(find_python) || need+=(python3 python3-venv)
if [ -n "${python:-}" ] && ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    need+=(python3-venv)
fi

wants_playwright_chromium=
if ! find_chromium; then
    if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        need+=(chromium-headless-shell)
    elif [ "$(id -u)" = 0 ] && apt-get update -qq >&2 &&
        apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        need+=(chromium-headless-shell)
    else
        wants_playwright_chromium=1
    fi
fi

# For a test alone, which is skipped without them: a display, and a browser with windows.
if [ "${setup_group:-}" = dev ] && [ "$(id -u)" = 0 ] && grep -qx 'ID=debian' /etc/os-release; then
    command -v Xvfb >/dev/null || need+=(xvfb)
    command -v chromium >/dev/null || need+=(chromium)
fi

if [ ${#need[@]} -gt 0 ]; then
    install="apt-get install -y --no-install-recommends ${need[*]}"
    if [ "$(id -u)" = 0 ]; then
        as_root=()
    elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        as_root=(sudo)
    else
        echo "These programs are missing: ${need[*]}" >&2
        echo "Have them installed with:  sudo $install" >&2
        exit 3
    fi
    echo "Installing ${need[*]}" >&2
    "${as_root[@]}" apt-get update -qq >&2
    # shellcheck disable=SC2086  # the words are package names
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" $install >&2 || {
        echo "The distribution did not give: ${need[*]}. By hand:  sudo $install" >&2
        exit 3
    }
    python=$(find_python) || { echo "Python 3.11 to 3.13 is needed" >&2; exit 3; }
fi

if ! .venv/bin/python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
    rm -rf .venv
    "$python" -m venv .venv
fi
[ -x .venv/bin/uv ] || .venv/bin/python -m pip install --quiet --disable-pip-version-check uv >&2
# Installed for one state of pyproject.toml and group only once.
state="$(cksum <pyproject.toml) ${setup_group:-}"
if [ "$(cat .venv/.installed-for 2>/dev/null)" != "$state" ]; then
    echo "Installing bugsweep into .venv" >&2
    .venv/bin/uv pip install --quiet --python .venv/bin/python --editable . \
        ${setup_group:+--group "$setup_group"} >&2
    echo "$state" >.venv/.installed-for
fi

if [ -n "$wants_playwright_chromium" ]; then
    echo "Installing Playwright's own Chromium" >&2
    .venv/bin/playwright install --only-shell --with-deps chromium >&2 || {
        echo "No Chromium was found and none could be fetched." >&2
        echo "Install one and name it:  BUGSWEEP_CHROMIUM=/path/to/chromium $0" >&2
        exit 3
    }
fi
