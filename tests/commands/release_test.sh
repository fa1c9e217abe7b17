#!/usr/bin/env bash
# scripts/release.sh in a repository of its own, with stand-ins for package.sh and build-web.sh.
# Usage: release_test.sh SOURCE_FOLDER
set -uo pipefail

source_folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
# No configuration of the user, and no repository around this one.
export HOME=$work GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=T GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=T GIT_COMMITTER_EMAIL=t@example.org
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

expect() {
    local what=$1 wanted=$2 got=$3
    [[ $got == "$wanted" ]] && return
    printf '%s: expected "%s", got "%s"\n' "$what" "$wanted" "$got"
    cat "$work/errors"
    failures=$((failures + 1))
}

tree=$work/tree
mkdir -p "$tree/scripts"
cp "$source_folder"/scripts/{release.sh,setup.sh} "$tree/scripts/"
printf '#!/bin/sh\ncat "$SPILLWAY_PAGE/index.html" >"$1/spillway.deb" || echo "$SPILLWAY_PAGE" >"$1/spillway.deb"\n' >"$tree/scripts/package.sh"
printf '#!/bin/sh\nmkdir -p "$1" && echo page >"$1/index.html"\n' >"$tree/scripts/build-web.sh"
chmod +x "$tree"/scripts/*.sh
printf 'cmake_minimum_required(VERSION 3.22)\nproject(spillway VERSION 1.0.0 LANGUAGES C CXX)\n' >"$tree/CMakeLists.txt"
printf '# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 1.0.0 - 2026-11-26\n- The first.\n' >"$tree/CHANGELOG.md"
printf '/build/\n' >"$tree/.gitignore"
in_tree() { (cd "$tree" && "$@") 2>"$work/errors"; }
in_tree git init -q
in_tree git add .
in_tree git commit -qm "Begin"

release() { in_tree scripts/release.sh "$@" >/dev/null; }

release nonsense
expect "no version" 1 $?
echo change >>"$tree/CMakeLists.txt"
release 1.1.0
expect "a work tree with changes" 1 $?
in_tree git checkout -q CMakeLists.txt

for round in first second; do
    release 1.1.0
    expect "$round call" 0 $?
    expect "version, $round call" "project(spillway VERSION 1.1.0 LANGUAGES C CXX)" "$(tail -n 1 "$tree/CMakeLists.txt")"
    expect "headings, $round call" "Unreleased 1.1.0 1.0.0" "$(sed -n 's/^## \([^ ]*\).*/\1/p' "$tree/CHANGELOG.md" | paste -sd ' ')"
    expect "commits, $round call" "Version 1.1.0 Begin" "$(in_tree git log --format=%s | paste -sd ' ')"
    expect "tag, $round call" "Spillway 1.1.0  ### Added - A thing." "$(in_tree git tag -l --format='%(contents)' v1.1.0 | paste -sd ' ' | sed 's/ *$//')"
    expect "files, $round call" "spillway.deb web/index.html" "$(awk '{print $2}' "$tree/build/release-1.1.0/SHA256SUMS" | paste -sd ' ')"
done
expect "the package has this release's page" "page" "$(cat "$tree/build/release-1.1.0/spillway.deb")"
release 1.1.0 --no-page
expect "a release without the page" "none" "$(cat "$tree/build/release-1.1.0/spillway.deb")"

release 1.2.0
expect "nothing under Unreleased" 1 $?
expect "the sentence about it" 1 "$(grep -c 'nothing under Unreleased' "$work/errors")"
expect "changes after a refusal" "" "$(in_tree git status --porcelain)"
in_tree git commit -q --allow-empty -m "More"
release 1.1.0
expect "a version with a tag elsewhere" 1 $?
expect "the sentence about the tag" 1 "$(grep -c 'v1.1.0 exists already' "$work/errors")"

((failures == 0)) && echo "release.sh behaves"
exit $((failures > 0))
