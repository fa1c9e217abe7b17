#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/json_tree.h"
#include "app/model/error.h"

namespace spillway::catalogue {

/// What is wrong with a file, in the order of finding it.
class Problems {
public:
    explicit Problems(std::string file_name, bool tries_formulas = true)
        : file_name_(std::move(file_name)), tries_formulas_(tries_formulas)
    {
    }
    /// Whether formulas are looked at for any.
    [[nodiscard]] bool tries_formulas() const { return tries_formulas_; }
    void add(int line, std::string what, std::string advice = {});
    [[nodiscard]] bool empty() const { return found_.empty(); }
    /// The one that stands first in the file.
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

/// Reads an object's members by key and type; `finish` complains about those nobody asked for.
/// Each problem names the key, what was found and what was expected.
class MemberReader {
public:
    /// `subject` names the object in messages: "parameter \"radius\"".
    MemberReader(const Node& node, std::string subject, Problems& problems);

    /// The member, or null; with `required`, a missing one is a problem once `finish` is called.
    const Node* member(const std::string& key, bool required = false);
    /// Of bounded length, and with nothing in it that a terminal or a layout obeys.
    std::string text(const std::string& key, bool required = false);
    std::optional<std::int64_t> integer(const std::string& key, bool required = false);
    std::optional<double> number(const std::string& key, bool required = false);
    bool flag(const std::string& key, bool fallback);
    /// A text, or a number written as one: what a formula may be.
    std::string formula_text(const std::string& key, bool required = false);
    /// The text's index among `names`, else a problem with a suggestion.
    std::optional<std::size_t> one_of(const std::string& key, const std::vector<std::string>& names);
    /// A list's elements, each required to be an object; empty where the key is absent.
    std::vector<const Node*> objects(const std::string& key, bool required = false);

    /// A list of numbers; empty where the key is absent.
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
    std::vector<std::string> asked_;
    std::vector<std::string> missing_;
};

/// How a number is written in a formula, exactly.
[[nodiscard]] std::string number_text(const Node& node);

}  // namespace spillway::catalogue
