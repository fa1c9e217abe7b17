#include "tests/layers/header_rules.h"

#include <fstream>
#include <iterator>
#include <optional>
#include <regex>

namespace spillway::layers {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file)
{
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

bool holds_word(const std::string& text, const std::string& word)
{
    return std::regex_search(text, std::regex("\\b" + word + "\\b"));
}

/// Whether a table of the source's folder has a line for it.
bool stands_in_table(const fs::path& source)
{
    for (const auto& entry : fs::directory_iterator(source.parent_path()))
        if (entry.path().extension() == ".inc" && holds_word(text_of(entry.path()), source.stem().string()))
            return true;
    return false;
}

/// The header of a source's name. What a page does in another way stands in NAME_in_browser.cpp, beside NAME.cpp.
/// The header of the same name. A large class may have several sources: name_part.cpp, without a header of its own,
/// belongs to name.h if there is a name.cpp too.
fs::path header_of(const fs::path& source)
{
    static const std::regex in_browser("_in_browser$"), last_word("_[a-z0-9]+$");
    const std::string own = std::regex_replace(source.stem().string(), in_browser, "");
    const fs::path folder = source.parent_path();
    if (fs::exists(folder / (own + ".h"))) return folder / (own + ".h");
    for (std::string name = std::regex_replace(own, last_word, "");; name = std::regex_replace(name, last_word, "")) {
        if (fs::exists(folder / (name + ".h")) && fs::exists(folder / (name + ".cpp"))) return folder / (name + ".h");
        if (name.find('_') == std::string::npos) return folder / (own + ".h");
    }
}

struct Definition {
    std::string scope;  ///< "Workspace::" of Workspace::compare; empty: a function of the namespace
    std::string name;
    int line = 0;
};

/// Function that a line defines. With clang-format's layout such a line begins in the first column.
std::optional<Definition> definition_on(const std::string& line)
{
    static const std::regex other(
        R"(^(namespace|using|static|struct|class|enum|extern|template|typedef|constexpr|inline)\b)");
    static const std::regex function(R"(^(?=[A-Za-z_])(?:[^()=;]*[ &*>])?((?:\w+::)*)~?(\w+)\()");
    std::smatch match;
    if (line.ends_with(';') || std::regex_search(line, other) || !std::regex_search(line, match, function))
        return std::nullopt;
    return Definition{match[1], match[2]};
}

std::vector<Definition> definitions_in(const fs::path& source)
{
    std::vector<Definition> found;
    std::ifstream stream(source);
    bool is_hidden = false;  // in a namespace without a name
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        if (line == "namespace {") is_hidden = true;
        if (line == "}  // namespace") is_hidden = false;
        if (is_hidden) continue;
        if (auto definition = definition_on(line)) {
            definition->line = number;
            found.push_back(*definition);
        }
    }
    return found;
}

/// Whether the class of "Link::Impl::" is the source's own, which no header shows.
bool is_own_class(const std::string& source_text, const std::string& scope)
{
    static const std::regex last(R"((\w+)::$)");
    std::smatch name;
    if (!std::regex_search(scope, name, last)) return false;
    const std::regex definition("(^|\n)(struct|class) (\\w+::)*" + name.str(1) + "( final)?( :[^\n;]*)? \\{");
    return std::regex_search(source_text, definition);
}

}  // namespace

std::vector<Violation> check_header_of(const fs::path& source, const fs::path& root)
{
    const std::string relative = fs::relative(source, root).string();
    if (source.filename() == "main.cpp") return {};
    const fs::path header = header_of(source);
    if (!fs::exists(header)) {
        if (stands_in_table(source)) return {};
        return {{relative, 1, "has no header of its name"}};
    }
    const std::string declared = text_of(header), text = text_of(source);
    std::vector<Violation> violations;
    static const std::regex first_include(R"re(#\s*include\s*([<"][^>"]+[>"]))re");
    std::smatch first;
    if (!std::regex_search(text, first, first_include) || first[1] != '"' + fs::relative(header, root).string() + '"')
        violations.push_back({relative, 1, "does not begin with the header of its name"});
    for (const Definition& definition : definitions_in(source))
        if (!is_own_class(text, definition.scope) &&
            !std::regex_search(declared, std::regex("\\b" + definition.name + "\\(")))
            violations.push_back(
                {relative, definition.line, definition.name + " does not stand in the header of its name"});
    return violations;
}

}  // namespace spillway::layers
