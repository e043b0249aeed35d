#!/usr/bin/env bash
# Fetches the program for the system at hand out of a release on GitHub, and prints the folder that it is in:
#   packaging/fetch.sh REPOSITORY TAG FOLDER
# A TAG that names no version (a branch, a commit) means the newest release. Needs `gh`.
set -euo pipefail

repository=${1:?owner/name} tag=${2?a tag} folder=${3:?a folder}
case $(uname -s)-$(uname -m) in
    Linux-x86_64) target=x86_64-unknown-linux-gnu kind=tgz ;;
    Darwin-x86_64) target=x86_64-apple-darwin kind=tgz ;;
    Darwin-arm64) target=aarch64-apple-darwin kind=tgz ;;
    MINGW*-x86_64 | MSYS*-x86_64) target=x86_64-pc-windows-msvc kind=zip ;;
    *)
        echo "there is no package for $(uname -s) on $(uname -m): build the program with cargo" >&2
        exit 2
        ;;
esac
case $tag in
    v[0-9]*.[0-9]*.[0-9]*) ;;
    *) tag=$(gh release view --repo "$repository" --json tagName --jq .tagName) ;;
esac
name=liege-$target-$tag archive=liege-$target-$tag.$kind
mkdir -p "$folder"
cd "$folder"
gh release download "$tag" --repo "$repository" --clobber --pattern "$archive" --pattern "$archive.sha256"
if command -v sha256sum > /dev/null; then sum=(sha256sum); else sum=(shasum -a 256); fi
"${sum[@]}" --check "$archive.sha256" > /dev/null || {
    echo "$archive is not what its checksum says" >&2
    exit 2
}
if [ "$kind" = tgz ]; then tar -xzf "$archive"; else unzip -oq "$archive"; fi
echo "$PWD/$name"
