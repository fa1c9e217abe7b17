// A file of the compile cache, taken for either kind: its bytes, and its CBOR, which is packed first, since a blind
// mutation hardly ever gets past the checksum. What is read must be written and read again as the same.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <zstd.h>

#include "app/compiler/cache_format.h"

namespace {

using namespace spillway::compiler;

std::string packed(std::string_view cbor)
{
    std::string bytes(ZSTD_compressBound(cbor.size()), '\0');
    const std::size_t size = ZSTD_compress(bytes.data(), bytes.size(), cbor.data(), cbor.size(), 1);
    bytes.resize(ZSTD_isError(size) ? 0 : size);
    return std::string(cache_magic) + bytes;
}

void check_sass(const std::string& file)
{
    const auto text = unpack_sass("k", file);
    if (text && unpack_sass("k", pack_sass("k", *text).value()) != text) std::abort();
}

void check_compiled(const std::string& file)
{
    const auto compiled = unpack("k", file);
    if (!compiled) return;
    const auto again = unpack("k", pack("k", *compiled).value());
    if (!again || again->ptx != compiled->ptx || again->report.registers != compiled->report.registers) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::string file = input.starts_with(cache_magic) ? std::string(input) : packed(input);
    check_compiled(file);
    check_sass(file);
    return 0;
}
