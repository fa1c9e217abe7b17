#include "app/catalogue/access_limits.h"

#include <algorithm>
#include <cmath>
#include <regex>

#include "app/catalogue/exercises.h"
#include "app/model/metrics.h"

namespace spillway::catalogue {
namespace {

constexpr std::string_view begins = "// ---- counted:";

std::optional<AccessLimit> read_limit(const std::string& line)
{
    static const std::regex form(
        R"(// ---- counted: (reads|writes|sectors) (elsewhere|of [a-z_0-9]+)( by one thread)?, )"
        R"(at most ([0-9.]+) times the reference's ----)");
    std::smatch found;
    if (!std::regex_match(line, found, form)) return std::nullopt;
    const std::string what = found[1], where = found[2];
    const bool is_elsewhere = where == "elsewhere", is_of_one = found[3].matched;
    AccessLimit limit{what == "reads"    ? Counted::reads
                      : what == "writes" ? Counted::writes
                                         : Counted::sectors,
                      is_elsewhere ? "" : where.substr(3), std::stod(found[4])};
    if (is_elsewhere && limit.what != Counted::writes) return std::nullopt;
    if (is_of_one && limit.what != Counted::reads) return std::nullopt;
    if (is_elsewhere) limit.what = Counted::writes_elsewhere;
    if (is_of_one) limit.what = Counted::reads_by_one_thread;
    return limit;
}

/// "it reads 3,584 bytes of "in"".
std::string made_words(const AccessLimit& limit, double made)
{
    const std::string count = model::format_count(made), buffer = "\"" + limit.buffer + "\"";
    switch (limit.what) {
        case Counted::reads: return "it reads " + count + " bytes of " + buffer;
        case Counted::writes: return "it writes " + count + " bytes to " + buffer;
        case Counted::reads_by_one_thread: return "one of its threads reads " + count + " bytes of " + buffer;
        case Counted::sectors: return "its warps touch " + count + " sectors of 32 bytes of " + buffer;
        case Counted::writes_elsewhere:
            return "it writes " + count + " bytes to memory that is no buffer of this exercise";
    }
    return "";
}

}  // namespace

model::Expected<std::vector<AccessLimit>> access_limits(std::string_view source)
{
    std::vector<AccessLimit> limits;
    std::string_view rest = source.substr(0, std::min(source.find(yours_begins), source.size()));
    for (std::size_t at = rest.find(begins); at != std::string_view::npos; at = rest.find(begins)) {
        rest.remove_prefix(at);
        const std::string line(rest.substr(0, rest.find('\n')));
        const auto limit = read_limit(line);
        if (!limit)
            return model::Error{"the line \"" + line + "\" says nothing that can be counted", "kernel.cu",
                                "write \"// ---- counted: reads of BUFFER, at most 1.5 times the reference's ----\""};
        limits.push_back(*limit);
        rest.remove_prefix(begins.size());
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
        const bool is_known = limit.what == Counted::writes_elsewhere ||
                              std::any_of(exercise.buffers.begin(), exercise.buffers.end(),
                                          [&](const auto& buffer) { return buffer.name == limit.buffer; });
        if (!is_known)
            return model::Error{"a limit counts \"" + limit.buffer + "\", which is no buffer", exercise.source_file,
                                "name one of the exercise's buffers"};
    }
    return std::nullopt;
}

std::string beyond_limit(const AccessLimit& limit, double made, double of_reference)
{
    const double most = std::floor(limit.factor * of_reference);
    if (made <= most) return "";
    return std::string(right_but) + made_words(limit, made) + " in a small run, where " +
           (most == 0 ? "none is allowed" : "at most " + model::format_count(most) + " are allowed");
}

}  // namespace spillway::catalogue
