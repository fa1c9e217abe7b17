#pragma once

#include <filesystem>

namespace spillway::tests {

/// The compile cache that all tests of a build share.
inline std::filesystem::path test_cache(const std::filesystem::path& build_folder)
{
    return build_folder / "test-home" / "cache";
}

}  // namespace spillway::tests
