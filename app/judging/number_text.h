#pragma once

// The only functions that write and read a number with its unit, so that all parts agree: the window, `lesson --text`,
// published pages, progress, hand-ins and grade.

#include <optional>
#include <string>
#include <string_view>

#include "app/model/error.h"

namespace spillway::judging {

/// Shortest decimal text of the number, with digits before the point grouped by three: "16,384", "62.5", "1e+20".
/// read_number reads exactly this number back, in every locale, if its magnitude is at most 1e15.
[[nodiscard]] std::string number_text(double value);

/// Rounds for display: numbers of 1,000 or more to whole numbers, others to three significant digits. Keeps whole
/// numbers.
[[nodiscard]] double rounded(double value);

/// "16,384 bytes", "62.5 %"; without a unit the number alone. Exact, like number_text.
[[nodiscard]] std::string quantity_text(double value, std::string_view unit);

/// A distance as a share of the truth, rounded for display: "50 %", and from 99.5 % on "4.0 times".
[[nodiscard]] std::string share_text(double share);

/// Parses a number that a program wrote: finite, with '.' as decimal sign in every locale, and without trailing text.
[[nodiscard]] std::optional<double> plain_number(std::string_view text);

/// Parses a number that a person typed, in `unit` (may be empty): "62,5", "62.5 %", "1,024 bytes", "1 024", "16 KiB",
/// "1e3". Commas group if they make a grouped whole number ("1,024"); else a comma is the decimal sign ("0,125",
/// "62,5"). Binary prefixes of bytes are converted into `unit`. The magnitude is at most 1e15. The Error says why the
/// text is ambiguous or not a number
/// ("1/2", "4 or 8", "16 KB") and what to type instead.
[[nodiscard]] model::Expected<double> read_number(std::string_view text, std::string_view unit);

}  // namespace spillway::judging
