// C++17's and C++20's standard library, as far as libc++ 13 lacks it and the page's sources use it. tests/web compiles
// those sources with this header and libc++ 13, without emscripten.
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

namespace std {

template <class To, class From>
To bit_cast(const From& from) noexcept
{
    static_assert(sizeof(To) == sizeof(From));
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}

inline from_chars_result from_chars(const char* first, const char* last, double& value)
{
    // strtod takes more than from_chars does: white space and "+" before the number, hexadecimal digits.
    const bool begins = first != last && (*first == '-' || *first == '.' || (*first >= '0' && *first <= '9'));
    const string text(first, begins ? last : first);
    const size_t hexadecimal = text.find_first_of("xX");
    const string decimal = text.substr(0, hexadecimal);
    char* end = nullptr;
    const double number = strtod(decimal.c_str(), &end);
    if (end == decimal.c_str()) return {first, errc::invalid_argument};
    const char* const after = first + (end - decimal.c_str());
    if (number == HUGE_VAL || number == -HUGE_VAL) return {after, errc::result_out_of_range};
    value = number;
    return {after, errc{}};
}

/// The shortest text that is read back as the same number.
inline to_chars_result to_chars(char* first, char* last, double value)
{
    char text[40];
    int bytes = 0;
    for (int digits = 1; digits <= 17; ++digits) {
        bytes = snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, nullptr) == value) break;
    }
    if (last - first < bytes) return {last, errc::value_too_large};
    return {std::copy(text, text + bytes, first), errc{}};
}

namespace ranges {

template <class Range, class Value>
auto find(Range&& range, const Value& value)
{
    return std::find(std::begin(range), std::end(range), value);
}
/// The first whose `of` has the value.
template <class Range, class Value, class Of>
auto find(Range&& range, const Value& value, Of of)
{
    return std::find_if(std::begin(range), std::end(range),
                        [&](const auto& each) { return std::invoke(of, each) == value; });
}
template <class Range, class Test>
auto find_if(Range&& range, Test test)
{
    return std::find_if(std::begin(range), std::end(range), std::ref(test));
}
template <class Range, class Test>
bool any_of(Range&& range, Test test)
{
    return std::any_of(std::begin(range), std::end(range), std::ref(test));
}
template <class Range, class Test>
bool all_of(Range&& range, Test test)
{
    return std::all_of(std::begin(range), std::end(range), std::ref(test));
}
template <class Range, class Test>
bool none_of(Range&& range, Test test)
{
    return std::none_of(std::begin(range), std::end(range), std::ref(test));
}
template <class One, class Other, class Same = std::equal_to<>>
bool equal(One&& one, Other&& other, Same same = {})
{
    return std::equal(std::begin(one), std::end(one), std::begin(other), std::end(other), std::ref(same));
}
/// `less` compares what `of` makes of the elements.
template <class Range, class Less = std::less<>, class Of>
auto min_element(Range&& range, Less less, Of of)
{
    return std::min_element(std::begin(range), std::end(range),
                            [&](const auto& a, const auto& b) { return less(std::invoke(of, a), std::invoke(of, b)); });
}
/// Copies of the first of the least and the last of the largest.
template <class Range, class Less = std::less<>, class Of>
auto minmax(Range&& range, Less less, Of of)
{
    const auto [least, largest] =
        std::minmax_element(std::begin(range), std::end(range),
                            [&](const auto& a, const auto& b) { return less(std::invoke(of, a), std::invoke(of, b)); });
    return std::pair(*least, *largest);
}
template <class Range, class Value>
auto count(Range&& range, const Value& value)
{
    return std::count(std::begin(range), std::end(range), value);
}
/// Those whose `of` has the value.
template <class Range, class Value, class Of>
auto count(Range&& range, const Value& value, Of of)
{
    return std::count_if(std::begin(range), std::end(range),
                         [&](const auto& each) { return std::invoke(of, each) == value; });
}
template <class Range, class Test>
auto count_if(Range&& range, Test test)
{
    return std::count_if(std::begin(range), std::end(range), std::ref(test));
}
template <class Range, class Act>
void for_each(Range&& range, Act&& act)
{
    for (auto&& each : range) std::invoke(act, each);
}
template <class Range>
void sort(Range&& range)
{
    std::sort(std::begin(range), std::end(range));
}
template <class Range, class Less>
void sort(Range&& range, Less less)
{
    std::sort(std::begin(range), std::end(range), std::ref(less));
}
/// By what `of` makes of the elements.
template <class Range, class Less = std::less<>, class Of>
void sort(Range&& range, Less less, Of of)
{
    std::sort(std::begin(range), std::end(range),
              [&](const auto& a, const auto& b) { return less(std::invoke(of, a), std::invoke(of, b)); });
}
template <class Range, class Less = std::less<>, class Of>
void stable_sort(Range&& range, Less less, Of of)
{
    std::stable_sort(std::begin(range), std::end(range),
                     [&](const auto& a, const auto& b) { return less(std::invoke(of, a), std::invoke(of, b)); });
}
template <class Range, class Less = std::less<>>
void stable_sort(Range&& range, Less less = {})
{
    std::stable_sort(std::begin(range), std::end(range), std::ref(less));
}
template <class Range, class Out>
void copy(Range&& range, Out out)
{
    std::copy(std::begin(range), std::end(range), out);
}
template <class Range, class Value>
void replace(Range&& range, const Value& old_value, const Value& new_value)
{
    std::replace(std::begin(range), std::end(range), old_value, new_value);
}
template <class Range, class Out>
void move(Range&& range, Out out)
{
    std::move(std::begin(range), std::end(range), out);
}
template <class Range, class Out, class Change>
void transform(Range&& range, Out out, Change change)
{
    std::transform(std::begin(range), std::end(range), out, std::ref(change));
}
template <class Range, class Out, class Test>
void copy_if(Range&& range, Out out, Test test)
{
    std::copy_if(std::begin(range), std::end(range), out, std::ref(test));
}
template <class Range, class True, class False, class Test>
void partition_copy(Range&& range, True where_true, False where_false, Test test)
{
    std::partition_copy(std::begin(range), std::end(range), where_true, where_false, std::ref(test));
}

}  // namespace ranges
}  // namespace std
