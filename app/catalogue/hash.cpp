#include "app/base/sha256.h"
#include "app/catalogue/catalogue.h"

namespace spillway::catalogue {

std::string content_hash(std::string_view text)
{
    return base::sha256(text);
}

model::SourceText source_text(const model::Experiment& experiment)
{
    return {content_hash(experiment.source), experiment.name + "/kernel.cu", experiment.source};
}

}  // namespace spillway::catalogue
