#include "tests/layers/error_rules.h"

#include <fstream>
#include <regex>
#include <string>

namespace spillway::layers {
namespace {

/// `std::string& problem`, but not `const std::string& problem`.
bool has_out_parameter(const std::string& line)
{
    static const std::regex reason(
        R"((const )?\b(std::string|std::optional<std::string>|model::Error|std::optional<model::Error>)\s*&\s*)"
        R"((error|failure|problem|reason|trouble|why\w*)\b)");
    for (std::sregex_iterator match(line.begin(), line.end(), reason), end; match != end; ++match)
        if (!(*match)[1].matched) return true;
    return false;
}

/// `std::string why_not(...)`, `std::string why_not;`.
bool may_be_empty(const std::string& line)
{
    static const std::regex text(R"(^\s*(\[\[nodiscard\]\]\s*)?(static |virtual )?std::string why_\w+\s*[(;={])");
    return std::regex_search(line, text);
}

}  // namespace

std::vector<Violation> check_errors_of(const std::filesystem::path& header, const std::filesystem::path& root)
{
    const std::string relative = std::filesystem::relative(header, root).string();
    std::vector<Violation> violations;
    std::ifstream stream(header);
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        if (has_out_parameter(line))
            violations.push_back({relative, number, "what went wrong comes back as a value, not through a parameter"});
        if (may_be_empty(line))
            violations.push_back({relative, number, "an empty text does not mean that all is well: std::optional does"});
    }
    return violations;
}

}  // namespace spillway::layers
