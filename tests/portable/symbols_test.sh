#!/usr/bin/env bash
# symbols_test.sh NM ARCHIVE...: fails where a library that a page in a browser is made of asks for a process, a thread,
# a socket or libuv.
set -uo pipefail
nm=$1
shift
forbidden='^ +U (uv_.*|pthread_create|fork|vfork|clone|exec[lv]p?e?|posix_spawnp?|waitpid|socket|connect|inotify_.*|epoll_.*|.*St6thread15_M_start_thread.*|.*__future_base.*)(@.*)?$'
status=0
for archive in "$@"; do
    [[ -s $archive ]] || { echo "$archive is not there"; status=1; continue; }
    found=$("$nm" --undefined-only "$archive" 2>/dev/null | grep -E "$forbidden" | sort -u)
    [[ -n $found ]] && { echo "$(basename "$archive") asks for"; echo "$found"; status=1; }
done
exit "$status"
