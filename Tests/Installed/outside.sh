# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# outside.sh PREFIX
#
# Run as an ordinary user in a root that has the package in PREFIX: a project of one's own uses it by find_package and by
# pkg-config. A PREFIX other than /usr is named to both, as anyone would.
set -euo pipefail

stop() {
    printf 'a project outside, with %s: %s\n' "$prefix" "$1" >&2
    exit 1
}

prefix=$1
options=()
if [[ $prefix != /usr ]]; then
    export PATH=$prefix/bin:$PATH PKG_CONFIG_PATH=$prefix/share/pkgconfig
    options=(-DCMAKE_PREFIX_PATH="$prefix")
fi
[[ $(command -v heddle) == "$prefix/bin/heddle" ]] || stop "heddle is $(command -v heddle)"

folder=$(mktemp -d)
cd "$folder"
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(outside LANGUAGES C CXX)
enable_testing()
find_package(heddle 0.1 REQUIRED)
heddle_add_module(seven SOURCES seven.c)
heddle_add_module(eight SOURCES eight.cpp)
heddle_add_test(numbers numbers.json MODULES seven eight)
END
cat >seven.c <<'END'
#include <heddle/module.h>
HEDDLE_MODULE("seven", "1.0.0")
HEDDLE_ACTION(int32_t, seven, void)
int32_t seven(void) { return 7; }
END
cat >eight.cpp <<'END'
#include <cstdlib>
#include <heddle/module.h>
HEDDLE_MODULE("eight", "1.0.0")
HEDDLE_ACTION(int32_t, eight, void)
int32_t eight() { return std::abs(-8); }
END
cat >numbers.json <<'END'
{
    "behaviour": 1,
    "modules": { "seven": { "library": "seven" }, "eight": { "library": "eight" } },
    "cases": [
        { "name": "seven", "steps": [{ "call": "seven.seven", "expect": { "result": 7 } }] },
        { "name": "eight", "steps": [{ "call": "eight.eight", "expect": { "result": 8 } }] }
    ]
}
END
said=$(cmake -B build "${options[@]}" 2>&1 && cmake --build build 2>&1) || stop "CMake does not build it: $said"
[[ $said != *contract* ]] || stop "the build shows the description of the modules: $said"
said=$(ctest --test-dir build --output-on-failure 2>&1) || stop "the tests fail: $said"
[[ $said == *"100% tests passed, 0 tests failed out of 2"* ]] || stop "ctest did not run two tests: $said"

# A description that Heddle refuses is an error of the build.
sed -i 's/int32_t, seven, void/int32_t, seven, _In_reads_(n) const char *p/; s/seven(void)/seven(const char *p)/' seven.c
said=$(cmake --build build 2>&1) && stop "a broken description is no error of the build: $said"
[[ $said == *'there is no parameter "n" to count with'* ]] || stop "the build does not say what is wrong: $said"

read -ra flags < <(pkg-config --cflags 'heddle >= 0.1') || true
cat >nine.c <<'END'
#include <heddle/module.h>
HEDDLE_MODULE("nine", "1.0.0")
HEDDLE_ACTION(int32_t, nine, void)
int32_t nine(void) { return 9; }
END
said=$(gcc -shared -fPIC -Wall -Wextra -Werror -o nine.so nine.c "${flags[@]}" 2>&1) || stop "pkg-config leads to no header: $said"
[[ $(heddle call ./nine.so nine) == 9 ]] || stop "heddle call does not call a module built with pkg-config"

rm -rf "$folder"
echo "a project outside uses $prefix by find_package and by pkg-config"
