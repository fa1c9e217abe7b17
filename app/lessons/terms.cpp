#include "app/lessons/terms.h"

#include <cctype>
#include <optional>

#include <nlohmann/json.hpp>

#include "app/base/folder_reader.h"
#include "app/base/paths.h"

namespace spillway::lessons {
namespace {

using Json = nlohmann::json;

constexpr std::size_t max_bytes = 1 << 18;
constexpr std::size_t max_terms = 200;

bool is_word(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

/// True if the text starts with the form. The text may have a capital first letter instead, except for abbreviations:
/// "Warp" matches "warp", but "KB" does not match "kB".
bool starts_with_form(std::string_view text, std::string_view form)
{
    if (form.empty() || text.size() < form.size() || text.substr(1, form.size() - 1) != form.substr(1)) return false;
    const bool is_abbreviation = form.size() > 1 && std::isupper(static_cast<unsigned char>(form[1])) != 0;
    if (text.front() == form.front()) return true;
    return !is_abbreviation && std::toupper(static_cast<unsigned char>(form.front())) == text.front();
}

/// The longest form of any term at the start of the text.
std::optional<std::pair<int, std::size_t>> longest_at(std::string_view text, const Terms& terms)
{
    std::optional<std::pair<int, std::size_t>> best;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto consider = [&](const std::string& form) {
            const bool is_whole = text.size() <= form.size() || !is_word(text[form.size()]);
            if (is_whole && starts_with_form(text, form) && (!best || form.size() > best->second))
                best = {static_cast<int>(i), form.size()};
        };
        consider(terms[i].name);
        for (const std::string& form : terms[i].also) consider(form);
    }
    return best;
}

}  // namespace

model::Expected<Terms> parse_terms(std::string_view text)
{
    const model::Error malformed{"this is not a list of terms", "terms.json",
                                 "[{\"term\", \"also\", \"text\"}] was expected"};
    if (text.size() > max_bytes) return malformed;
    const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
    if (!json.is_array() || json.size() > max_terms) return malformed;
    const auto text_of = [](const Json& object, const char* key) {
        const auto found = object.find(key);
        return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    Terms terms;
    for (const Json& each : json) {
        if (!each.is_object()) return malformed;
        Term term{text_of(each, "term"), {}, text_of(each, "text"), false};
        if (const auto basic = each.find("basic"); basic != each.end()) {
            if (!basic->is_boolean()) return malformed;
            term.is_basic = basic->get<bool>();
        }
        if (term.name.empty() || term.text.empty()) return malformed;
        if (const auto also = each.find("also"); also != each.end()) {
            if (!also->is_array()) return malformed;
            for (const Json& form : *also) {
                if (!form.is_string()) return malformed;
                term.also.push_back(form.get<std::string>());
            }
        }
        terms.push_back(std::move(term));
    }
    return terms;
}

Terms load_terms()
{
    const auto folder = base::FolderReader::open(base::data_folder() / "assets");
    const auto text = folder ? folder->read("terms.json", max_bytes) : folder.error();
    const auto terms = text ? parse_terms(*text) : text.error();
    return terms ? *terms : Terms{};
}

std::vector<TermPlace> find_terms(std::string_view text, const Terms& terms)
{
    std::vector<TermPlace> places;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins_word = is_word(text[at]) && (at == 0 || !is_word(text[at - 1]));
        const auto found = begins_word ? longest_at(text.substr(at), terms) : std::nullopt;
        if (found) places.push_back({at, at + found->second, found->first});
        at += found ? found->second : 1;
    }
    return places;
}

}  // namespace spillway::lessons
