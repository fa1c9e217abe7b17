#include "app/catalogue/interpreted_job.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "app/base/visible_text.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/catalogue/launch_plan.h"
#include "app/catalogue/launch_words.h"
#include "app/catalogue/plain/argument_types.h"
#include "app/catalogue/plain/declared_kernel.h"
#include "app/catalogue/plain/file_constants.h"
#include "app/catalogue/plain/host_numbers.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/launches_of.h"
#include "app/catalogue/plain/source_look.h"

namespace spillway::catalogue {
namespace {

constexpr std::int64_t max_made_up_elements = std::int64_t{1} << 26;
constexpr double min_extent = 32;
constexpr std::array<std::int64_t, 3> made_up_extents{4096, 64, 16};  ///< in one, two and three dimensions
/// Likewise, for a size that the kernel takes: no multiple of usual blocks, so that a missing bounds check shows.
constexpr std::array<std::int64_t, 3> made_up_sizes{4000, 60, 14};

std::string base_of(const model::Variant& variant)
{
    return name_parts(without_arguments(variant.name)).base;
}

/// Name of the kernel with its parameter types; of a template with sliders, the instance with their initial values.
std::string initial_name(const model::Experiment& experiment, const model::Variant& variant)
{
    model::Values initial;
    for (const model::Parameter& parameter : experiment.parameters) initial[parameter.name] = parameter.initial;
    const std::string entry = demangled(with_values(variant.entry, experiment, initial));
    return entry.empty() ? variant.name : entry;
}

class RunMaker {
public:
    RunMaker(const model::Experiment& plain, const model::Variant& variant, const RunSettings& settings)
        : plain_(plain),
          variant_(variant),
          settings_(settings),
          look_(look_at(plain.source)),
          aliases_(type_aliases(plain.source))
    {
    }

    model::Expected<InterpretedJob> run(model::Job job)
    {
        made_.job = std::move(job);
        made_.job.compile.line_info = true;
        made_.job.plan.emplace();
        const auto kernel = declared_kernel(plain_, base_of(variant_));
        if (!kernel)
            return wrong("its arguments cannot be read from this file's text", "declare the kernel in the .cu itself");
        find_launch();
        take_types(*kernel);
        used_dimensions_ = kernel->dimensions;
        if (auto problem = take_block()) return *problem;
        for (const KernelArgument& argument : kernel->arguments)
            if (auto problem = add(argument)) return *problem;
        if (auto problem = check_names(kernel->arguments)) return *problem;
        if (auto problem = take_grid()) return *problem;
        make_up_numbers();
        make_up_grid();
        make_up_buffers();
        for (std::string words : {too_much_shared_words(made_.job), shared_opt_in_words(made_.job, 0, plain_.source)})
            if (!words.empty()) made_.refusal = std::move(words);
        return std::move(made_);
    }

private:
    [[nodiscard]] model::Error wrong(const std::string& what, const std::string& advice) const
    {
        return {base::visible_line(variant_.name.substr(0, 100)) + ": " + what, plain_.source_file, advice};
    }

    /// Binds the template's parameters to this instance's arguments, and prepares the evaluation of host code.
    void take_types(const DeclaredKernel& kernel)
    {
        const std::string entry = with_values(variant_.entry, plain_, made_.job.values);
        const NameParts parts = name_parts(without_arguments(demangled(entry)));
        const std::vector<std::string> given = arguments_of(parts.template_arguments);
        for (std::size_t i = 0; i < std::min(given.size(), kernel.parameters.size()); ++i)
            aliases_[kernel.parameters[i].name] = given[i];
        std::map<std::string, double> numbers;
        for (const model::BuildSettings* build : {&plain_.build, &plain_.build_beside})
            for (const auto& [name, value] : build->macros)
                if (const auto number = number_in_setting(value)) numbers.try_emplace(name, *number);
        for (const std::string& name : plain_.defines)
            if (const auto* value = std::get_if<std::int64_t>(&made_.job.values.at(name)))
                numbers.try_emplace(name, static_cast<double>(*value));
        host_.emplace(look_, std::move(numbers), launch_ != nullptr ? launch_->line : 0);
    }

    [[nodiscard]] const ArgumentType* type_of(std::string name) const
    {
        for (int i = 0; i < 4; ++i) {
            if (const ArgumentType* type = find_argument_type(name)) return type;
            if (name == "unsigned long long" || name == "uint64_t" || name == "unsigned long")
                return find_argument_type("size_t");
            const auto alias = aliases_.find(name);
            if (alias == aliases_.end()) return nullptr;
            name = alias->second;
        }
        return nullptr;
    }

    void find_launch()
    {
        std::vector<std::string> all;
        for (const model::Variant& variant : plain_.variants) all.push_back(initial_name(plain_, variant));
        const LaunchesOf found = KernelLaunches(look_, all).of(initial_name(plain_, variant_));
        // If the launches omit the template arguments, it is unclear which of them starts this instance.
        const bool may_be_of_others = found.others > 0 && (found.are_overloads || found.launches.size() > 1);
        if (found.launches.empty() || may_be_of_others) return;
        launch_ = found.launches.front();
        made_.launch_line = launch_->line;
        made_.may_be_cooperative = launch_->may_be_cooperative;
        made_.launches = static_cast<int>(found.launches.size());
    }

    std::optional<model::Error> take_block()
    {
        if (!settings_.block.empty()) {
            const auto block = extents_in(settings_.block);
            if (!block) return block.error();
            std::copy(block->begin(), block->end(), made_.job.block);
            made_.block_source = NumberSource::user;
        } else if (launch_ != nullptr) {
            // The file's block, with its sides, unless a knob changed the number of threads.
            const auto block = host_->shape(launch_->block);
            const bool is_as_in_file = block && (*block)[0] * (*block)[1] * (*block)[2] ==
                                                    made_.job.block[0] * made_.job.block[1] * made_.job.block[2];
            if (block && (!variant_.launch || is_as_in_file)) std::copy(block->begin(), block->end(), made_.job.block);
            if (block || variant_.launch) made_.block_source = NumberSource::file;
        } else if (!variant_.launch && made_.job.block[0] == 256) {  // the default: neither file nor user names a block
            constexpr std::int64_t shapes[3][3] = {{256, 1, 1}, {16, 16, 1}, {8, 8, 4}};
            std::copy(std::begin(shapes[used_dimensions_ - 1]), std::end(shapes[used_dimensions_ - 1]),
                      made_.job.block);
        } else {  // from a launch bound or a knob
            made_.block_source = variant_.launch ? NumberSource::file : NumberSource::user;
        }
        if (!settings_.shared.empty()) {
            if (const auto problem = why_no_setting("shared", settings_.shared))
                return model::Error{*problem, "", "bytes of a block were expected"};
            made_.job.dynamic_shared_bytes = static_cast<std::int64_t>(*number_in_setting(settings_.shared));
        } else if (launch_ != nullptr && made_.job.dynamic_shared_bytes == 0) {
            const auto bytes = host_->of(launch_->shared);
            if (bytes && *bytes > 0 && *bytes < 1 << 20)
                made_.job.dynamic_shared_bytes = static_cast<std::int64_t>(*bytes);
        }
        return std::nullopt;
    }

    [[nodiscard]] const std::string* setting_of(const std::string& name) const
    {
        const auto found = settings_.arguments.find(name);
        return found == settings_.arguments.end() ? nullptr : &found->second;
    }

    /// Text of the next argument in the file's launch; empty without one.
    [[nodiscard]] std::string next_argument_text() const
    {
        const std::size_t number = made_.arguments.size();
        return launch_ != nullptr && number < launch_->arguments.size() ? launch_->arguments[number] : std::string();
    }

    std::optional<model::Error> add(const KernelArgument& argument)
    {
        const ArgumentType* type = type_of(argument.type);
        if (type == nullptr || (!argument.is_pointer && !type->is_scalar))
            return wrong("its argument `" + argument.name + "` is a `" + argument.type +
                             (argument.is_pointer || argument.type.ends_with('*') ? "*" : "") +
                             "`, which cannot be given here",
                         "only numbers, and pointers to numbers or to vectors of them, can be given");
        return argument.is_pointer ? add_pointer(argument, *type) : add_number(argument, *type);
    }

    std::optional<model::Error> add_number(const KernelArgument& argument, const ArgumentType& type)
    {
        InterpretedArgument made{argument.name, std::string(type.own), -1, 0, NumberSource::made_up};
        if (const std::string* given = setting_of(argument.name)) {
            const auto number = number_in_setting(*given);
            if (!number) return wrong("`" + argument.name + "`: " + number.error().what, number.error().advice);
            if (auto why = why_no_value(argument, type, *number)) return why;
            made.value = *number;
            made.source = NumberSource::user;
        } else if (const auto number = host_->of(next_argument_text())) {
            made.value = *number;
            made.source = NumberSource::file;
        } else if (is_real(type) || type.own == "bool") {
            made.value = 1;
        }
        model::PlannedArgument planned;
        planned.scalar_type = type.own;
        made_.job.plan->arguments.push_back(planned);
        made_.arguments.push_back(std::move(made));
        return std::nullopt;
    }

    /// Error if an integer type cannot hold the number, signed or unsigned.
    [[nodiscard]] std::optional<model::Error> why_no_value(const KernelArgument& argument, const ArgumentType& type,
                                                           double number) const
    {
        if (is_real(type)) return std::nullopt;
        const bool fits = type.bytes >= 8 ||
                          (number >= -std::ldexp(1.0, 8 * type.bytes - 1) && number < std::ldexp(1.0, 8 * type.bytes));
        if (fits && number == std::trunc(number)) return std::nullopt;
        return wrong(
            "`" + argument.name + "` is of the type " + std::string(type.cpp) + ", which does not hold this value",
            fits ? "a whole number was expected" : "a smaller number was expected");
    }

    std::optional<model::Error> add_pointer(const KernelArgument& argument, const ArgumentType& type)
    {
        InterpretedArgument made{argument.name, std::string(type.own), -1, 0, NumberSource::made_up};
        const std::string text = next_argument_text();
        const SeenAllocation* memory = allocation_of(text);
        const int same = memory == nullptr ? -1 : buffer_of_allocation(memory);
        if (same >= 0 && setting_of(argument.name) == nullptr) {
            made.buffer = same;
            made.source = NumberSource::file;
        } else {
            made.buffer = static_cast<int>(made_.job.plan->buffers.size());
            if (auto problem = add_buffer(argument, type, memory, made.source)) return problem;
            made.has_made_up_values = !is_filled_.back();
        }
        model::PlannedArgument planned;
        planned.buffer = made.buffer;
        made_.job.plan->arguments.push_back(planned);
        made_.arguments.push_back(std::move(made));
        return std::nullopt;
    }

    std::optional<model::Error> add_buffer(const KernelArgument& argument, const ArgumentType& type,
                                           const SeenAllocation* memory, NumberSource& source)
    {
        model::PlannedBuffer buffer;
        buffer.name = argument.name;
        buffer.element = type.own;
        buffer.element_bytes = type.bytes;
        buffer.scalar = scalar_kind(type.own, type.bytes);
        buffer.seed = made_.job.plan->buffers.size() + 1;
        buffer.is_output = !argument.is_const;
        if (memory != nullptr)
            if (const auto bytes = host_->of(memory->bytes.empty() ? memory->elements : memory->bytes)) {
                const double elements = memory->bytes.empty() ? *bytes : std::floor(*bytes / type.bytes);
                if (elements >= 1 && elements < 1e12) buffer.count = static_cast<std::int64_t>(elements);
                if (buffer.count > 0) source = NumberSource::file;
            }
        BufferSetting setting;
        if (const std::string* given = setting_of(argument.name)) {
            const auto read = buffer_setting(*given);
            if (!read) return wrong("`" + argument.name + "`: " + read.error().what, read.error().advice);
            setting = *read;
            if (setting.elements) {
                buffer.count = *setting.elements;
                source = NumberSource::user;
            }
        }
        buffer.fill = model::Fill::zero;
        is_filled_.push_back(setting.fill.has_value());
        if (setting.fill) {
            buffer.fill = *setting.fill;
            buffer.from = setting.from;
            buffer.to = setting.to;
            buffer.step = setting.step;
        }
        is_input_.push_back(argument.is_const || is_copied_to(memory));
        memories_.push_back(memory);
        made_.job.plan->buffers.push_back(std::move(buffer));
        return std::nullopt;
    }

    /// The allocation passed as "d_in" or "raw_pointer_cast(d_in.data())"; null if the text is an address inside one.
    [[nodiscard]] const SeenAllocation* allocation_of(const std::string& text) const
    {
        if (text.empty() || text.find('+') != std::string::npos) return nullptr;
        const bool is_call = text.find("data()") != std::string::npos || text.find("[0]") != std::string::npos;
        const SeenAllocation* found = nullptr;
        for (const SeenAllocation& each : look_.allocations) {
            const auto names = identifiers(text);
            const bool is_match =
                each.name == text || (is_call && std::find(names.begin(), names.end(), each.name) != names.end());
            if (!is_match) continue;
            // Two functions allocate different sizes under that name.
            if (found != nullptr && (found->bytes != each.bytes || found->elements != each.elements)) return nullptr;
            found = &each;
        }
        return found;
    }

    [[nodiscard]] int buffer_of_allocation(const SeenAllocation* memory) const
    {
        const auto found = std::find(memories_.begin(), memories_.end(), memory);
        return found == memories_.end() ? -1 : static_cast<int>(found - memories_.begin());
    }

    [[nodiscard]] bool is_copied_to(const SeenAllocation* memory) const
    {
        return memory != nullptr &&
               std::find(look_.copied_to.begin(), look_.copied_to.end(), memory->name) != look_.copied_to.end();
    }

    [[nodiscard]] std::optional<model::Error> check_names(const std::vector<KernelArgument>& arguments) const
    {
        for (const auto& [name, given] : settings_.arguments) {
            const bool is_argument =
                std::any_of(arguments.begin(), arguments.end(),
                            [&, &given_name = name](const auto& each) { return each.name == given_name; });
            if (!is_argument) return wrong("it has no argument `" + base::visible_line(name.substr(0, 60)) + "`", "");
        }
        return std::nullopt;
    }

    std::optional<model::Error> take_grid()
    {
        std::optional<std::vector<std::int64_t>> grid;
        if (!settings_.grid.empty()) {
            const auto given = extents_in(settings_.grid);
            if (!given) return given.error();
            grid = *given;
            made_.grid_source = NumberSource::user;
        } else if (launch_ != nullptr) {
            grid = host_->shape(launch_->grid);
            if (grid) made_.grid_source = NumberSource::file;
        }
        if (grid) std::copy(grid->begin(), grid->end(), made_.job.grid);
        return std::nullopt;
    }

    [[nodiscard]] bool has_grid() const { return made_.grid_source != NumberSource::made_up; }

    [[nodiscard]] std::size_t dimensions() const
    {
        const model::Job& job = made_.job;
        if (!has_grid() && used_dimensions_ > 1) return used_dimensions_;
        if (job.block[2] > 1 || (has_grid() && job.grid[2] > 1)) return 3;
        return job.block[1] > 1 || (has_grid() && job.grid[1] > 1) ? 2 : 1;
    }

    [[nodiscard]] bool is_size(std::size_t argument) const
    {
        const std::string& type = made_.job.plan->arguments[argument].scalar_type;
        return made_.arguments[argument].buffer < 0 &&
               (type == "int" || type == "unsigned" || type == "size_t" || type == "long long");
    }

    /// Values of the integer arguments that may be sizes, the largest first.
    [[nodiscard]] std::vector<std::int64_t> sizes() const
    {
        std::vector<std::int64_t> found;
        for (std::size_t i = 0; i < made_.arguments.size(); ++i) {
            const double value = made_.arguments[i].value;
            // With an unknown grid, a small number that the file passes is rarely a size: fill(out, 7).
            const bool is_payload =
                !has_grid() && made_.arguments[i].source == NumberSource::file && value < min_extent;
            if (is_size(i) && !is_payload && value >= 1 && value < 1e12)
                found.push_back(static_cast<std::int64_t>(value));
        }
        std::sort(found.rbegin(), found.rend());
        return found;
    }

    /// Length of the shortest buffer of known length; 0 if there is none.
    [[nodiscard]] std::int64_t fewest_elements() const
    {
        std::int64_t fewest = 0;
        for (const model::PlannedBuffer& buffer : made_.job.plan->buffers)
            if (buffer.count > 0) fewest = fewest == 0 ? buffer.count : std::min(fewest, buffer.count);
        return fewest;
    }

    /// Threads along the grid's shortest side, capped. Without a known grid, the side of the shortest buffer of known
    /// length, else a default that runs quickly.
    [[nodiscard]] std::int64_t made_up_extent() const
    {
        const std::size_t d = dimensions();
        if (has_grid()) {
            std::int64_t shortest = max_made_up_elements;
            for (std::size_t axis = 0; axis < d; ++axis)
                shortest = std::min(shortest, made_.job.grid[axis] * made_.job.block[axis]);
            return shortest;
        }
        if (const std::int64_t elements = fewest_elements(); elements > 0)
            return std::max<std::int64_t>(
                1, static_cast<std::int64_t>(std::pow(static_cast<double>(elements), 1.0 / static_cast<double>(d)) +
                                             1e-6));
        return made_up_extents[d - 1];
    }

    /// The extent that follows from the grid or the buffers; without either, a default that is not a multiple of the
    /// block.
    [[nodiscard]] std::int64_t made_up_size() const
    {
        if (has_grid() || fewest_elements() > 0) return made_up_extent();
        const auto& block = made_.job.block;
        const std::int64_t size = made_up_sizes[dimensions() - 1];
        const bool is_multiple =
            std::any_of(block, block + dimensions(), [&](std::int64_t side) { return side > 1 && size % side == 0; });
        return is_multiple ? size - 1 : size;
    }

    /// Gives each integer argument without a value the extent, as if it were a size.
    void make_up_numbers()
    {
        const auto known = sizes();
        const std::int64_t extent = !known.empty() && !has_grid() ? known.front() : made_up_size();
        for (std::size_t i = 0; i < made_.arguments.size(); ++i) {
            InterpretedArgument& argument = made_.arguments[i];
            const double max = argument.type == "size_t" || argument.type == "long long" ? 1e12 : 2147483647;
            if (is_size(i) && argument.source == NumberSource::made_up)
                argument.value = std::min(static_cast<double>(extent), max);
            made_.job.plan->arguments[i].scalar = argument.value;
        }
    }

    /// One thread for each element.
    void make_up_grid()
    {
        if (has_grid()) return;
        const auto known = sizes();
        const std::int64_t extent = std::min(known.empty() ? made_up_extent() : known.front(), max_made_up_elements);
        for (std::size_t axis = 0; axis < 3; ++axis)
            made_.job.grid[axis] =
                axis < dimensions() ? (extent + made_.job.block[axis] - 1) / made_.job.block[axis] : 1;
    }

    /// Product of the largest sizes, one for each dimension; without any size, one element for each thread.
    [[nodiscard]] std::int64_t made_up_elements() const
    {
        const auto known = sizes();
        const std::size_t d = std::max<std::size_t>(dimensions(), known.size() > 1 ? 2 : 1);
        double elements = 1;
        for (std::size_t i = 0; i < d && !known.empty(); ++i)
            elements *= static_cast<double>(known[std::min(i, known.size() - 1)]);
        if (known.empty())
            for (std::size_t axis = 0; axis < 3; ++axis)
                elements *= static_cast<double>(made_.job.grid[axis] * made_.job.block[axis]);
        return static_cast<std::int64_t>(std::clamp(elements, 1.0, static_cast<double>(max_made_up_elements)));
    }

    void make_up_buffers()
    {
        auto& buffers = made_.job.plan->buffers;
        const std::int64_t elements = made_up_elements();
        for (model::PlannedBuffer& buffer : buffers)
            if (buffer.count == 0) buffer.count = elements;
        // Integers may be indices: keep them within the smallest buffer.
        const std::int64_t indices = fewest_elements();
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            if (!is_input_[i] || is_filled_[i]) continue;
            const ArgumentType* type = find_argument_type(buffers[i].element);
            buffers[i].fill = type != nullptr && is_real(*type) ? model::Fill::random
                              : buffers[i].element_bytes == 1   ? model::Fill::random_bytes
                                                                : model::Fill::random_integers;
            if (buffers[i].fill == model::Fill::random_integers)
                buffers[i].to = static_cast<double>(std::min<std::int64_t>(indices, 32768) - 1);
        }
    }

    const model::Experiment& plain_;
    const model::Variant& variant_;
    const RunSettings& settings_;
    SourceLook look_;
    std::map<std::string, std::string> aliases_;  ///< types behind the file's aliases and the template's parameters
    std::optional<HostNumbers> host_;
    const SeenLaunch* launch_ = nullptr;
    std::size_t used_dimensions_ = 1;
    std::vector<bool> is_input_, is_filled_;       ///< of each buffer: has input; the user gave its contents
    std::vector<const SeenAllocation*> memories_;  ///< likewise; null: no allocation was found
    InterpretedJob made_;
};

}  // namespace

model::Expected<InterpretedJob> interpreted_job(const model::Experiment& plain, const model::Variant& variant,
                                                const model::Values& values, const model::Gpu& gpu,
                                                const RunSettings& settings)
{
    auto job = make_job(plain, variant, values, gpu);
    if (!job) return job.error();
    return RunMaker(plain, variant, settings).run(std::move(*job));
}

std::vector<std::string> argument_names(const model::Experiment& plain, const model::Variant& variant)
{
    std::vector<std::string> names;
    if (const auto kernel = declared_kernel(plain, base_of(variant)))
        for (const KernelArgument& argument : kernel->arguments) names.push_back(argument.name);
    return names;
}

}  // namespace spillway::catalogue
