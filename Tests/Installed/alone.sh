# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Run as an ordinary user in a root that has a minimal Debian and the package, and so just what that depends on.
set -euo pipefail
cd

stop() {
    printf 'installed alone: %s\n' "$1" >&2
    exit 1
}

[[ $(heddle call libm.so.6 'double cos(double x)' 0) == 1 ]] || stop "heddle call does not call cos"
heddle validate --help >/dev/null || stop "heddle validate has no help"

# Runs heddle-fetch, which finds no server.
status=0
said=$(heddle run https://localhost:1/behaviour.json 2>&1) || status=$?
((status == 6)) || stop "a behaviour that cannot be fetched ended with $status, not 6: $said"

echo '{ "serve": 1, "behaviours": { "b": { "from": "b.json" } } }' >host.json
echo '{ "behaviour": 1, "steps": [] }' >b.json
said=$(heddle serve host.json --check 2>&1) || stop "heddle serve does not check a configuration: $said"

echo "the programs run with what the package depends on"
