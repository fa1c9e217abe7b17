#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace spillway::model {

/// A resource limit that stops a tool.
enum class Bound { time, memory };

/// Errors that code tells apart.
enum class ErrorKind {
    no_kernel,      ///< a file has no kernels, or the compiler makes none of it
    unusable_file,  ///< a file is too large, or no ordinary file: reading it again gives the same
    passing         ///< the machine's state, such as a full disk: another try may succeed
};

/// An error as a value with three parts.
struct Error {
    std::string what;    ///< what happened, one sentence, in the tool's own words if it has any
    std::string where;   ///< file and line, command-line word, or stage
    std::string advice;  ///< what to do; may be empty
    // Set for code that branches on them.
    std::optional<Bound> bound = std::nullopt;  ///< the exceeded limit
    std::optional<ErrorKind> kind = std::nullopt;

    /// One line for a terminal: "where: what; advice".
    [[nodiscard]] std::string line() const
    {
        std::string text = where.empty() ? what : where + ": " + what;
        return advice.empty() ? text : text + "; " + advice;
    }

    friend bool operator==(const Error&, const Error&) = default;
};

/// Ends the program in every build: prints "value() of an error: ..." on stderr, then calls abort().
[[noreturn]] void end_at_missing_value(const Error& error);
/// Ends the program in every build: error() was called on a value.
[[noreturn]] void end_at_missing_error();

/// Either a value or an Error. value() of an Error, and error() of a value, end the program with a message.
/// (std::expected is C++23.)
template <typename T>
class [[nodiscard]] Expected {
public:
    Expected(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Expected(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool has_value() const { return content_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value()
    {
        if (!has_value()) end_at_missing_value(error());
        return *std::get_if<0>(&content_);
    }
    const T& value() const
    {
        if (!has_value()) end_at_missing_value(error());
        return *std::get_if<0>(&content_);
    }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const
    {
        if (has_value()) end_at_missing_error();
        return *std::get_if<1>(&content_);
    }

private:
    std::variant<T, Error> content_;
};

}  // namespace spillway::model
