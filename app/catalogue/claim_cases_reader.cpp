#include "app/catalogue/claim_cases_reader.h"

#include <algorithm>
#include <set>

#include "app/catalogue/claim_numbers.h"
#include "app/catalogue/claims.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/launch_reader.h"
#include "app/catalogue/parameter_reader.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/model/metrics.h"

namespace spillway::catalogue {
namespace {

using model::Experiment;

constexpr std::size_t min_cases = 2, max_cases = 8, max_claim_kernels = 64;

/// Reads a case's kernel, of causes.cu, as a variant. `name` holds claim and case: two claims may name a case alike.
model::Variant read_kernel(const Experiment& experiment, MemberReader& reader, const std::string& name,
                           Problems& problems)
{
    model::Variant kernel;
    kernel.name = name;
    kernel.label = name;
    kernel.is_of_claim = true;
    kernel.entry = read_entry(experiment, reader, std::nullopt, problems);
    if (const Node* launch = reader.member("launch"))
        kernel.launch = read_launch(experiment, *launch, experiment.launch, "launch of " + reader.subject(), problems);
    kernel.arguments = read_arguments(experiment, reader, problems);
    kernel.is_architecture_specific = reader.flag("architecture_specific", false);
    return kernel;
}

std::vector<std::string> names_of_variants(const Experiment& experiment)
{
    std::vector<std::string> names;
    for (const model::Variant& variant : experiment.variants) names.push_back(variant.name);
    return names;
}

/// {"name": "two_calls", "variant": "by_value", "set": {}} or {"name": "two_calls", "entry": "calls<2>"}
model::ClaimCase read_case(Experiment& experiment, const Node& node, const std::string& claim, Problems& problems)
{
    MemberReader reader(node, "a case of claim \"" + claim + "\"", problems);
    model::ClaimCase one;
    one.name = reader.text("name", true);
    if (!is_name(one.name) || experiment.find_variant(one.name) != nullptr)
        problems.add(reader.line_of("name"), "\"" + one.name.substr(0, 60) + "\" cannot name a case",
                     "small letters, digits and _ were expected, and not the name of a variant");
    reader.set_subject("case \"" + one.name.substr(0, 60) + "\"");
    one.set = read_values(experiment, reader.member("set"), problems);
    const bool has_variant = reader.member("variant") != nullptr, has_entry = reader.member("entry") != nullptr;
    if (has_variant == has_entry) {
        problems.add(node.line, reader.subject() + " names " + (has_variant ? "two things" : "nothing") + " to run",
                     "\"variant\", or \"entry\" with a kernel of causes.cu, was expected");
    } else if (has_variant) {
        const std::vector<std::string> names = names_of_variants(experiment);
        if (const auto at = reader.one_of("variant", names)) one.variant = names[*at];
    } else {
        one.variant = claim + "_" + one.name;
        if (experiment.find_variant(one.variant) == nullptr)
            experiment.claim_kernels.push_back(read_kernel(experiment, reader, one.variant, problems));
        else
            problems.add(node.line, "\"" + one.variant + "\" is given twice", "rename the case");
    }
    reader.finish();
    return one;
}

}  // namespace

void read_cause(Experiment& experiment, MemberReader& reader, model::Claim& claim, Problems& problems)
{
    claim.cause = reader.text("cause");
    std::set<std::string> names;
    const std::vector<const Node*> nodes = reader.objects("cases");
    if (reader.member("cases") != nullptr &&
        (nodes.size() < min_cases || nodes.size() > max_cases || claim.cause.empty()))
        problems.add(reader.line_of("cases"), "\"cases\" of " + reader.subject() + " cannot be compared",
                     "two to eight cases, and a \"cause\" that differs between them, were expected");
    for (const Node* node : nodes) {
        if (claim.cases.size() >= max_cases) break;
        model::ClaimCase one = read_case(experiment, *node, claim.id, problems);
        if (!names.insert(one.name).second)
            problems.add(node->line, "the case \"" + one.name.substr(0, 60) + "\" is given twice", "");
        if (!one.variant.empty()) claim.cases.push_back(std::move(one));
    }
    if (experiment.claim_kernels.size() > max_claim_kernels)
        problems.add(reader.line(), "more than 64 kernels of claims", "");
}

std::vector<std::string> case_names(const model::Claim& claim)
{
    std::vector<std::string> names;
    for (const model::ClaimCase& one : claim.cases) {
        for (const model::Metric& metric : model::metrics()) names.push_back(one.name + "." + std::string(metric.key));
        for (const model::Status status : claimable_statuses)
            names.push_back(one.name + "." + model::to_string(status));
    }
    return names;
}

void check_cause(const Experiment& experiment, const MemberReader& reader, const model::Claim& claim,
                 Problems& problems)
{
    if (claim.cause.empty() || claim.expect.empty()) return;
    const std::vector<std::string> dotted = dotted_names(claim.expect);
    for (const model::ClaimCase& one : claim.cases)
        if (std::none_of(dotted.begin(), dotted.end(),
                         [&](const std::string& name) { return name.starts_with(one.name + "."); }))
            problems.add(reader.line(), reader.subject() + " does not use its case \"" + one.name + "\"",
                         "name each case in the condition");
    if (claim.cases.empty() && !claim.over && formula_variants(experiment, claim.expect).size() < 2)
        problems.add(reader.line_of("cause"), reader.subject() + " has a cause but compares nothing",
                     "two variants, \"cases\", or \"over\" an axis were expected");
}

std::optional<model::Error> take_claim_kernels(Experiment& experiment, const std::string& text)
{
    for (const model::Variant& kernel : experiment.claim_kernels) {
        const std::string name = kernel.entry.substr(0, kernel.entry.find('<'));
        if (text.find(name) == std::string::npos)
            return model::Error{std::string(claim_kernels_name) + " has no \"" + name.substr(0, 100) + "\"", "",
                                "the name of a __global__ function was expected"};
    }
    experiment.claim_source = text;
    experiment.claim_source_hash = content_hash(text);
    return std::nullopt;
}

}  // namespace spillway::catalogue
