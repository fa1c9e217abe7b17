#pragma once

// Shared by the tests on a real GPU.

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/commands/run_json.h"

namespace spillway::commands {

/// Why nothing can be launched here; empty where it can.
inline std::string why_no_gpu()
{
    for (const auto& thing : run_json({"doctor"}).json)
        if (thing.value("name", "").find("GPU") != std::string::npos)
            return thing.value("found", false) ? "" : thing.value("detail", "doctor does not say why");
    ADD_FAILURE() << "doctor does not mention a GPU";
    return "doctor does not mention a GPU";
}

/// Folder into which scripts/on-gpu.sh unpacked the package, else the source tree.
inline std::filesystem::path shared_folder()
{
    const char* package = std::getenv("SPILLWAY_TEST_PACKAGE");
    return package ? std::filesystem::path(package) / "share/spillway" : std::filesystem::path(SPILLWAY_SOURCE_DIR);
}
inline std::filesystem::path assets_folder()
{
    return shared_folder() / "assets";
}
inline std::filesystem::path tests_folder()
{
    return shared_folder() / "tests";
}

}  // namespace spillway::commands
