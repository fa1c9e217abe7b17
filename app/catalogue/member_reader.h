#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/json_tree.h"
#include "app/model/error.h"

namespace spillway::catalogue {

/// Errors found in a file, in the order of discovery.
class Problems {
public:
    explicit Problems(std::string file_name, bool tries_formulas = true)
        : file_name_(std::move(file_name)), tries_formulas_(tries_formulas)
    {
    }
    /// Whether readers try out formulas to find errors.
    [[nodiscard]] bool tries_formulas() const { return tries_formulas_; }
    void add(int line, std::string what, std::string advice = {});
    [[nodiscard]] bool empty() const { return found_.empty(); }
    /// The error with the lowest line number. There must be one.
    [[nodiscard]] model::Error first() const;

private:
    struct Problem {
        int line;
        std::string what, advice;
    };
    std::string file_name_;
    bool tries_formulas_;
    std::vector<Problem> found_;
};

/// Reads an object's members by key and type. `finish` reports unknown keys; if there are none, the missing ones. Each
/// problem names the key, the found value and the expected one.
class MemberReader {
public:
    /// `subject` names the object in messages: "parameter \"radius\"".
    MemberReader(const Node& node, std::string subject, Problems& problems);

    /// The member, or null. With `required`, `finish` reports a missing one.
    const Node* member(const std::string& key, bool required = false);
    /// Text of at most 1024 bytes; escapes the characters that a terminal interprets (base::visible_text). Adds a
    /// problem for a longer text and returns an empty one.
    std::string text(const std::string& key, bool required = false);
    std::optional<std::int64_t> integer(const std::string& key, bool required = false);
    std::optional<double> number(const std::string& key, bool required = false);
    bool flag(const std::string& key, bool fallback);
    /// Text of a formula: a string, or a number as written.
    std::string formula_text(const std::string& key, bool required = false);
    /// Index of the text in `names`; otherwise adds a problem with a suggestion.
    std::optional<std::size_t> one_of(const std::string& key, const std::vector<std::string>& names);
    /// Elements of a list, each required to be an object; empty if the key is absent.
    std::vector<const Node*> objects(const std::string& key, bool required = false);

    /// A list of whole numbers; empty if the key is absent.
    std::vector<std::int64_t> integers(const std::string& key, bool required = false);

    void finish();

    [[nodiscard]] int line() const { return node_.line; }
    [[nodiscard]] int line_of(const std::string& key) const;
    [[nodiscard]] const std::string& subject() const { return subject_; }
    void set_subject(std::string subject) { subject_ = std::move(subject); }

private:
    const Node* typed(const std::string& key, bool required, std::initializer_list<Node::Kind> kinds,
                      const char* expected);

    const Node& node_;
    std::string subject_;
    Problems& problems_;
    std::vector<std::string> known_keys_;  ///< keys read so far, in the file or not
    std::vector<std::string> missing_;     ///< required keys that the file lacks
};

/// Exact text of a number for a formula.
[[nodiscard]] std::string number_text(const Node& node);

}  // namespace spillway::catalogue
