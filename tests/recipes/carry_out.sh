#!/usr/bin/env bash
# Carries out a recipe of docs/ word for word on a copy of the files that it names.
# Usage: carry_out.sh RECIPE.md SOURCE_FOLDER COPY_FOLDER
#
# Sentences of a recipe that it obeys, each followed by a block of code:
#   Write `PATH`: ...                          the block is that file
#   In `PATH`, below `LINE`: ...               the block goes in under the first line that holds LINE
set -euo pipefail

recipe=$1 source_folder=$2 copy=$3
rm -rf "$copy"
mkdir -p "$copy"

# write_file PATH: the block on standard input is the file.
write_file() {
    mkdir -p "$copy/$(dirname "$1")"
    cat >"$copy/$1"
}

# insert_below PATH LINE: the block on standard input goes in under that line, as far indented as it is.
insert_below() {
    local file=$copy/$1 block
    [[ -e $file ]] || write_file "$1" <"$source_folder/$1"
    block=$(cat)
    BLOCK=$block LINE=$2 awk '
        { print }
        !done && index($0, ENVIRON["LINE"]) {
            match($0, /^ */)
            count = split(ENVIRON["BLOCK"], lines, "\n")
            for (i = 1; i <= count; ++i) printf "%s%s\n", lines[i] == "" ? "" : substr($0, 1, RLENGTH), lines[i]
            done = 1
        }
        END { if (!done) exit 1 }' "$file" >"$file.new" || {
        echo "$recipe: $1 has no line with \"$2\"" >&2
        exit 1
    }
    mv "$file.new" "$file"
}

write_step='Write `([^`]+)`'
insert_step='In `([^`]+)`, below `([^`]+)`'
step=() block='' indent='' in_block=false steps=0
while IFS= read -r line || [[ -n $line ]]; do
    if $in_block; then
        if [[ $line == "$indent\`\`\`" ]]; then
            in_block=false
            if ((${#step[@]})); then
                "${step[@]}" <<<"${block%$'\n'}"
                steps=$((steps + 1))
            fi
            step=()
        else
            block+=${line#"$indent"}$'\n'
        fi
    elif [[ $line =~ ^(\ *)\`\`\` ]]; then
        in_block=true indent=${BASH_REMATCH[1]} block=''
    elif [[ $line =~ $insert_step ]]; then
        step=(insert_below "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}")
    elif [[ $line =~ $write_step ]]; then
        step=(write_file "${BASH_REMATCH[1]}")
    fi
done <"$recipe"

((steps > 0)) || { echo "$recipe: nothing to carry out" >&2; exit 1; }
