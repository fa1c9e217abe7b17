#!/usr/bin/env bash
# release.sh X.Y.Z [--no-page]: makes a release on this machine (RELEASING.md): version, changelog, commit, packages, page,
# tag. It publishes nothing, and can be called again after a failure.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

version=${1:-} tag=v${1:-} folder=$root/build/release-${1:-}
cd "$root"

# section VERSION: prints the text under "## VERSION" of CHANGELOG.md, without the heading.
section() {
    awk -v wanted="$1" '/^## / { inside = ($2 == wanted); next } inside' CHANGELOG.md | sed -e '/./,$!d'
}

check_arguments() {
    [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "release.sh: name the version, as in: release.sh 1.2.0"
    [[ ${2:-} == "" || $2 == --no-page ]] || fail "release.sh: unknown option $2; it knows --no-page"
    [[ -z $(git status --porcelain) ]] || fail "release.sh: commit or stash your changes first; git status lists them"
    if git rev-parse -q --verify "refs/tags/$tag" >/dev/null && [[ $(git rev-parse "$tag^{commit}") != $(git rev-parse HEAD) ]]; then
        fail "release.sh: $tag exists already, at another commit; choose the next version"
    fi
}

write_version() {
    sed -i "s/^project(spillway VERSION [0-9.]*/project(spillway VERSION $version/" CMakeLists.txt
    grep -q "^project(spillway VERSION $version " CMakeLists.txt || fail "release.sh: CMakeLists.txt has no line project(spillway VERSION ...)"
}

cut_changelog() {
    [[ -n $(section "$version") ]] && return
    [[ -n $(section Unreleased) ]] || fail "release.sh: CHANGELOG.md has nothing under Unreleased"
    sed -i "s/^## Unreleased\$/## Unreleased\n\n## $version - $(date -u +%F)/" CHANGELOG.md
}

commit() {
    git diff --quiet && return
    git commit -q -m "Version $version" -- CMakeLists.txt CHANGELOG.md
}

make_packages() {
    mkdir -p "$folder"
    if [[ ${1:-} == --no-page ]]; then
        SPILLWAY_PAGE=none scripts/package.sh "$folder"
    else
        scripts/build-web.sh "$folder/web"
        SPILLWAY_PAGE=$folder/web scripts/package.sh "$folder"
    fi
    (cd "$folder" && find . -type f ! -name SHA256SUMS -printf '%P\0' | sort -z | xargs -0 sha256sum >SHA256SUMS)
}

make_tag() {
    git rev-parse -q --verify "refs/tags/$tag" >/dev/null && return
    # Headings of the changelog begin with #, which git takes for comments.
    { printf 'Spillway %s\n\n' "$version"; section "$version"; } | git tag -a --cleanup=whitespace -F - "$tag"
}

check_arguments "$@"
cut_changelog
write_version
commit
make_packages "${2:-}"
make_tag
say "$tag is made. ${folder#"$root"/} holds the packages; RELEASING.md says how to publish them."
