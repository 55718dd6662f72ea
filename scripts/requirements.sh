# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Sourced by the other scripts: goes to the root of the tree, and sees to it that what they need is installed.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

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

# The Debian package that something comes with: a program, or a library that pkg-config knows.
package_of() {
    case $1 in
    libffi) echo libffi-dev ;;
    ninja) echo ninja-build ;;
    nm | strip) echo binutils ;;
    *) echo "$1" ;;
    esac
}

is_installed() {
    case $1 in
    libffi) pkg-config --exists libffi 2>/dev/null ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# require WHAT...: installs what is missing, or says what to install.
require() {
    local what missing=()
    for what; do
        is_installed "$what" || missing+=("$(package_of "$what")")
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

require_for_heddle() {
    require_swift
    # g++ also brings the C and C++ headers that the Swift toolchain's clang compiles with.
    require git g++ pkg-config libffi strip
}

require_for_modules() {
    require_swift
    require gcc g++ cmake ninja
}
