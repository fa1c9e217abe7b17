#include <sha2.h>

#include "app/catalogue/catalogue.h"

namespace spillway::catalogue {

std::string content_hash(std::string_view text)
{
    // SHA-256: a folder is trusted by this, so two texts must never share it.
    char hex[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), hex);
    return hex;
}

std::string source_hash(const model::Experiment& experiment)
{
    return experiment.source_hash.empty() ? content_hash(experiment.source) : experiment.source_hash;
}

model::SourceText source_text(const model::Experiment& experiment)
{
    return {source_hash(experiment), experiment.name + "/kernel.cu", experiment.source};
}

}  // namespace spillway::catalogue
