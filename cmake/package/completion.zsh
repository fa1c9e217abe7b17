#compdef spillway
# Completion of spillway for zsh: subcommands and options as the program itself lists them.
local -a commands options
commands=(${(f)"$(spillway --help 2>/dev/null | sed -n '/^Subcommands:/,$ s/^  \([a-z-]*\)  *\(.*\)/\1:\2/p')"})
if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
    _describe command commands
elif [[ $PREFIX == -* ]]; then
    options=(${(f)"$(spillway ${words[2]:#-*} --help 2>/dev/null | grep -oE '^ +(-[a-z],)?--[a-z-]+' | grep -oE '\-\-[a-z-]+')"})
    compadd -- $options
else
    case ${words[CURRENT-1]} in
        --gpu) compadd live $(spillway gpus 2>/dev/null | sed -n 's| .*||p') ;;
        --experiment|--lesson|run|sweep|lesson|record|check) compadd $(spillway list 2>/dev/null | sed -n 's|^  \([a-z0-9_]*\):.*|\1|p') ;;
        *) _files ;;
    esac
fi
