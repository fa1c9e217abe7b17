#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/scratch_folder.h"
#include "tests/support/source_folder.h"

namespace spillway {

/// Replaces every `what` in a file.
inline void replace_everywhere(const std::filesystem::path& file, const std::string& what, const std::string& by)
{
    std::ifstream in(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    in.close();
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
        text.replace(at, what.size(), by);
    std::ofstream(file, std::ios::binary) << text;
}

/// Copies the shipped experiment `shipped` into the folder `to` under the name `name`, beside which it can be open. Its
/// exercise `x` becomes `name_x`.
inline void copy_renamed(const std::string& shipped, const std::filesystem::path& to, const std::string& name)
{
    namespace fs = std::filesystem;
    const auto quoted = [](const std::string& text) { return '"' + text + '"'; };
    const fs::path from = source_folder / "kernels" / shipped, made = scratch_folder("renamed") / name;
    fs::copy(from, made, fs::copy_options::recursive);
    replace_everywhere(made / "experiment.json", "\"name\": " + quoted(shipped), "\"name\": " + quoted(name));
    if (fs::exists(from / "exercises"))
        for (const auto& entry : fs::directory_iterator(from / "exercises")) {
            const std::string exercise = entry.path().filename().string(), own = name + "_" + exercise;
            fs::rename(made / "exercises" / exercise, made / "exercises" / own);
            const fs::path description = made / "exercises" / own / "experiment.json";
            replace_everywhere(description, "\"lesson\": " + quoted(shipped), "\"lesson\": " + quoted(name));
            replace_everywhere(description, "\"name\": " + quoted(exercise), "\"name\": " + quoted(own));
            replace_everywhere(made / "experiment.json", quoted(exercise), quoted(own));
            replace_everywhere(made / "lesson.md", "exercise:" + exercise, "exercise:" + own);
        }
    fs::create_directories(to);
    fs::copy(made, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    fs::remove_all(made.parent_path());
}

}  // namespace spillway
