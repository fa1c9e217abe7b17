#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::charts::test {

/// A small check that XML of our own kind (elements, double-quoted attributes, comments, five entities) is well
/// formed. Empty, or what is wrong.
inline std::string xml_fault(std::string_view xml)
{
    std::vector<std::string> open;
    bool had_root = false;
    std::size_t at = 0;
    const auto check_entity = [&](std::size_t amp) {
        const std::string_view rest = xml.substr(amp);
        for (const char* entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"})
            if (rest.starts_with(entity)) return true;
        return false;
    };
    while (at < xml.size()) {
        const char c = xml[at];
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n') return "control character";
        if (c == '&' && !check_entity(at)) return "bare ampersand";
        if (c != '<') {
            if (open.empty() && !std::isspace(static_cast<unsigned char>(c))) return "text outside the root";
            ++at;
            continue;
        }
        if (xml.substr(at).starts_with("<?")) {
            at = xml.find("?>", at) + 2;
            continue;
        }
        if (xml.substr(at).starts_with("<!--")) {
            const std::size_t end = xml.find("--", at + 4);
            if (end == std::string_view::npos || xml.substr(end, 3) != "-->") return "comment not closed";
            at = end + 3;
            continue;
        }
        const bool closes = at + 1 < xml.size() && xml[at + 1] == '/';
        std::size_t end = at + (closes ? 2 : 1);
        const std::size_t name_begin = end;
        while (end < xml.size() && std::isalnum(static_cast<unsigned char>(xml[end]))) ++end;
        const std::string name(xml.substr(name_begin, end - name_begin));
        if (name.empty()) return "no element name after <";
        while (end < xml.size() && xml[end] != '>' && xml[end] != '/') {
            if (xml[end] == '<') return "< inside a tag";
            if (xml[end] == '=') {
                if (++end >= xml.size() || xml[end] != '"') return "attribute without quotes";
                for (++end; end < xml.size() && xml[end] != '"'; ++end)
                    if (xml[end] == '<' || (xml[end] == '&' && !check_entity(end))) return "bad attribute value";
            }
            ++end;
        }
        if (end >= xml.size()) return "tag not closed";
        if (closes) {
            if (open.empty() || open.back() != name) return "closes the wrong element: " + name;
            open.pop_back();
        } else if (open.empty() && had_root) {
            return "second root";
        } else if (xml[end] != '/') {
            open.push_back(name);
        }
        had_root = true;
        at = xml[end] == '/' ? end + 2 : end + 1;
    }
    return open.empty() && had_root ? "" : "not closed: " + (open.empty() ? "" : open.back());
}

}  // namespace spillway::charts::test
