// An experiment.json may come from anywhere. What loads has been checked: its variants, values and
// formulas can be used without looking again.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/experiment_reader.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/heading_reader.h"
#include "app/catalogue/job.h"

namespace catalogue = spillway::catalogue;
namespace model = spillway::model;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)catalogue::parse_outlines(text, "outlines.json");
    const auto experiment = catalogue::parse_experiment(text, "experiment.json");
    if (!experiment) {
        if (experiment.error().what.empty() || experiment.error().where.empty()) std::abort();
        return 0;
    }
    if (experiment->variants.empty() || experiment->find_parameter(experiment->x_axis) == nullptr) std::abort();

    model::Gpu gpu;
    gpu.name = "any";
    gpu.compute_major = 9;
    gpu.max_threads_per_sm = 2048;
    const model::Values values = catalogue::initial_values(*experiment, gpu);
    for (const model::Variant& variant : experiment->variants)
        (void)catalogue::make_job(*experiment, variant, values, gpu);  // an Error is fine, a crash is not
    for (const model::Parameter& parameter : experiment->parameters)
        if (catalogue::axis_values(parameter, 32).empty()) std::abort();
    return 0;
}
