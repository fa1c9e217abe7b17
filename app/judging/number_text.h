#pragma once

// The only writer and the only reader of a number with its unit: window, `lesson --text`, published pages, progress,
// hand-ins and grade use both, so that a text of one is read by all others as the same number.

#include <optional>
#include <string>
#include <string_view>

#include "app/model/error.h"

namespace spillway::judging {

/// The shortest decimal text of the number, its whole part in groups of three: "16,384", "62.5", "1e+20". read_number
/// reads exactly this number back, in every locale.
[[nodiscard]] std::string number_text(double value);

/// The number rounded for people: a whole number and one of 1,000 or more to whole numbers, others to three digits.
[[nodiscard]] double rounded(double value);

/// "16,384 bytes", "62.5 %"; without a unit the number alone. Exact, like number_text.
[[nodiscard]] std::string quantity_text(double value, std::string_view unit);

/// "50 %", "4.0 times": a share of the truth, rounded for people.
[[nodiscard]] std::string share_text(double share);

/// A number that a program wrote: '.' is the decimal sign in every locale, and nothing follows. Finite.
[[nodiscard]] std::optional<double> plain_number(std::string_view text);

/// A number that a person typed, in `unit` (may be empty): "62,5", "62.5 %", "1,024 bytes", "1 024", "16 KiB", "1e3".
/// A comma before exactly three digits groups, any other comma is the decimal sign. Binary prefixes of bytes are
/// converted into `unit`. The Error says why the text is no single certain number ("1/2", "4 or 8", "16 KB") and what
/// to type instead. At most 1e15 in size.
[[nodiscard]] model::Expected<double> read_number(std::string_view text, std::string_view unit);

}  // namespace spillway::judging
