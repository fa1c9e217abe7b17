#include "app/base/sha256.h"

#include <sha2.h>

namespace spillway::base {

std::string sha256(std::string_view text)
{
    char hex[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), hex);
    return hex;
}

}  // namespace spillway::base
