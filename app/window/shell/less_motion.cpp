#include "app/window/shell/less_motion.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/base/folder_reader.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_settings_bytes = 1 << 18;

fs::path config_folder()
{
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && config[0] == '/') return config;
    if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/') return fs::path(home) / ".config";
    return {};
}

bool file_switches_animations_off(const fs::path& file)
{
    const auto folder = base::FolderReader::open(file.parent_path());
    if (!folder || !folder->has(file.filename().string())) return false;
    const auto text = folder->read(file.filename().string(), max_settings_bytes);
    return text && switches_animations_off(*text);
}

}  // namespace

bool switches_animations_off(std::string_view settings)
{
    while (!settings.empty()) {
        std::string line;
        for (const char c : settings.substr(0, settings.find('\n')))
            if (c != ' ' && c != '\t' && c != '\r') line += c;
        settings.remove_prefix(std::min(settings.size(), std::min(settings.find('\n'), settings.size()) + 1));
        for (const char* off : {"gtk-enable-animations=0", "gtk-enable-animations=false", "AnimationDurationFactor=0"})
            if (line == off) return true;
    }
    return false;
}

bool system_wants_less_motion()
{
    const fs::path config = config_folder();
    if (config.empty()) return false;
    for (const char* file : {"gtk-3.0/settings.ini", "gtk-4.0/settings.ini", "kdeglobals"})
        if (file_switches_animations_off(config / file)) return true;
    return false;
}

}  // namespace spillway::window
