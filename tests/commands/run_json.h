#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/commands/process.h"

namespace spillway::commands {

/// `spillway ... --json` and its standard output, which must be JSON and nothing else.
struct JsonRun {
    Finished finished;
    nlohmann::json json;

    /// The result of one variant; a test failure and an empty object if it is missing.
    [[nodiscard]] nlohmann::json of(const std::string& variant) const
    {
        for (const auto& result : json)
            if (result.is_object() && result.value("variant", "") == variant) return result;
        ADD_FAILURE() << "no variant " << variant << " in\n" << finished.output << finished.errors;
        return nlohmann::json::object();
    }
};

inline JsonRun run_json(std::vector<std::string> arguments, Environment changes = {})
{
    arguments.emplace_back("--json");
    JsonRun run{spillway(arguments, std::move(changes)), {}};
    run.json = nlohmann::json::parse(run.finished.output, nullptr, false);
    EXPECT_FALSE(run.json.is_discarded()) << "not JSON alone:\n" << run.finished.output << run.finished.errors;
    return run;
}

/// "/compile/registers" of a result; null where it is not there.
inline nlohmann::json at(const nlohmann::json& result, const std::string& pointer)
{
    const nlohmann::json::json_pointer path(pointer);
    return result.contains(path) ? result.at(path) : nlohmann::json();
}

/// Whether doctor finds the compiler; without it, tests of its numbers are skipped.
inline bool has_compiler()
{
    static const bool found = [] {
        for (const auto& thing : run_json({"doctor"}).json)
            if (thing.value("name", "").find("NVRTC") != std::string::npos) return thing.value("found", false);
        ADD_FAILURE() << "doctor does not mention NVRTC";
        return false;
    }();
    return found;
}

}  // namespace spillway::commands

#define SKIP_WITHOUT_COMPILER() \
    if (!spillway::commands::has_compiler()) GTEST_SKIP() << "NVRTC is not on this machine: nothing to compile with"
