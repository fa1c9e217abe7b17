#include "app/model/experiment.h"

#include <algorithm>

namespace spillway::model {
namespace {

Parameter integer_knob(std::string name, std::string label, std::string unit, std::int64_t first, std::int64_t last,
                       std::int64_t step, std::int64_t initial, std::string help)
{
    Parameter knob;
    knob.name = std::move(name);
    knob.label = std::move(label);
    knob.unit = std::move(unit);
    knob.first = first;
    knob.last = last;
    knob.step = step;
    knob.initial = initial;
    knob.help = std::move(help);
    knob.is_knob = true;
    return knob;
}

Parameter choice_knob(std::string name, std::string label, std::vector<Choice> choices, std::string help)
{
    Parameter knob;
    knob.name = std::move(name);
    knob.label = std::move(label);
    knob.kind = ParameterKind::choice;
    knob.initial = choices.front().name;
    knob.choices = std::move(choices);
    knob.help = std::move(help);
    knob.is_knob = true;
    return knob;
}

std::vector<Parameter> make_standard_knobs()
{
    std::vector<Parameter> knobs;
    knobs.push_back(integer_knob("block_size", "Block size", "threads", 32, 1024, 32, 256,
                                 "Threads per block. A warp is 32 threads; an SM holds only whole blocks."));
    Parameter cap = integer_knob("register_cap", "Register cap", "registers", 16, 255, 1, 0,
                                 "The most registers per thread that ptxas may use (--maxrregcount). It spills what "
                                 "does not fit. An active launch bound overrides it.");
    cap.extra_values = {0};
    cap.zero_label = "none";
    knobs.push_back(std::move(cap));
    Parameter bound =
        integer_knob("min_blocks_per_sm", "Minimum blocks per SM", "blocks", 1, 32, 1, 0,
                     "The second argument of __launch_bounds__: ptxas lowers the registers until this many "
                     "blocks fit on an SM.");
    bound.extra_values = {0};
    bound.zero_label = "none";
    knobs.push_back(std::move(bound));
    knobs.push_back(integer_knob("extra_shared_bytes", "Extra shared memory", "bytes", 0, 232448, 1024, 0,
                                 "Dynamic shared memory that every block requests at launch and does not use: "
                                 "shows what shared memory costs in occupancy."));
    knobs.push_back(
        choice_knob("spill_target", "Spill target",
                    {{"local", "", 0, "Spilled registers go to local memory."},
                     {"shared", "", 1, "CUDA 13: spilled registers go to shared memory as long as there is room."}},
                    "Where ptxas puts registers that do not fit. Shared memory needs a launch bound (minimum blocks "
                    "per SM) and no dynamic shared memory."));
    knobs.push_back(choice_knob("carveout", "L1 / shared carve-out",
                                {{"default", "", 0, "The driver chooses."},
                                 {"max_l1", "", 1, "As much L1 cache as the kernel's shared memory allows.", "most L1"},
                                 {"max_shared", "", 2, "As much shared memory as the SM has.", "most shared"}},
                                "How the SM's memory is divided between L1 cache and shared memory."));
    knobs.push_back(
        choice_knob("load_cache", "Cache policy of loads",
                    {{"ca", "", 0, "Global loads are cached in L1 and L2.", "L1 and L2"},
                     {"cg", "", 1, "Global loads are cached in L2 only, so L1 is left to local memory.", "L2 only"}},
                    "Where global loads are cached (ptxas --def-load-cache)."));
    Parameter fast = integer_knob("fast_math", "Fast math", "", 0, 1, 1, 0,
                                  "--use_fast_math: fast, less exact functions, without their slow paths.");
    fast.kind = ParameterKind::flag;
    fast.initial = false;
    knobs.push_back(std::move(fast));
    knobs.push_back(
        integer_knob("register_usage_level", "Register usage level", "", 0, 10, 1, standard_register_usage_level,
                     "ptxas --register-usage-level (beta): at a higher level ptxas spends more registers on "
                     "faster code, at a lower one fewer. Releases differ in what a level does."));
    knobs.push_back(
        choice_knob("compiler", "Compiler",
                    {{"default", "", 0, "The compiler that the worker uses.", "in use"},
                     {"12.9", "", 12.9, "NVRTC of CUDA 12.9, where it is installed."},
                     {"13.0", "", 13.0, "NVRTC of CUDA 13.0, where it is installed."},
                     {"13.5", "", 13.5, "NVRTC of CUDA 13.5, where it is installed."}},
                    "Which release of NVRTC compiles. As the x axis it shows what each release makes of the same "
                    "text. scripts/fetch-compilers.sh fetches them."));
    Parameter elements = integer_knob("elements", "Problem size", "elements", 1, std::int64_t{1} << 28, 1,
                                      std::int64_t{1} << 24, "Number of elements that the kernel processes.");
    elements.extra_values = {0};
    // Four-byte elements: arrays much larger than L2, and small compared with the memory.
    elements.initial_formula = "min(16 * max(gpu_l2_bytes, 4194304), gpu_memory_bytes / 16) / 4";
    elements.scale = Scale::power_of_two;
    knobs.push_back(std::move(elements));
    return knobs;
}

}  // namespace

const Choice* Parameter::find_choice(const std::string& wanted) const
{
    const auto found =
        std::find_if(choices.begin(), choices.end(), [&](const auto& each) { return each.name == wanted; });
    return found == choices.end() ? nullptr : &*found;
}

const Parameter* Experiment::find_parameter(const std::string& wanted) const
{
    for (const auto* list : {&parameters, &knobs})
        for (const Parameter& parameter : *list)
            if (parameter.name == wanted) return &parameter;
    return nullptr;
}

const Variant* Experiment::find_variant(const std::string& wanted) const
{
    for (const auto* list : {&variants, &claim_kernels})
        for (const Variant& variant : *list)
            if (variant.name == wanted) return &variant;
    return nullptr;
}

const std::vector<Parameter>& standard_knobs()
{
    static const std::vector<Parameter> knobs = make_standard_knobs();
    return knobs;
}

}  // namespace spillway::model
