#!/usr/bin/env bash
# Packs the program for one system, with its licences, manual pages and completions:
#   packaging/pack.sh TARGET [PROGRAM [FOLDER]]
# The archive and the folder in it are named as `cargo binstall` looks for them. PROGRAM has to run here.
set -euo pipefail

target=${1:?the target, for example x86_64-unknown-linux-gnu}
case $target in
    *windows*) exe=.exe kind=zip ;;
    *) exe='' kind=tgz ;;
esac
root=$(cd "$(dirname "$0")/.." && pwd)
program=${2:-${CARGO_TARGET_DIR:-$root/target}/$target/release/liege$exe}
folder=${3:-$root/target/packages}

version=$("$program" --version)
name=liege-$target-v${version#liege }
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
packed=$work/$name

mkdir -p "$packed/completions" "$packed/docs" "$packed/man/man1"
cp "$program" "$packed/liege$exe"
cp "$root"/README.md "$root"/CHANGELOG.md "$root"/LICENSE-* "$packed"
cp "$root"/docs/*.md "$root"/docs/map.png "$packed/docs"
"$program" --licenses > "$packed/LICENSES.txt"
"$program" man --quiet -o "$packed/man/man1"
"$program" completions bash > "$packed/completions/liege.bash"
"$program" completions elvish > "$packed/completions/liege.elv"
"$program" completions fish > "$packed/completions/liege.fish"
"$program" completions powershell > "$packed/completions/_liege.ps1"
"$program" completions zsh > "$packed/completions/_liege"

archive=$name.$kind
rm -f "$folder/$archive"
cd "$work"
if [ "$kind" = tgz ]; then
    tar -czf "$folder/$archive" "$name"
elif command -v zip > /dev/null; then
    zip -qr "$folder/$archive" "$name"
else
    7z a -tzip -bso0 "$folder/$archive" "$name"
fi
cd "$folder"
if command -v sha256sum > /dev/null; then sum=(sha256sum); else sum=(shasum -a 256); fi
"${sum[@]}" "$archive" > "$archive.sha256"
echo "$folder/$archive"
