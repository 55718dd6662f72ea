# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# author.sh [PREFIX]
#
# Run as an ordinary user in a root that has the package, or has it moved to PREFIX: from nothing to a module that is
# built, tested and validated, in each language, with a stopwatch. Fails where that takes more than 6 commands or 5
# minutes.
set -euo pipefail

most_commands=6 most_seconds=300

stop() {
    printf 'a module in %s: %s\n' "$language" "$1" >&2
    exit 1
}

# What the author types; the module is `sums`.
commands_for() {
    echo "heddle new sums --language $1"
    case $1 in
    c | cpp)
        echo "cmake -S sums -B sums/build"
        echo "cmake --build sums/build"
        echo "ctest --test-dir sums/build --output-on-failure"
        echo "heddle validate sums/build/modules/sums.so"
        ;;
    swift)
        echo "swift build --package-path sums"
        echo "heddle test sums/sums.json"
        echo "heddle validate sums/.build/debug/libsums.so"
        ;;
    rust)
        echo "cargo build --release --manifest-path sums/Cargo.toml"
        echo "heddle test sums/sums.json"
        echo "heddle validate sums/target/release/libsums.so"
        ;;
    esac
}

# tenths FROM TO: the tenths of a second between two values of EPOCHREALTIME.
tenths() {
    echo $(((${2/./} - ${1/./}) / 100000))
}

in_seconds() {
    printf '%d.%d' $(($1 / 10)) $(($1 % 10))
}

make_module() {
    local folder start now command lines='' count=0 total=0
    folder=$(mktemp -d)
    cd "$folder"
    while IFS= read -r command; do
        start=$EPOCHREALTIME
        eval "$command" >said 2>&1 </dev/null || { cat said && stop "this failed, with what is above: $command"; }
        now=$(tenths "$start" "$EPOCHREALTIME")
        lines+=$(printf '%10s s  %s' "$(in_seconds "$now")" "$command")$'\n'
        count=$((count + 1)) total=$((total + now))
    done < <(commands_for "$language")
    printf '%-8s %8s s  %d commands\n%s' "$language" "$(in_seconds "$total")" "$count" "$lines"
    ((count <= most_commands)) || stop "it took $count commands, more than $most_commands"
    ((total <= most_seconds * 10)) || stop "it took more than $most_seconds seconds"
    cd && rm -rf "$folder"
}

languages=(c cpp swift rust)
if [[ -n ${1:-} ]]; then
    # As the README of each module says for such a tree.
    export PATH=$1/bin:$PATH PKG_CONFIG_PATH=$1/share/pkgconfig
fi
echo "from nothing to a module that is tested and validated, in ${1:-/usr}:"
for language in "${languages[@]}"; do make_module; done
