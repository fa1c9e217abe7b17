#include "app/catalogue/accesses_reader.h"

#include "app/catalogue/accesses.h"
#include "app/catalogue/formula/formula.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/formula_reader.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_accesses = 32;
constexpr std::size_t max_label_bytes = 80;

std::vector<std::string> read_variant_names(const model::Experiment& experiment, MemberReader& reader,
                                            Problems& problems)
{
    std::vector<std::string> listed;
    const Node* list = reader.member("variants");
    if (list == nullptr) return listed;
    std::vector<std::string> known;
    for (const model::Variant& variant : experiment.variants) known.push_back(variant.name);
    if (list->kind != Node::Kind::array || list->elements.empty())
        problems.add(list->line, "\"variants\" of " + reader.subject() + " is not a list of variants", "");
    for (const Node& node : list->elements) {
        if (node.kind == Node::Kind::text && experiment.find_variant(node.text) != nullptr)
            listed.push_back(node.text);
        else
            problems.add(node.line, "\"" + node.text.substr(0, 60) + "\" is not a variant",
                         suggestion(node.text, known));
    }
    return listed;
}

model::Access read_access(const model::Experiment& experiment, const Node& node, Problems& problems)
{
    MemberReader reader(node, "an access", problems);
    model::Access access;
    access.label = reader.text("label", true);
    reader.set_subject("access \"" + access.label.substr(0, 60) + "\"");
    if (access.label.size() > max_label_bytes)
        problems.add(node.line, reader.subject() + " has a label of more than 80 bytes", "");
    access.help = reader.text("help");
    if (const auto memory = reader.one_of("memory", {"global", "shared", "constant"}))
        access.memory = static_cast<model::AccessMemory>(*memory);
    access.variants = read_variant_names(experiment, reader, problems);
    access.address = read_formula(experiment, reader, "address", problems, true, {"lane"});
    access.bytes = read_formula(experiment, reader, "bytes", problems, true);
    access.active = read_formula(experiment, reader, "active", problems, false, {"lane"});
    reader.finish();
    return access;
}

}  // namespace

void read_accesses(model::Experiment& experiment, MemberReader& reader, Problems& problems)
{
    const std::vector<const Node*> nodes = reader.objects("accesses");
    if (nodes.size() > max_accesses) return problems.add(reader.line_of("accesses"), "more than 32 accesses", "");
    if (!nodes.empty() && experiment.find_parameter("lane") != nullptr)
        problems.add(reader.line_of("accesses"), "a parameter is called \"lane\"",
                     "in \"accesses\", lane is a thread's number in its warp: rename the parameter");
    for (const Node* node : nodes) {
        experiment.accesses.push_back(read_access(experiment, *node, problems));
        if (!problems.empty()) return;  // addresses need a valid access
        const auto warp = warp_access(experiment, experiment.accesses.back(), {}, sample_gpu());
        if (!warp) problems.add(node->line, warp.error().what, warp.error().advice);
    }
}

}  // namespace spillway::catalogue
