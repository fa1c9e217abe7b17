// Unpacks lzip's format while the page downloads: the program is a quarter smaller than with gzip, the only format
// that browsers unpack themselves. A separate program, because it must load first; load.js calls its functions.

#include <stddef.h>
#include <stdint.h>

#include <lzlib.h>

enum { room = 1 << 17 };
static unsigned char packed[room], unpacked[room];
static int given, taken;

/// New state of a file; null if out of memory.
void* unpack_begin(void)
{
    return LZ_decompress_open();
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
    given = (int)bytes;
    taken = 0;
}

/// Unpacks some bytes; returns their number, negative if the input is damaged.
int unpack_next(void* file)
{
    for (;;) {
        const int bytes = LZ_decompress_read(file, unpacked, room);
        if (bytes != 0 || taken == given) return bytes;
        const int more = LZ_decompress_write(file, packed + taken, given - taken);
        if (more <= 0) return -1;
        taken += more;
    }
}

/// Frees the state; returns whether the file was whole.
int unpack_end(void* file)
{
    LZ_decompress_finish(file);
    const int is_whole = LZ_decompress_finished(file) == 1;
    LZ_decompress_close(file);
    return is_whole;
}
