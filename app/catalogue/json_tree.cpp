#include "app/catalogue/json_tree.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace spillway::catalogue {
namespace {

/// Input iterator that reports the lexer's position to the handler. The lexer keeps a copy of the iterator, so the
/// position is stored outside.
class TrackedIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    TrackedIterator(const char* at, const char** position) : at_(at), position_(position) {}
    reference operator*() const { return *at_; }
    TrackedIterator& operator++()
    {
        ++at_;
        *position_ = at_;
        return *this;
    }
    TrackedIterator operator++(int)
    {
        TrackedIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const TrackedIterator& other) const { return at_ == other.at_; }
    bool operator!=(const TrackedIterator& other) const { return at_ != other.at_; }

private:
    const char* at_;
    const char** position_;
};

/// Builds the tree from the parser's events. Refuses trees that are too deep or too large, and duplicate keys.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    TreeBuilder(std::string_view text, const char* const* position, std::string file_name)
        : text_(text), position_(position), file_name_(std::move(file_name))
    {
    }

    bool null() override { return add(Node(Node::Kind::null), 1); }
    bool boolean(bool value) override
    {
        Node node(Node::Kind::boolean);
        node.boolean = value;
        return add(std::move(node), 1);
    }
    bool number_integer(number_integer_t value) override { return add_integer(value); }
    bool number_unsigned(number_unsigned_t value) override
    {
        if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()))
            return fail(line(2), "the number " + std::to_string(value) + " is too large");
        return add_integer(static_cast<std::int64_t>(value));
    }
    bool number_float(number_float_t value, const string_t& written) override
    {
        Node node(Node::Kind::real);
        node.real = value;
        node.text = written;
        return add(std::move(node), 2);
    }
    bool string(string_t& value) override
    {
        Node node(Node::Kind::text);
        node.text = value;
        return add(std::move(node), 1);
    }
    bool binary(binary_t&) override { return fail(line(1), "binary data"); }

    bool start_object(std::size_t) override { return open(Node(Node::Kind::object)); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(Node(Node::Kind::array)); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override
    {
        Node& object = *open_.back();
        if (object.find(name) != nullptr) return fail(line(1), "the key \"" + name.substr(0, 60) + "\" is given twice");
        if (object.members.size() >= max_json_keys)
            return fail(line(1), "more than " + std::to_string(max_json_keys) + " keys in one object");
        object.members.push_back({name, line(1), Node()});
        return true;
    }

    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override
    {
        // Format: "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error while ..."
        std::string text = error.what();
        if (const auto at = text.find("] "); at != std::string::npos) text = text.substr(at + 2);
        if (const auto at = text.find(": "); text.starts_with("parse error at") && at != std::string::npos)
            text = text.substr(at + 2);
        return fail(line(1), text.substr(0, 200));
    }

    [[nodiscard]] model::Error error() const
    {
        return {what_, file_name_ + ":" + std::to_string(line_), "expected JSON"};
    }
    [[nodiscard]] Node take() { return std::move(root_); }

private:
    /// Line of the last character of the current token. After a number the lexer is one character further than after
    /// other tokens.
    [[nodiscard]] int line(int characters_back) const
    {
        const auto read = static_cast<std::size_t>(*position_ - text_.data());
        const std::size_t end = read >= static_cast<std::size_t>(characters_back) ? read - characters_back : 0;
        while (counted_to_ < end) counted_line_ += text_[counted_to_++] == '\n';
        while (counted_to_ > end) counted_line_ -= text_[--counted_to_] == '\n';
        return counted_line_;
    }

    bool fail(int line, std::string what)
    {
        line_ = line;
        what_ = std::move(what);
        return false;
    }

    bool add_integer(std::int64_t value)
    {
        Node node(Node::Kind::integer);
        node.integer = value;
        node.real = static_cast<double>(value);
        return add(std::move(node), 2);
    }

    bool add(Node node, int characters_back)
    {
        node.line = line(characters_back);
        return place(std::move(node)) != nullptr;
    }

    bool open(Node node)
    {
        node.line = line(1);
        if (open_.size() >= max_json_depth)
            return fail(node.line, "nested deeper than " + std::to_string(max_json_depth) + " levels");
        Node* placed = place(std::move(node));
        if (placed != nullptr) open_.push_back(placed);
        return placed != nullptr;
    }

    bool close()
    {
        open_.pop_back();
        return true;
    }

    /// The returned pointer stays valid while its node is open: siblings are added only after it is closed.
    Node* place(Node node)
    {
        if (++nodes_ > max_json_nodes) {
            fail(node.line, "more than " + std::to_string(max_json_nodes) + " values");
            return nullptr;
        }
        if (open_.empty()) return &(root_ = std::move(node));
        Node& parent = *open_.back();
        if (parent.kind == Node::Kind::array) return &parent.elements.emplace_back(std::move(node));
        return &(parent.members.back().value = std::move(node));
    }

    std::string_view text_;
    const char* const* position_;
    std::string file_name_;
    Node root_;
    std::vector<Node*> open_;
    std::size_t nodes_ = 0;
    mutable std::size_t counted_to_ = 0;
    mutable int counted_line_ = 1;
    int line_ = 1;
    std::string what_ = "not a JSON value";
};

}  // namespace

Node::Node(Kind k) : kind(k) {}
Node::Node(const Node& other) = default;
Node::Node(Node&& other) noexcept = default;
Node& Node::operator=(const Node& other) = default;
Node& Node::operator=(Node&& other) noexcept = default;
Node::~Node() = default;

const Node* Node::find(std::string_view key) const
{
    const auto found = std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.key == key; });
    return found == members.end() ? nullptr : &found->value;
}

std::string kind_name(Node::Kind kind)
{
    switch (kind) {
        case Node::Kind::null: return "null";
        case Node::Kind::boolean: return "true or false";
        case Node::Kind::integer: return "a whole number";
        case Node::Kind::real: return "a number with a fraction";
        case Node::Kind::text: return "a text";
        case Node::Kind::array: return "a list";
        case Node::Kind::object: return "an object";
    }
    return "something else";
}

model::Expected<Node> parse_json(std::string_view text, const std::string& file_name)
{
    if (text.size() > max_file_bytes)
        return model::Error{"larger than 1 MiB", file_name, "an experiment's description is a few kilobytes"};
    const char* position = text.data();
    TreeBuilder builder(text, &position, file_name);
    const TrackedIterator first(text.data(), &position);
    const TrackedIterator last(text.data() + text.size(), &position);
    if (!nlohmann::json::sax_parse(first, last, &builder)) return builder.error();
    return builder.take();
}

}  // namespace spillway::catalogue
