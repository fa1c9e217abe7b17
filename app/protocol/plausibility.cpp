#include "app/protocol/plausibility.h"

#include <algorithm>
#include <type_traits>

#include "app/model/plausible.h"
#include "app/protocol/fields.h"

namespace spillway::protocol {
namespace {

constexpr std::size_t max_points = 100'000;  ///< per curve
constexpr std::size_t max_entries = 4096;    ///< per list of any other kind
constexpr std::size_t max_name_bytes = 64;
constexpr int max_compile_threads = 1024;

template <typename S>
constexpr std::string_view group_of = "value";
template <>
constexpr std::string_view group_of<model::Gpu> = "gpu";
template <>
constexpr std::string_view group_of<model::RunResult> = "result";
template <>
constexpr std::string_view group_of<model::CompileReport> = "compile";
template <>
constexpr std::string_view group_of<model::FunctionReport> = "function";
template <>
constexpr std::string_view group_of<model::PtxInspection> = "ptx";
template <>
constexpr std::string_view group_of<model::SassInspection> = "sass";
template <>
constexpr std::string_view group_of<model::CodeFigures> = "code";
template <>
constexpr std::string_view group_of<model::SourceLineNeeds> = "line";
template <>
constexpr std::string_view group_of<model::SpillBytes> = "spills";
template <>
constexpr std::string_view group_of<model::Cause> = "cause";
template <>
constexpr std::string_view group_of<model::Repair> = "repair";
template <>
constexpr std::string_view group_of<model::Occupancy> = "occupancy";
template <>
constexpr std::string_view group_of<model::OccupancyPoint> = "point";
template <>
constexpr std::string_view group_of<model::SampleStatistics> = "samples";
template <>
constexpr std::string_view group_of<model::Measurement> = "measurement";
template <>
constexpr std::string_view group_of<model::TimeShare> = "time_account";
template <>
constexpr std::string_view group_of<model::LimitedBy> = "limited_by";
template <>
constexpr std::string_view group_of<model::Roof> = "roof";
template <>
constexpr std::string_view group_of<model::LevelLatency> = "latency";
template <>
constexpr std::string_view group_of<model::Roofs> = "roofs";
template <>
constexpr std::string_view group_of<model::InterpretedFault> = "fault";
template <>
constexpr std::string_view group_of<StageSeconds> = "times";

/// Visits the fields of a struct like the JSON visitors and keeps the first implausible value.
struct Checker {
    std::string_view group;
    std::optional<std::string> problem{};

    template <typename T>
    void operator()(const char* key, const T& value)
    {
        if (!problem) check(key, value);
    }

private:
    template <typename T>
    requires std::is_arithmetic_v<T>
    void check(const char* key, T value)
    {
        if constexpr (!std::is_same_v<T, bool>)
            problem = model::why_implausible(group, key, static_cast<double>(value));
    }
    template <typename T>
    requires std::is_enum_v<T>
    void check(const char*, T) {}
    void check(const char*, const std::string&) {}
    /// Parameter values are checked against the catalogue, not here.
    void check(const char*, const model::Value&) {}
    template <typename T>
    void check(const char* key, const std::optional<T>& value)
    {
        if (value) check(key, *value);
    }
    template <typename T>
    void check(const char* key, const std::vector<T>& values)
    {
        const std::size_t limit = std::is_same_v<T, model::OccupancyPoint> ? max_points : max_entries;
        if (values.size() > limit)
            problem = std::string(group) + "." + key + " has " + std::to_string(values.size()) + " entries";
        for (auto value = values.begin(); value != values.end() && !problem; ++value) check(key, *value);
    }
    template <typename T>
    void check(const char* key, const std::map<std::string, T>& values)
    {
        if (values.size() > max_entries)
            problem = std::string(group) + "." + key + " has " + std::to_string(values.size()) + " entries";
        for (auto value = values.begin(); value != values.end() && !problem; ++value) check(key, value->second);
    }
    void check(const char*, const model::StallSamples& samples) { problem = model::why_implausible(samples); }
    template <typename S>
    requires(std::is_class_v<S>) void check(const char*, const S& value)
    {
        Checker inner{group_of<S>};
        fields(inner, value);
        problem = std::move(inner.problem);
    }
};

template <typename S>
std::optional<std::string> first_implausible(const S& value)
{
    Checker checker{group_of<S>};
    fields(checker, value);
    return std::move(checker.problem);
}

}  // namespace

bool is_plain_name(std::string_view name)
{
    return !name.empty() && name.size() <= max_name_bytes && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

std::optional<std::string> why_implausible(const model::Gpu& gpu)
{
    if (auto problem = first_implausible(gpu)) return problem;
    if (gpu.max_threads_per_sm < gpu.max_threads_per_block)
        return "gpu.max_threads_per_sm is less than gpu.max_threads_per_block";
    return std::nullopt;
}

std::optional<std::string> why_implausible(const model::RunResult& result)
{
    return first_implausible(result);
}

std::optional<std::string> why_implausible(const std::vector<model::Cause>& causes)
{
    if (causes.size() > max_entries) return "it names " + std::to_string(causes.size()) + " causes";
    for (const model::Cause& cause : causes)
        if (auto problem = first_implausible(cause)) return problem;
    return std::nullopt;
}

std::optional<std::string> why_implausible(const model::CodeFigures& figures)
{
    return first_implausible(figures);
}

std::optional<std::string> why_implausible(const std::vector<model::SourceLineNeeds>& lines)
{
    for (const model::SourceLineNeeds& line : lines)
        if (auto problem = first_implausible(line)) return problem;
    return std::nullopt;
}

std::optional<std::string> why_implausible(const model::InterpretedRun& run)
{
    return first_implausible(run);
}

std::optional<std::string> why_implausible(const model::CountedBlocks& counted)
{
    return first_implausible(counted);
}

std::optional<std::string> why_implausible(const WhatIfReply& reply)
{
    if (reply.occupancy)
        if (auto problem = first_implausible(*reply.occupancy)) return problem;
    return first_implausible(reply.curves);
}

std::optional<std::string> why_implausible(const Hello& hello)
{
    if (hello.compile_threads < 1 || hello.compile_threads > max_compile_threads)
        return "compile_threads is " + std::to_string(hello.compile_threads);
    constexpr model::Range compile_seconds{0.1, 3600};
    if (hello.compile_seconds && !compile_seconds.holds(*hello.compile_seconds))
        return "compile_seconds is " + std::to_string(*hello.compile_seconds);
    constexpr std::size_t max_compilers = 64;
    if (hello.compilers && hello.compilers->size() > max_compilers)
        return "it names " + std::to_string(hello.compilers->size()) + " compilers";
    if (hello.live_gpus.size() > max_entries) return "it names " + std::to_string(hello.live_gpus.size()) + " GPUs";
    for (std::size_t i = 0; i < hello.live_gpus.size(); ++i) {
        if (auto problem = why_implausible(hello.live_gpus[i])) return problem;
        // Other names belong to GPUs of the table or of recordings.
        if (hello.live_gpus[i].name != (i == 0 ? "live" : "live" + std::to_string(i)))
            return "it calls a GPU '" + hello.live_gpus[i].name.substr(0, max_name_bytes) + "'";
    }
    return std::nullopt;
}

std::optional<std::string> why_implausible(const model::Roofs& roofs)
{
    return first_implausible(roofs);
}

std::optional<std::string> why_implausible(const StageSeconds& seconds)
{
    return first_implausible(seconds);
}

}  // namespace spillway::protocol
