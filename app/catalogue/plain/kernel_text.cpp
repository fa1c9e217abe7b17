#include "app/catalogue/plain/kernel_text.h"

#include "app/base/sha256.h"

namespace spillway::catalogue {

std::string content_hash(std::string_view text)
{
    return base::sha256(text);
}

std::string source_hash(const model::Experiment& experiment)
{
    return experiment.origin.source_hash.empty() ? content_hash(experiment.source) : experiment.origin.source_hash;
}

model::SourceText source_text(const model::Experiment& experiment)
{
    if (experiment.is_whole_file)
        return {source_hash(experiment), experiment.compiled_name, experiment.compiled_source};
    return {source_hash(experiment), experiment.name + "/kernel.cu", experiment.source};
}

std::string source_hash(const model::Experiment& experiment, const model::Variant& variant)
{
    return variant.is_of_claim ? experiment.claim_source_hash : source_hash(experiment);
}

model::SourceText source_text(const model::Experiment& experiment, const model::Variant& variant)
{
    if (!variant.is_of_claim) return source_text(experiment);
    return {experiment.claim_source_hash, experiment.name + "/" + claim_kernels_name, experiment.claim_source};
}

}  // namespace spillway::catalogue
