#include "app/catalogue/access_limits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "app/catalogue/exercises.h"
#include "app/model/metrics.h"

namespace spillway::catalogue {
namespace {

constexpr std::string_view limit_prefix = "// ---- counted:";
constexpr std::size_t max_quoted_bytes = 200;  ///< of an invalid line, in its message

/// Takes `word` off the front of `rest`.
bool take(std::string_view& rest, std::string_view word)
{
    if (!rest.starts_with(word)) return false;
    rest.remove_prefix(word.size());
    return true;
}

/// Takes the longest front of `rest` that consists of `characters`.
std::string_view take_all(std::string_view& rest, std::string_view characters)
{
    const std::string_view taken = rest.substr(0, std::min(rest.find_first_not_of(characters), rest.size()));
    rest.remove_prefix(taken.size());
    return taken;
}

/// Takes a number such as "2" or "0.13", with one to nine digits on each side of the point.
std::optional<double> take_factor(std::string_view& rest)
{
    constexpr std::string_view digits = "0123456789";
    constexpr std::size_t max_digits = 9;
    const std::string_view begin = rest, whole = take_all(rest, digits);
    std::size_t size = whole.size();
    bool is_number = !whole.empty() && whole.size() <= max_digits;
    if (take(rest, ".")) {
        const std::string_view part = take_all(rest, digits);
        is_number = is_number && !part.empty() && part.size() <= max_digits;
        size += 1 + part.size();
    }
    double factor = 0;
    if (!is_number || std::from_chars(begin.data(), begin.data() + size, factor).ec != std::errc()) return std::nullopt;
    return factor;
}

/// Takes "reads of in by one thread", "writes elsewhere" or "steps of warps": a limit without its factor.
std::optional<AccessLimit> take_counted(std::string_view& rest)
{
    AccessLimit limit;
    if (take(rest, "reads of "))
        limit.what = Counted::reads;
    else if (take(rest, "writes of "))
        limit.what = Counted::writes;
    else if (take(rest, "sectors of "))
        limit.what = Counted::sectors;
    else if (take(rest, "writes elsewhere"))
        limit.what = Counted::writes_elsewhere;
    else if (take(rest, "steps of warps"))
        limit.what = Counted::warp_steps;
    else
        return std::nullopt;
    if (limit.what == Counted::writes_elsewhere || limit.what == Counted::warp_steps) return limit;
    limit.buffer = take_all(rest, "abcdefghijklmnopqrstuvwxyz_0123456789");
    if (limit.buffer.empty() || limit.buffer == "warps") return std::nullopt;
    if (limit.what == Counted::reads && take(rest, " by one thread")) limit.what = Counted::reads_by_one_thread;
    return limit;
}

std::optional<AccessLimit> read_limit(std::string_view line)
{
    if (!take(line, limit_prefix) || !take(line, " ")) return std::nullopt;
    auto limit = take_counted(line);
    if (!limit || !take(line, ", at most ")) return std::nullopt;
    const auto factor = take_factor(line);
    if (!factor || line != " times the reference's ----") return std::nullopt;
    limit->factor = *factor;
    return limit;
}

/// Texts before and after a count: "it reads " and " bytes of "in"".
struct Words {
    std::string before, after;
};

Words words_of(const AccessLimit& limit)
{
    const std::string bytes_of = " bytes of \"" + limit.buffer + "\"";
    switch (limit.what) {
        case Counted::reads: return {"it reads ", bytes_of};
        case Counted::writes: return {"it writes ", " bytes to \"" + limit.buffer + "\""};
        case Counted::reads_by_one_thread: return {"one of its threads reads ", bytes_of};
        case Counted::sectors: return {"its warps touch ", " sectors of 32" + bytes_of};
        case Counted::warp_steps: return {"its warps go through ", " steps"};
        case Counted::writes_elsewhere:
            return {"it writes ", " bytes to global memory outside this exercise's buffers"};
    }
    return {};
}

/// As in kernel.cu, rounded to six significant digits: "0.13".
std::string factor_text(double factor)
{
    std::ostringstream text;
    text << factor;
    return text.str();
}

/// "At most 0.13 times the reference's reads of "in".", or "No more reads of "in" than the reference makes."
std::string at_most(const AccessLimit& limit, const std::string& what)
{
    if (limit.factor == 1) return "No more " + what + " than the reference makes.";
    return "At most " + factor_text(limit.factor) + " times the reference's " + what + ".";
}

}  // namespace

model::Expected<std::vector<AccessLimit>> access_limits(std::string_view source)
{
    std::vector<AccessLimit> limits;
    std::string_view rest = source.substr(0, std::min(source.find(yours_begins), source.size()));
    for (std::size_t at = rest.find(limit_prefix); at != std::string_view::npos; at = rest.find(limit_prefix)) {
        rest.remove_prefix(at);
        std::string_view line = rest.substr(0, rest.find('\n'));
        if (line.ends_with('\r')) line.remove_suffix(1);  // line end of a Windows editor
        const auto limit = read_limit(line);
        if (!limit)
            return model::Error{
                "the line \"" + std::string(line.substr(0, max_quoted_bytes)) + "\" is not a valid limit on a count",
                "kernel.cu", "write \"// ---- counted: reads of BUFFER, at most 1.5 times the reference's ----\""};
        limits.push_back(*limit);
        rest.remove_prefix(limit_prefix.size());
    }
    return limits;
}

std::optional<model::Error> check_access_limits(const model::Experiment& exercise)
{
    auto limits = access_limits(exercise.source);
    if (!limits) {
        model::Error error = limits.error();
        error.where = exercise.source_file;
        return error;
    }
    for (const AccessLimit& limit : *limits) {
        const bool is_known =
            limit.buffer.empty() || std::any_of(exercise.buffers.begin(), exercise.buffers.end(),
                                                [&](const auto& buffer) { return buffer.name == limit.buffer; });
        if (!is_known)
            return model::Error{"a limit counts \"" + limit.buffer + "\", which is not a buffer", exercise.source_file,
                                "name one of the exercise's buffers"};
    }
    return std::nullopt;
}

std::string limit_words(const AccessLimit& limit)
{
    const std::string buffer = "\"" + limit.buffer + "\"";
    switch (limit.what) {
        case Counted::reads: return at_most(limit, "reads of " + buffer);
        case Counted::writes: return at_most(limit, "writes to " + buffer);
        case Counted::reads_by_one_thread:
            return "No thread reads more of " + buffer + " than " + factor_text(limit.factor) +
                   " times what the reference's busiest thread reads.";
        case Counted::sectors:
            return "Warps touch at most " + factor_text(limit.factor) + " times as many sectors of " + buffer +
                   " as the reference's.";
        case Counted::warp_steps:
            return "Warps go through at most " + factor_text(limit.factor) + " times as many steps as the reference's.";
        case Counted::writes_elsewhere: return at_most(limit, "writes outside the buffers and the block's own memory");
    }
    return "";
}

std::vector<std::string> limit_words(const model::Experiment& exercise)
{
    std::vector<std::string> words;
    const auto limits = access_limits(exercise.source);
    if (!limits) return words;  // loading refuses the exercise
    for (const AccessLimit& limit : *limits) words.push_back(limit_words(limit));
    return words;
}

std::optional<model::ExceededLimit> exceeded_limit(const AccessLimit& limit, double made, double of_reference)
{
    const double allowed = std::floor(limit.factor * of_reference);
    if (made <= allowed) return std::nullopt;
    return model::ExceededLimit{limit, made, allowed};
}

std::string exceeded_words(const model::ExceededLimit& exceeded)
{
    const Words words = words_of(exceeded.limit);
    return words.before + model::format_count(exceeded.made) + words.after + " in a small run, where " +
           (exceeded.allowed == 0 ? "none is allowed"
                                  : "at most " + model::format_count(exceeded.allowed) + " are allowed");
}

}  // namespace spillway::catalogue
