#pragma once

#include <cstddef>
#include <cstdint>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace spillway::window {

/// Other bytes or another seed, another number: two that agree by chance are not to be expected in a program's life.
/// For one run only; not against a deliberate collision.
[[nodiscard]] inline std::uint64_t content_hash(const void* bytes, std::size_t size, std::uint64_t seed = 0)
{
#ifdef __EMSCRIPTEN__
    return XXH64(bytes, size, seed);  // the other multiplies to 128 bits, which WebAssembly does in four steps
#else
    return XXH3_64bits_withSeed(bytes, size, seed);
#endif
}

}  // namespace spillway::window
