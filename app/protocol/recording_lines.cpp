#include "app/protocol/recording_lines.h"

#include <algorithm>

#include "app/model/time_account.h"
#include "app/protocol/foreign_json.h"
#include "app/protocol/json_visitors.h"
#include "app/protocol/plausibility.h"

namespace spillway::protocol {
namespace {

constexpr const char* format_word = "spillway recording";
constexpr std::size_t max_text_bytes = 2000;  ///< per compiler log or message; a recording holds thousands
constexpr std::size_t max_word_bytes = 400;   ///< per name or version
constexpr std::size_t max_functions = 16;
constexpr std::size_t recorded_instructions = 128, recorded_reasons = 3;  ///< per result with samples of stalled warps
constexpr std::size_t max_kernels = 10000;
constexpr std::size_t hash_digits = 64;

/// Cuts after the last whole line that fits and appends a note.
void bound_text(std::string& text)
{
    if (text.size() <= max_text_bytes) return;
    const std::size_t line_end = text.rfind('\n', max_text_bytes);
    text.resize(line_end == std::string::npos || line_end == 0 ? max_text_bytes : line_end);
    text += "\n(cut in the recording)";
}

void bound_texts(model::RunResult& result)
{
    if (result.message) bound_text(*result.message);
    if (result.advice) bound_text(*result.advice);
    if (result.ptx && result.ptx->local_bytes_by_function.size() > max_functions)
        result.ptx->local_bytes_by_function.clear();
    if (!result.compile) return;
    bound_text(result.compile->log);
    if (result.compile->functions.size() > max_functions) result.compile->functions.resize(max_functions);
}

void mark_as_recorded(model::Measurement& measurement)
{
    if (measurement.source == model::MeasurementSource::live) measurement.source = model::MeasurementSource::recorded;
}

std::string one_line(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// True for a SHA-256 in lower-case hexadecimal digits.
bool is_hash(const std::string& text)
{
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return text.size() == hash_digits && std::all_of(text.begin(), text.end(), is_digit);
}

/// Returns why a header is invalid. Its figures must be plausible, because the occupancy calculator and the charts
/// divide by them.
std::optional<std::string> why_no_header(const RecordingHeader& header)
{
    if (!is_plain_name(header.gpu.name) || header.gpu.name.starts_with("live")) return "its GPU has an invalid name";
    for (const std::string* word :
         {&header.program_version, &header.driver, &header.compiler, &header.date, &header.gpu.label})
        if (word->size() > max_word_bytes) return "a field of its header is longer than 400 bytes";
    if (header.kernels.size() > max_kernels) return "it names " + std::to_string(header.kernels.size()) + " kernels";
    if (const auto problem = why_implausible(header.gpu)) return "its GPU is not plausible: " + *problem;
    if (header.roofs)
        if (const auto problem = why_implausible(*header.roofs)) return "its roofs are not plausible: " + *problem;
    return std::nullopt;
}

/// Removes `"name":"word"` from the start of the text and returns the word; empty if it is absent or has an escape.
std::string_view take_word(std::string_view& text, std::string_view name)
{
    if (!text.starts_with(name)) return {};
    const std::string_view rest = text.substr(name.size());
    const std::string_view word = rest.substr(0, rest.find('"'));
    if (word.size() == rest.size() || word.find('\\') != std::string_view::npos) return {};
    text = rest.substr(word.size() + 1);
    return word;
}

}  // namespace

std::string encode_header(const RecordingHeader& header)
{
    // Format and version come first: the reader checks them before it decodes the rest.
    JsonWriter writer;
    writer.object["format"] = format_word;
    writer.object["version"] = header.version;
    fields(writer, header);
    return one_line(writer.object);
}

std::string encode_recorded(const model::RunResult& result)
{
    model::RunResult bounded = result;
    bound_texts(bounded);
    // The reader derives these from the counters and the header's roofs.
    bounded.measurement.time_account.reset();
    bounded.measurement.limited_by.reset();
    bounded.measurement.stall_reasons.reset();
    if (auto& stalls = bounded.measurement.stall_samples) {
        model::keep_most(*stalls, recorded_instructions, recorded_reasons);
        model::round_down(*stalls);
    }
    mark_as_recorded(bounded.measurement);
    return one_line(to_json(bounded));
}

model::Expected<RecordingHeader> decode_header(std::string_view line)
{
    const Json json = parse_foreign(line);
    if (!json.is_object() || json.value("format", Json()) != Json(format_word))
        return model::Error{"this is not a Spillway recording", "", ""};
    const Json found = json.value("version", Json());
    if (found == Json(1))
        return model::Error{
            "this recording is of format version 1, whose results do not name their launch and formulas", "",
            "record again with this program"};
    if (found != Json(recording_version))
        return model::Error{"this recording has format version " + one_line(found).substr(0, 20) +
                                "; this program reads version " + std::to_string(recording_version),
                            "", "use the Spillway that wrote it, or record again"};
    RecordingHeader header;
    JsonReader reader(json, "header");
    fields(reader, header);
    if (const auto& problem = reader.problem()) return model::Error{*problem, "", ""};
    if (const auto problem = why_no_header(header)) return model::Error{*problem, "", ""};
    return header;
}

model::Expected<model::RunResult> decode_recorded(std::string_view line)
{
    const Json json = parse_foreign(line);
    if (!json.is_object()) return model::Error{"it is not a JSON object", "", ""};
    model::RunResult result;
    JsonReader reader(json, "result");
    fields(reader, result);
    if (const auto& problem = reader.problem()) return model::Error{*problem, "", ""};
    if (const auto problem = why_implausible(result)) return model::Error{*problem, "", ""};
    if (!result.job_hash || !is_hash(*result.job_hash)) return model::Error{"result.job is not a job's hash", "", ""};
    mark_as_recorded(result.measurement);
    return result;
}

model::Expected<model::RunResult> decode_recorded(std::string_view line, const RecordingHeader& header)
{
    auto decoded = decode_recorded(line);
    if (!decoded) return decoded;
    if (decoded->gpu_name != header.gpu.name) return model::Error{"it is for another GPU than the header's", "", ""};
    if (header.roofs) model::explain(decoded->measurement, *header.roofs);
    return decoded;
}

std::optional<RecordedHeading> read_heading(std::string_view line)
{
    RecordedHeading heading;
    std::string_view rest = line;
    heading.experiment = take_word(rest, R"({"experiment":")");
    heading.variant = take_word(rest, R"(,"variant":")");
    // No false match: the quotes of a string value are escaped.
    constexpr std::string_view job = R"(,"job":")";
    const std::size_t at = rest.find(job);
    if (heading.experiment.empty() || heading.variant.empty() || at == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(at + job.size());
    if (rest.size() < hash_digits) return std::nullopt;
    heading.key = line.substr(0, line.size() - rest.size() + hash_digits);
    heading.job_hash = rest.substr(0, hash_digits);
    return heading;
}

std::optional<model::Values> values_in(const RecordedHeading& heading)
{
    const Json json = parse_foreign(std::string(heading.key) + "\"}");
    if (!json.is_object()) return std::nullopt;
    model::Values values;
    JsonReader reader(json, "result");
    reader("parameters", values);
    if (reader.problem()) return std::nullopt;
    return values;
}

}  // namespace spillway::protocol
