// Unpacks zstd for the page while it is fetched: a sixth smaller than gzip, which is all that browsers unpack by
// themselves. A program of its own that is here before all else; page.js says how its functions are called.

#include <stddef.h>

#include <zstd.h>

enum { room = 1 << 17 };
static unsigned char packed[room], unpacked[room];
static ZSTD_inBuffer from = {packed, 0, 0};

/// A file's state; null where there is no memory for it.
void* unpack_begin(void)
{
    return ZSTD_createDStream();
}

/// Where the next bytes of a file are put, and how many at most.
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

/// So many have been put there: to be followed by unpack_next() until it has no more.
void unpack_take(size_t bytes)
{
    from.size = bytes;
    from.pos = 0;
}

/// How many bytes it has unpacked now; negative where they are not zstd's.
int unpack_next(void* file)
{
    ZSTD_outBuffer into = {unpacked, room, 0};
    const size_t state = ZSTD_decompressStream(file, &into, &from);
    return ZSTD_isError(state) ? -1 : (int)into.pos;
}
