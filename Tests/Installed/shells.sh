# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Run as an ordinary user in a root that has the package: the manual and the completions are where Debian's own programs
# look for them, unasked.
set -euo pipefail
cd

stop() {
    printf 'manual and completions: %s\n' "$1" >&2
    exit 1
}

for page in heddle heddle-test heddle-validate; do
    [[ $(man --where "$page") == /usr/share/man/man1/$page.1.gz ]] || stop "man does not find the page $page"
done
[[ $(man --pager=cat heddle-validate 2>&1) == *--reproduce* ]] || stop "man heddle-validate shows no --reproduce"

said=$(bash -c '
    source /usr/share/bash-completion/bash_completion
    _completion_loader heddle
    COMP_WORDS=(heddle valid) COMP_CWORD=1 COMP_LINE="heddle valid" COMP_POINT=12
    function=$(complete -p heddle | sed -E "s/.*-F ([^ ]+).*/\1/")
    $function heddle valid heddle
    echo "${COMPREPLY[*]}"' 2>&1) || true
[[ $said == *validate* ]] || stop "bash completes heddle valid to \"$said\""

said=$(zsh -fc 'autoload -Uz compinit && compinit -D && print $_comps[heddle] && autoload +X _heddle && print found' 2>&1) || true
[[ $said == _heddle$'\n'found ]] || stop "zsh completes heddle by \"$said\""

said=$(fish -c 'complete --do-complete "heddle valid"' 2>&1) || true
[[ $said == *validate* ]] || stop "fish completes heddle valid to \"$said\""

[[ -s /usr/share/heddle/behaviour.schema.json ]] || stop "there is no schema of behaviours"
[[ -s /usr/share/doc/heddle/copyright ]] || stop "there is no copyright"
[[ -s /usr/share/doc/heddle/WritingAModule.md ]] || stop "there are no articles"
echo "man, bash, zsh and fish find the manual and the completions"
