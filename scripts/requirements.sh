# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Sourced by the other scripts: goes to the root of the tree, and sees to it that what they need is installed.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

# Arguments of swift build for what nobody debugs: in CI a fifth of the time would be that of debug information.
# shellcheck disable=SC2034
lean=()
# shellcheck disable=SC2034
[[ -z ${CI:-} ]] || lean=(-Xswiftc -gnone)

# What is needed to build the programs, and the modules. g++ also brings the headers of C and C++, which the clang of
# the Swift toolchain compiles with.
# shellcheck disable=SC2034
for_programs=(git g++ pkg-config libffi libcurl zlib sqlite3 strip) for_modules=(gcc g++ cmake ninja)
# Builds the modules in Rust that heddle new makes, in the tests; it brings rustc. bindgen translates the header.
# shellcheck disable=SC2034
for_templates=(cargo bindgen)
# Libraries with their headers, for the tests of heddle bind.
# shellcheck disable=SC2034
for_bindings=(zlib sqlite3 libcurl libpng libcrypto libxxhash liblz4 libuv libxml-2.0)

# Programs that Heddle serves: clients, a collector of metrics and a browser.
# shellcheck disable=SC2034
for_serving=(openssl nghttpd prometheus chromium)
# Modules of Python that read what Heddle sends, each with the package of PyPI that it comes with.
# shellcheck disable=SC2034
for_reading=(opentelemetry.proto=opentelemetry-proto prometheus_client=prometheus-client cryptography=cryptography)
# Builds a module in Zig, in the tests. Its versions differ in what they accept, so that one is named.
# shellcheck disable=SC2034
for_zig=(ziglang=ziglang==0.14.1)
# Libraries whose recordings the tests make, beside those.
# shellcheck disable=SC2034
for_recordings=(expat yaml-0.1 bzip2)
# Libraries that examples call, beside those.
# shellcheck disable=SC2034
for_examples=(libpcre2-8 gsl glib-2.0 libfreetype.so.6 libharfbuzz.so.0 libcairo.so.2 libarchive.so.13 DejaVuSans.ttf)

# Libraries whose errors are jumps, for the tests of those.
# shellcheck disable=SC2034
for_jumps=(lua5.4 libpng libjpeg)

# Debuggers, under which modules run in the tests, and a reader of debug information.
# shellcheck disable=SC2034
for_debugging=(gdb lldb valgrind libdw)

# An engine that starts parts of a run, in the tests.
# shellcheck disable=SC2034
for_engines=(slurmd munged)
# A shell that completes command lines, and what heddle shell edits lines with, in the tests.
# shellcheck disable=SC2034
for_shells=(zsh libedit.so.2)
# Makes a package of Debian and a new root to install it in, and judges it.
# shellcheck disable=SC2034
for_packages=(debootstrap dpkg-shlibdeps lintian python3)

stop() {
    printf '%s: %s\n' "$0" "$1" >&2
    exit 1
}

# Swift comes from swift.org, not from Debian, so it is never installed from here.
require_swift() {
    command -v swift >/dev/null || stop "there is no swift on the PATH; Swift 6.3 or newer is needed: https://www.swift.org/install/linux/"
    local version
    version=$(swift --version 2>/dev/null)
    [[ $version =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] || stop "swift --version does not say which version it is"
    ((BASH_REMATCH[1] * 100 + BASH_REMATCH[2] >= 603)) || stop "Swift 6.3 or newer is needed, ${BASH_REMATCH[0]} is on the PATH"
}

# The Debian package that something comes with: a program, a library that pkg-config knows, or a module of Python.
package_of() {
    case $1 in
    libffi) echo libffi-dev ;;
    zlib) echo zlib1g-dev ;;
    sqlite3) echo libsqlite3-dev ;;
    libcurl) echo libcurl4-openssl-dev ;;
    libcrypto) echo libssl-dev ;;
    libuv) echo libuv1-dev ;;
    libxml-2.0) echo libxml2-dev ;;
    lua5.4) echo liblua5.4-dev ;;
    libjpeg) echo libjpeg62-turbo-dev ;;
    expat) echo libexpat1-dev ;;
    yaml-0.1) echo libyaml-dev ;;
    libpcre2-8) echo libpcre2-dev ;;
    gsl) echo libgsl-dev ;;
    glib-2.0) echo libglib2.0-dev ;;
    libfreetype.so.6) echo libfreetype6 ;;
    libharfbuzz.so.0) echo libharfbuzz0b ;;
    libcairo.so.2) echo libcairo2 ;;
    libedit.so.2) echo libedit2 ;;
    libarchive.so.13) echo libarchive13 ;;
    DejaVuSans.ttf) echo fonts-dejavu-core ;;
    libpng | libxxhash | liblz4 | libdw) echo "$1-dev" ;;
    nghttpd) echo nghttp2-server ;;
    ninja) echo ninja-build ;;
    jsonschema) echo python3-jsonschema ;;
    nm | strip) echo binutils ;;
    dpkg-shlibdeps) echo dpkg-dev ;;
    prove) echo perl ;;
    slurmd) echo slurm-wlm ;;
    munged) echo munge ;;
    ip) echo iproute2 ;;
    ps) echo procps ;;
    qemu-aarch64) echo qemu-user ;;
    *-linux-gnu-g++) echo "g++-${1%-g++}" ;;
    *) echo "$1" ;;
    esac
}

is_installed() {
    case $1 in
    lib*.so.*) /sbin/ldconfig -p | grep -qF "$1 " ;;
    *.ttf) [[ -n $(find /usr/share/fonts -name "$1" -print -quit 2>/dev/null) ]] ;;
    lib* | zlib | sqlite3 | expat | yaml-0.1 | gsl | glib-2.0 | lua5.4) pkg-config --exists "$1" 2>/dev/null ;;
    # By Debian's own Python, which need not be the first on the PATH.
    jsonschema) /usr/bin/python3 -c 'import jsonschema' 2>/dev/null ;;
    # That of the Swift toolchain needs a Python which the system may not have.
    lldb) lldb --version >/dev/null 2>&1 || [[ -x /usr/bin/lldb ]] ;;
    # Not on the PATH of every user.
    slurmd | munged | debootstrap) [[ -x /usr/sbin/$1 ]] ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# require WHAT...: Swift and this. Installs what is missing, or says all of it.
require() {
    require_swift
    local what package missing=()
    for what; do
        package=$(package_of "$what")
        is_installed "$what" || [[ " ${missing[*]} " == *" $package "* ]] || missing+=("$package")
    done
    ((${#missing[@]} == 0)) && return
    ((EUID == 0)) || stop "install what is missing, then try again:
    sudo apt-get install --yes ${missing[*]}"
    command -v apt-get >/dev/null || stop "install what is missing, by the names that Debian has for it: ${missing[*]}"
    echo "installing ${missing[*]}"
    install_packages "${missing[@]}" || stop "apt-get did not install ${missing[*]}"
}

install_packages() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq </dev/null &&
        apt-get install -qq --yes --no-install-recommends -o DPkg::Lock::Timeout=120 "$@" </dev/null >/dev/null
}

# require_python MODULE=PACKAGE...: installs what python3 lacks into a folder of its own, since Debian has no package of
# some, and python3 need not be Debian's. Without a network it says so, and the tests that need them are skipped.
require_python() {
    local folder=$PWD/.build-python pair missing=()
    export PYTHONPATH=$folder${PYTHONPATH:+:$PYTHONPATH}
    for pair; do
        python3 -c "import ${pair%%=*}" 2>/dev/null || missing+=("${pair#*=}")
    done
    ((${#missing[@]} == 0)) && return
    python3 -m pip --version >/dev/null 2>&1 || { ((EUID == 0)) && install_packages python3-pip; } || true
    echo "installing ${missing[*]} of PyPI"
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --target "$folder" \
        "${missing[@]}" </dev/null || echo "tests that need ${missing[*]} are skipped"
}
