#include "tests/journeys/locales.h"

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <locale>

#include "tests/commands/process.h"

namespace spillway::journeys {

bool choose_locale(const std::string& name)
{
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(SPILLWAY_BINARY_DIR) / "test-locales", made = folder / (name + ".UTF-8");
    std::string full = name;
    if (name != "C") {
        full = name + ".UTF-8";
        fs::create_directories(folder);
        if (!fs::exists(made / "LC_NUMERIC"))
            (void)commands::run({"/usr/bin/localedef", "-i", name, "-f", "UTF-8", made.string()});
        if (!fs::exists(made / "LC_NUMERIC")) return false;
        setenv("LOCPATH", folder.c_str(), 1);
    }
    setenv("LC_ALL", full.c_str(), 1);
    if (std::setlocale(LC_ALL, full.c_str()) == nullptr) return false;
    std::locale::global(std::locale(full));
    return true;
}

}  // namespace spillway::journeys
