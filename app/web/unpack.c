// Unpacks zstd while the page downloads. zstd is a sixth smaller than gzip, the only format that browsers unpack
// themselves. A separate program, because it must load first; page.js calls its functions.

#include <stddef.h>

#include <zstd.h>

enum { room = 1 << 17 };
static unsigned char packed[room], unpacked[room];
static ZSTD_inBuffer from = {packed, 0, 0};

/// New state of a file; null if out of memory.
void* unpack_begin(void)
{
    return ZSTD_createDStream();
}

/// Input buffer for the next bytes of a file, and its size.
unsigned char* unpack_packed(void)
{
    return packed;
}
size_t unpack_room(void)
{
    return room;
}
unsigned char* unpack_unpacked(void)
{
    return unpacked;
}

/// Announces bytes in the input buffer. Call unpack_next() afterwards until it returns no more.
void unpack_take(size_t bytes)
{
    from.size = bytes;
    from.pos = 0;
}

/// Unpacks some bytes; returns their number, negative if the input is not zstd.
int unpack_next(void* file)
{
    ZSTD_outBuffer into = {unpacked, room, 0};
    const size_t state = ZSTD_decompressStream(file, &into, &from);
    return ZSTD_isError(state) ? -1 : (int)into.pos;
}
