#include "app/catalogue/launch_reader.h"

#include <algorithm>
#include <array>

#include "app/catalogue/formula/formula.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/formula_reader.h"
#include "app/catalogue/job.h"
#include "app/catalogue/parameter_reader.h"

namespace spillway::catalogue {
namespace {

using model::Argument;
using model::Buffer;
using model::Experiment;

const std::vector<std::string> initial_kinds{"random", "random_integers", "random_bytes", "ramp", "constant",
                                             "zero",   "poison",          "permutation",  "cycle"};
const std::vector<std::string> places{"global", "constant", "texture", "pinned_host", "pageable_host"};
const std::vector<std::string> filters{"point", "linear"};
const std::vector<std::string> edges{"clamp", "border", "wrap"};
const std::vector<std::string> argument_types{"int", "unsigned", "long long", "size_t", "float", "double", "bool"};

struct ElementType {
    const char* name;
    int bytes;
};
constexpr std::array element_types{
    ElementType{"char", 1},   ElementType{"unsigned char", 1}, ElementType{"short", 2},    ElementType{"half", 2},
    ElementType{"half2", 4},  ElementType{"int", 4},           ElementType{"unsigned", 4}, ElementType{"float", 4},
    ElementType{"int2", 8},   ElementType{"float2", 8},        ElementType{"double", 8},   ElementType{"long long", 8},
    ElementType{"size_t", 8}, ElementType{"int4", 16},         ElementType{"float4", 16},  ElementType{"double2", 16}};

/// Formula for the size of an element: a known type's size, or the parameter in braces; empty for another type.
std::string default_element_bytes(const std::string& element)
{
    if (element.size() > 2 && element.front() == '{' && element.back() == '}')
        return element.substr(1, element.size() - 2);
    for (const ElementType& type : element_types)
        if (element == type.name) return std::to_string(type.bytes);
    return {};
}

void read_initial_content(const Experiment& experiment, MemberReader& reader, Buffer& buffer, Problems& problems)
{
    if (buffer.is_output) buffer.initial = "poison";
    if (const auto kind = reader.one_of("initial", initial_kinds)) buffer.initial = initial_kinds[*kind];
    buffer.from = read_formula(experiment, reader, "from", problems);
    buffer.to = read_formula(experiment, reader, "to", problems);
    buffer.step = read_formula(experiment, reader, "step", problems);
    const std::int64_t seed = reader.integer("seed").value_or(1);
    if (seed < 0) problems.add(reader.line_of("seed"), "\"seed\" of " + reader.subject() + " is negative", "");
    buffer.seed = static_cast<std::uint64_t>(std::max<std::int64_t>(0, seed));
}

void read_place(const Experiment& experiment, MemberReader& reader, Buffer& buffer, Problems& problems)
{
    if (const auto place = reader.one_of("place", places)) buffer.place = static_cast<model::MemoryPlace>(*place);
    buffer.constant_symbol = reader.text("constant_symbol", buffer.place == model::MemoryPlace::constant);
    const bool is_texture = buffer.place == model::MemoryPlace::texture;
    buffer.width = read_formula(experiment, reader, "width", problems, is_texture);
    buffer.height = read_formula(experiment, reader, "height", problems);
    if (const auto filter = reader.one_of("texture_filter", filters))
        buffer.texture_filter = static_cast<model::TextureFilter>(*filter);
    if (const auto edge = reader.one_of("texture_edge", edges))
        buffer.texture_edge = static_cast<model::TextureEdge>(*edge);
}

Buffer read_buffer(const Experiment& experiment, const Node& node, Problems& problems)
{
    MemberReader reader(node, "a buffer", problems);
    Buffer buffer;
    buffer.name = reader.text("name", true);
    reader.set_subject("buffer \"" + buffer.name.substr(0, 60) + "\"");
    buffer.element = reader.text("element", true);
    const std::string default_bytes = default_element_bytes(buffer.element);
    buffer.element_bytes = read_formula(experiment, reader, "element_bytes", problems, default_bytes.empty());
    if (buffer.element_bytes.empty()) {
        buffer.element_bytes = default_bytes;
        if (!default_bytes.empty()) try_formula(experiment, default_bytes, reader.line_of("element"), problems);
    }
    buffer.count = read_formula(experiment, reader, "count", problems, true);
    buffer.is_output = reader.flag("output", false);
    read_initial_content(experiment, reader, buffer, problems);
    read_place(experiment, reader, buffer, problems);
    reader.finish();
    return buffer;
}

std::vector<std::string> buffer_names(const Experiment& experiment)
{
    std::vector<std::string> names;
    for (const Buffer& buffer : experiment.buffers) names.push_back(buffer.name);
    return names;
}

Argument read_argument(const Experiment& experiment, const Node& node, Problems& problems)
{
    MemberReader reader(node, "an argument", problems);
    Argument argument;
    if (node.find("buffer") != nullptr) {
        const std::vector<std::string> names = buffer_names(experiment);
        if (const auto index = reader.one_of("buffer", names)) argument.buffer = names[*index];
        argument.offset_elements = read_formula(experiment, reader, "offset", problems);
        if (argument.offset_elements.empty()) argument.offset_elements = "0";
        argument.is_plain = reader.flag("plain", false);
    } else {
        if (const auto type = reader.one_of("type", argument_types))
            argument.scalar_type = argument_types[*type];
        else if (node.find("type") == nullptr)
            problems.add(node.line, "an argument has neither \"buffer\" nor \"type\"",
                         "{\"buffer\": name} or {\"type\": \"int\", \"value\": formula} was expected");
        // The array's length is part of its type, "float[count]": launch_plan.cpp evaluates it.
        if (const model::Formula count = read_formula(experiment, reader, "count", problems); !count.empty())
            argument.scalar_type += "[" + count + "]";
        argument.scalar = read_formula(experiment, reader, "value", problems, true);
    }
    reader.finish();
    return argument;
}

/// Reads "grid" or "block": a formula, or a list of up to three.
void read_dimensions(const Experiment& experiment, MemberReader& reader, const std::string& key,
                     model::Formula (&dimensions)[3], Problems& problems)
{
    const Node* node = reader.member(key);
    if (node == nullptr) return;
    std::vector<const Node*> parts{node};
    if (node->kind == Node::Kind::array) {
        parts.clear();
        for (const Node& element : node->elements) parts.push_back(&element);
    }
    if (parts.empty() || parts.size() > 3)
        problems.add(node->line, "\"" + key + "\" has " + std::to_string(parts.size()) + " dimensions",
                     "one formula or a list of up to three was expected");
    for (std::size_t i = 0; i < 3; ++i) {
        dimensions[i] = "1";
        if (i >= parts.size()) continue;
        const Node& part = *parts[i];
        if (part.kind == Node::Kind::text)
            dimensions[i] = part.text;
        else if (part.kind == Node::Kind::integer)
            dimensions[i] = number_text(part);
        else
            problems.add(part.line, "\"" + key + "\" is " + kind_name(part.kind), "a formula was expected");
        try_formula(experiment, dimensions[i], part.line, problems);
    }
}

model::AccessWindow read_window(const Experiment& experiment, const Node& node, Problems& problems)
{
    MemberReader reader(node, "\"access_window\"", problems);
    model::AccessWindow window;
    const std::vector<std::string> names = buffer_names(experiment);
    reader.member("buffer", true);
    if (const auto index = reader.one_of("buffer", names)) {
        window.buffer = names[*index];
        if (experiment.buffers[*index].place != model::MemoryPlace::global)
            problems.add(reader.line_of("buffer"), "the access window covers \"" + window.buffer + "\"",
                         "a buffer in global memory was expected: only such a buffer can be kept in L2");
    }
    window.bytes = read_formula(experiment, reader, "bytes", problems, true);
    window.hit_ratio = read_formula(experiment, reader, "hit_ratio", problems);
    if (window.hit_ratio.empty()) window.hit_ratio = "1";
    window.set_aside_bytes = read_formula(experiment, reader, "set_aside_bytes", problems, true);
    reader.finish();
    return window;
}

}  // namespace

std::vector<Buffer> read_buffers(const Experiment& experiment, MemberReader& reader, Problems& problems)
{
    std::vector<Buffer> buffers;
    for (const Node* node : reader.objects("buffers")) {
        Buffer buffer = read_buffer(experiment, *node, problems);
        const bool is_taken =
            std::any_of(buffers.begin(), buffers.end(), [&](const Buffer& other) { return other.name == buffer.name; });
        if (is_taken) problems.add(node->line, "the buffer \"" + buffer.name + "\" is given twice", "");
        buffers.push_back(std::move(buffer));
    }
    if (buffers.size() > max_buffers)
        problems.add(reader.line_of("buffers"), "more than " + std::to_string(max_buffers) + " buffers", "");
    return buffers;
}

std::vector<Argument> read_arguments(const Experiment& experiment, MemberReader& reader, Problems& problems)
{
    std::vector<Argument> arguments;
    for (const Node* node : reader.objects("arguments"))
        arguments.push_back(read_argument(experiment, *node, problems));
    if (arguments.size() > max_arguments)
        problems.add(reader.line_of("arguments"), "more than " + std::to_string(max_arguments) + " arguments", "");
    return arguments;
}

model::LaunchShape read_launch(const Experiment& experiment, const Node& node, model::LaunchShape base,
                               const std::string& subject, Problems& problems)
{
    MemberReader reader(node, subject, problems);
    read_dimensions(experiment, reader, "grid", base.grid, problems);
    read_dimensions(experiment, reader, "block", base.block, problems);
    for (const auto& [key, formula] :
         {std::pair{"dynamic_shared_bytes", &base.dynamic_shared_bytes}, std::pair{"stack_bytes", &base.stack_bytes},
          std::pair{"cluster", &base.cluster}})
        if (std::string text = read_formula(experiment, reader, key, problems); !text.empty()) *formula = text;
    if (const Node* window = reader.member("access_window"))
        base.access_window = read_window(experiment, *window, problems);
    reader.finish();
    return base;
}

std::string read_entry(const Experiment& experiment, MemberReader& reader,
                       std::optional<std::string_view> kernel_source, Problems& problems)
{
    const std::string entry = reader.text("entry", true);
    if (entry.empty()) return entry;
    const int line = reader.line_of("entry");
    if (const auto error = check_entry(experiment, entry)) problems.add(line, error->what, error->advice);
    const std::string kernel = entry.substr(0, entry.find('<'));
    // For "detail::scale" the text contains only the last name, inside a namespace.
    const std::size_t scope = kernel.rfind("::");
    const std::string last = scope == std::string::npos ? kernel : kernel.substr(scope + 2);
    if (kernel_source && kernel_source->find(last) == std::string_view::npos)
        problems.add(line, "kernel.cu has no \"" + kernel.substr(0, 100) + "\"",
                     "the name of a __global__ function was expected");
    return entry;
}

}  // namespace spillway::catalogue
