#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/file_text.h"
#include "app/model/error.h"

namespace spillway::catalogue {

inline constexpr int max_json_depth = 16;
inline constexpr std::size_t max_json_nodes = 100'000;
inline constexpr std::size_t max_json_keys = 1000;  ///< per object; each new key is compared with all before

struct Member;

/// A JSON value with its line number, so that errors of meaning are reported as precisely as errors of syntax.
struct Node {
    enum class Kind { null, boolean, integer, real, text, array, object };
    explicit Node(Kind k = Kind::null);
    // Defined where Member is complete: a Node holds Members, and each of them a Node.
    Node(const Node& other);
    Node(Node&& other) noexcept;
    Node& operator=(const Node& other);
    Node& operator=(Node&& other) noexcept;
    ~Node();

    Kind kind;
    int line = 0;  ///< 1-based line where the value begins
    bool boolean = false;
    std::int64_t integer = 0;
    double real = 0;
    std::string text;             ///< kind text; for numbers, the original spelling where known
    std::vector<Node> elements;   ///< kind array
    std::vector<Member> members;  ///< kind object, in file order

    [[nodiscard]] const Node* find(std::string_view key) const;
};

struct Member {
    std::string key;
    int line = 0;
    Node value;
};

/// "a number", "a list", ...: for messages about an unexpected kind.
[[nodiscard]] std::string kind_name(Node::Kind kind);

/// Reads JSON text of at most max_file_bytes. The Error's `where` is file:line.
[[nodiscard]] model::Expected<Node> parse_json(std::string_view text, const std::string& file_name);

}  // namespace spillway::catalogue
