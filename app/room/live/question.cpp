#include "app/room/live/question.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "app/learner/progress_json.h"
#include "app/room/limits.h"

namespace spillway::room {
namespace {

using learner::Json;

constexpr int max_line_depth = 8;
constexpr std::size_t max_name_bytes = 200;
constexpr std::size_t max_values = 64;
constexpr int lowest_priority = 9;  ///< 0 is the most urgent

model::Error unreadable_line()
{
    return {"this room's server does not understand the page", "the room", "Load the page again."};
}

bool read_name(const Json& object, const char* key, std::string& into)
{
    const auto found = object.find(key);
    if (found == object.end()) return true;
    if (!found->is_string() || found->get_ref<const std::string&>().size() > max_name_bytes) return false;
    into = found->get<std::string>();
    return true;
}

bool read_id(const Json& json, std::uint64_t& into)
{
    if (!json.is_number_unsigned()) return false;
    into = json.get<std::uint64_t>();
    return true;
}

bool read_value(const Json& json, model::Value& into)
{
    if (json.is_boolean()) {
        into = json.get<bool>();
    } else if (json.is_number_integer()) {
        if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
            return false;
        into = json.get<std::int64_t>();
    } else if (json.is_string() && json.get_ref<const std::string&>().size() <= max_name_bytes) {
        into = json.get<std::string>();
    } else {
        return false;
    }
    return true;
}

bool read_values(const Json& object, model::Values& into)
{
    const auto values = object.find("values");
    if (values == object.end() || !values->is_object() || values->size() > max_values) return false;
    return std::ranges::all_of(values->items(), [&](const auto& entry) {
        return entry.key().size() <= max_name_bytes && read_value(entry.value(), into[entry.key()]);
    });
}

/// The GPU is an object in `job`, and a name in `of`.
bool read_configuration(const Json& object, Question& question)
{
    const auto gpu = object.find("gpu");
    if (gpu == object.end()) return false;
    const bool has_gpu =
        gpu->is_object() ? read_name(*gpu, "name", question.gpu) : read_name(object, "gpu", question.gpu);
    return has_gpu && read_name(object, "experiment", question.experiment) &&
           read_name(object, "variant", question.variant) && read_values(object, question.values);
}

/// The hash of the kernel text in `compile`, which may be missing.
bool read_source_hash(const Json& object, Question& question)
{
    const auto compile = object.find("compile");
    return compile == object.end() ||
           (compile->is_object() && read_name(*compile, "source_hash", question.source_hash));
}

bool read_flags(const Json& object, Question& question)
{
    return learner::read_flag(object, "measure", question.measure) &&
           learner::read_flag(object, "count", question.count) &&
           learner::read_flag(object, "refine", question.refine) &&
           learner::read_flag(object, "samples_only", question.samples_only) &&
           learner::read_flag(object, "inspect_sass", question.inspect_sass) &&
           learner::read_flag(object, "check_output", question.check_output);
}

bool read_heading(const Json& object, Question& question)
{
    const auto id = object.find("id"), priority = object.find("priority");
    if (id == object.end() || !read_id(*id, question.id) || !read_name(object, "group", question.group)) return false;
    if (priority == object.end()) return true;
    if (!priority->is_number_unsigned() || *priority > lowest_priority) return false;
    question.priority = priority->get<int>();
    return true;
}

bool read_question(const Json& object, Question& question)
{
    if (!read_heading(object, question) || !read_flags(object, question)) return false;
    if (question.kind == QuestionKind::roofs) return read_name(object, "gpu", question.gpu);
    const bool has_job = question.kind == QuestionKind::run || question.kind == QuestionKind::counts;
    const auto named = object.find(has_job ? "job" : "of");
    return named != object.end() && named->is_object() && read_configuration(*named, question) &&
           read_source_hash(has_job ? *named : object, question);
}

bool read_cancellation(const Json& object, Cancellation& cancellation)
{
    const auto ids = object.find("ids");
    if (ids == object.end() || !ids->is_array() || ids->size() > max_open_questions) return false;
    return std::ranges::all_of(*ids, [&](const Json& id) { return read_id(id, cancellation.ids.emplace_back()); });
}

/// Reads the text alone: the server makes its name and hash itself.
bool read_own_text(const Json& object, OwnText& own)
{
    const auto source = object.find("source");
    if (source == object.end() || !source->is_object()) return false;
    const auto text = source->find("text");
    if (text == source->end() || !text->is_string() || text->get_ref<const std::string&>().size() > max_own_bytes)
        return false;
    own.text = text->get<std::string>();
    return own.text.find('\0') == std::string::npos;
}

std::optional<QuestionKind> kind_of(const std::string& type)
{
    static constexpr std::pair<std::string_view, QuestionKind> kinds[] = {{"run", QuestionKind::run},
                                                                          {"listing", QuestionKind::listing},
                                                                          {"causes", QuestionKind::causes},
                                                                          {"interpret", QuestionKind::counts},
                                                                          {"roofs", QuestionKind::roofs}};
    for (const auto& [name, kind] : kinds)
        if (name == type) return kind;
    return std::nullopt;
}

}  // namespace

model::Expected<PageLine> read_line(std::string_view line)
{
    if (line.size() > max_message_bytes) return unreadable_line();
    const Json object = learner::parse_bounded(line, max_line_depth);
    std::string type;
    if (!object.is_object() || !read_name(object, "type", type)) return unreadable_line();
    // Each alternative is made in place: GCC 12 takes a moved one for uninitialized.
    model::Expected<PageLine> read{PageLine(std::in_place_type<PagePing>)};
    if (type == "ping") return read;
    if (type == "cancel") {
        if (!read_cancellation(object, read->emplace<Cancellation>())) return unreadable_line();
        return read;
    }
    if (type == "source") {
        if (!read_own_text(object, read->emplace<OwnText>())) return unreadable_line();
        return read;
    }
    const auto kind = kind_of(type);
    if (!kind) return unreadable_line();
    auto& question = read->emplace<Question>();
    question.kind = *kind;
    if (!read_question(object, question)) return unreadable_line();
    return read;
}

}  // namespace spillway::room
