// What Debian 12's and Ubuntu 24.04's emscripten (3.1.6, libc++ 13) has not yet: included before each of our sources in
// the build for a browser. The functions of the system are in missing.cpp.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include "third_party/web/missing_library.h"

// ---- Linux: a page's file system is memory, in which there are no links ----
extern "C" {
ssize_t getrandom(void* into, size_t bytes, unsigned flags);
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags);

long syscall(long number, ...);

struct open_how {
    unsigned long long flags, mode, resolve;
};
struct spillway_statx_time {
    long long tv_sec;
    unsigned tv_nsec;
};
struct statx {
    unsigned stx_mask;
    unsigned long long stx_ino;
    struct spillway_statx_time stx_btime;
};
int statx(int folder, const char* path, int flags, unsigned mask, struct statx* facts);
}
#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2
#define RESOLVE_BENEATH 8
#define RESOLVE_NO_MAGICLINKS 2
#define SYS_openat2 437
#ifndef AT_EMPTY_PATH
#define AT_EMPTY_PATH 0x1000
#endif
#define STATX_INO 0x100U
#define STATX_BTIME 0x800U
