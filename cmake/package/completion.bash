# Completion of spillway for bash: subcommands and options as the program itself lists them.
_spillway()
{
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=() at
    for ((at = 1; at < COMP_CWORD; ++at)); do
        [[ ${COMP_WORDS[at]} == -* ]] || { command=("${COMP_WORDS[at]}"); break; }
    done
    case $previous in
        --experiment | --lesson | run | sweep | lesson | record | check)
            mapfile -t COMPREPLY < <(compgen -W "$(spillway list 2>/dev/null | sed -n 's|^  \([a-z0-9_]*\):.*|\1|p')" -- "$word") ;;
        --gpu)
            mapfile -t COMPREPLY < <(compgen -W "live $(spillway gpus 2>/dev/null | sed -n 's| .*||p')" -- "$word") ;;
        *)
            if [[ $word == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "$(spillway "${command[@]}" --help 2>/dev/null |
                    grep -oE '^ +(-[a-z],)?--[a-z-]+' | grep -oE '\-\-[a-z-]+')" -- "$word")
            elif ((${#command[@]} == 0)); then
                mapfile -t COMPREPLY < <(compgen -W "$(spillway --help 2>/dev/null |
                    sed -n '/^Subcommands:/,$ s/^  \([a-z-]*\) .*/\1/p')" -- "$word")
            else
                mapfile -t COMPREPLY < <(compgen -f -- "$word")
            fi ;;
    esac
}
complete -F _spillway spillway
