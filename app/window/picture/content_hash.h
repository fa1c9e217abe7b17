#pragma once

#include <cstddef>
#include <cstdint>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace spillway::window {

/// Hash of bytes and a seed. Accidental collisions are negligible within one run. Not stable across versions of the
/// library, and not secure against deliberate collisions.
[[nodiscard]] inline std::uint64_t content_hash(const void* bytes, std::size_t size, std::uint64_t seed = 0)
{
#ifdef __EMSCRIPTEN__
    return XXH64(bytes, size, seed);  // XXH3 multiplies to 128 bits, which takes WebAssembly four steps
#else
    return XXH3_64bits_withSeed(bytes, size, seed);
#endif
}

}  // namespace spillway::window
