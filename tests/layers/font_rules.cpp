#include "tests/layers/font_rules.h"

#include <fstream>
#include <regex>
#include <string>

namespace spillway::layers {

std::vector<Violation> check_fonts_of(const std::filesystem::path& header, const std::filesystem::path& root)
{
    const std::string relative = std::filesystem::relative(header, root).string();
    if (!relative.starts_with("app/window/") || relative == "app/window/kit/theme.h") return {};
    static const std::regex member(R"(^\s*(const )?ImFont\s*\*\s*\w+(\s*(=|\{).*)?;)");
    std::vector<Violation> violations;
    std::ifstream stream(header);
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number)
        if (std::regex_search(line, member))
            violations.push_back(
                {relative, number, "a font is freed when fonts are built anew: ask the theme for it in each frame"});
    return violations;
}

}  // namespace spillway::layers
