#include "app/catalogue/plain/launch_taker.h"

#include <algorithm>

#include "app/catalogue/plain/cuda_lexer.h"
#include "app/catalogue/plain/kernel_names.h"

namespace spillway::catalogue {
namespace {

constexpr std::int64_t max_threads = 1024;  ///< per block, on any GPU

template <typename Extents>
std::string shape_text(const Extents& extents)
{
    return std::to_string(extents[0]) + " x " + std::to_string(extents[1]) + " x " + std::to_string(extents[2]);
}

/// Why this launch always fails; empty if it does not.
std::string why_launch_fails(const SeenLaunch& launch, const FileConstants::Shape& block,
                             const LaunchTaker::Bound& bound)
{
    const std::string begin = " Line " + std::to_string(launch.line) + " launches it with ";
    const auto& only = bound.only_block;
    if (only && !std::ranges::equal(*only, block.extents))
        return begin + shape_text(block.extents) + " threads per block; it was compiled for " + shape_text(*only) +
               " and no other block.";
    const std::int64_t max = bound.max_threads.value_or(max_threads);
    if (block.threads() <= max) return {};
    return begin + std::to_string(block.threads()) + " threads per block; " +
           (max < max_threads ? "its launch bound allows " : "a GPU takes ") + std::to_string(max) + " at most.";
}

/// Threads per block of a kernel whose launch cannot be read.
std::int64_t standard_block()
{
    for (const model::Parameter& knob : model::standard_knobs())
        if (knob.name == "block_size") return std::get<std::int64_t>(knob.initial);
    return max_threads;
}

}  // namespace

void LaunchTaker::reset(const std::vector<std::string>& kernels)
{
    launches_.emplace(look_, kernels);
    experiment_.launch.block[0] = "block_size";
    flexible_.clear();
    unread_.clear();
    first_block_ = 0;
    follows_file_ = false;
    for (model::Parameter& knob : experiment_.knobs)
        for (const model::Parameter& standard : model::standard_knobs())
            if (knob.name == "block_size" && standard.name == knob.name) knob = standard;
}

void LaunchTaker::take(model::Variant& variant, std::string_view kernel, const Bound& bound)
{
    taken_ = variant.name;
    const LaunchesOf found = launches_->of(kernel);
    const bool is_its_own = are_unambiguous(variant, found, bound);
    if (is_its_own && take_launch(variant, found, bound)) return;
    std::string why = found.launches.empty() ? "No launch of it was found in the file" : "No launch of it can be used";
    if (!is_its_own) {
        why = "The text does not tell which of " + std::to_string(found.others + 1) + " kernels of this name line " +
              std::to_string(found.launches.front()->line) +
              (found.launches.size() == 1 ? " launches" : " and others launch");
    }
    const bool is_bound = take_bound(variant, name_parts(without_arguments(kernel)).base, bound);
    if (!is_bound)
        unread_.push_back({variant.name, std::move(why)});
    else if (!is_its_own)
        variant.help += " " + why + ".";
}

/// Whether the launches surely start this kernel, or have one shape for all kernels that they may start.
bool LaunchTaker::are_unambiguous(const model::Variant& variant, const LaunchesOf& found, const Bound& bound) const
{
    if (found.others == 0) return true;
    // One launch in a host template starts all its instances; an overload may have none.
    if (found.are_overloads && found.launches.size() <= found.others) return false;
    std::optional<std::pair<std::array<model::Formula, 3>, model::Formula>> first;
    for (const SeenLaunch* launch : found.launches) {
        const Sliders sliders = sliders_of(variant, launch->template_arguments);
        const auto block = constants_.shape(launch->block, sliders);
        if (!block) return found.launches.size() == 1;
        if (!why_launch_fails(*launch, *block, bound).empty()) continue;
        const auto shared = constants_.formula(launch->shared, sliders);
        const std::pair shape(block->formulas, shared ? shared->text : model::Formula("0"));
        if (first && *first != shape) return false;
        first = shape;
    }
    return true;
}

/// Takes the first launch whose block is numeric or made of sliders. Reports a launch that always fails and skips it:
/// examples of error handling contain such launches, and template instances may have their own bounds.
bool LaunchTaker::take_launch(model::Variant& variant, const LaunchesOf& found, const Bound& bound)
{
    std::optional<model::LaunchShape> refused_shape;
    for (const SeenLaunch* seen : found.launches) {
        const SeenLaunch& launch = *seen;
        const Sliders sliders = sliders_of(variant, launch.template_arguments);
        const auto block = constants_.shape(launch.block, sliders);
        if (!block) continue;
        if (const std::string refused = why_launch_fails(launch, *block, bound); !refused.empty()) {
            variant.help += refused;
            // Without template arguments the launch means this very kernel, so its result shows the failure.
            const bool is_own = launch.template_arguments.empty() && bound.max_threads && !bound.only_block &&
                                block->threads() <= max_threads;
            if (is_own && !refused_shape) {
                refused_shape = model::LaunchShape{{"1", "1", "1"}, {"1", "1", "1"}, "0", ""};
                std::ranges::copy(block->formulas, refused_shape->block);
            }
            continue;
        }
        const auto grid = constants_.shape(launch.grid, sliders);
        const auto shared = constants_.formula(launch.shared, sliders);
        model::LaunchShape shape;
        std::ranges::copy(grid.value_or(FileConstants::Shape()).formulas, shape.grid);
        set_block(shape, *block, bound, false);
        constexpr double max_shared = 1 << 24;
        const bool is_size = shared && shared->number >= 0 && shared->number < max_shared;
        shape.dynamic_shared_bytes = is_size ? shared->text : "0";
        variant.help += " Line " + std::to_string(launch.line) + " launches it.";
        variant.launch = shape;
        return true;
    }
    if (refused_shape) variant.launch = refused_shape;
    return refused_shape.has_value();
}

/// Sets the block from the launch bound if no launch can be used. A bound in the text follows the sliders. If the text
/// cannot be evaluated (a macro, a constant of another file) or belongs to another instance, uses the compiler's
/// number. False without a bound.
bool LaunchTaker::take_bound(model::Variant& variant, std::string_view base, const Bound& bound)
{
    auto block = written_bound(variant, base);
    const auto& max = bound.max_threads;
    if (max && (!block || block->threads() != *max))
        block = FileConstants::Shape{{std::to_string(*max), "1", "1"}, {*max, 1, 1}, false};
    if (bound.only_block) {
        block = FileConstants::Shape{};
        for (std::size_t axis = 0; axis < block->extents.size(); ++axis) {
            block->extents[axis] = bound.only_block->at(axis);
            block->formulas[axis] = std::to_string(block->extents[axis]);
        }
    }
    if (!block || block->threads() > max_threads) return false;
    model::LaunchShape shape{{"1", "1", "1"}, {"1", "1", "1"}, "0", ""};
    set_block(shape, *block, bound, true);
    if (shape.block[0] != "block_size") variant.launch = shape;  // equal to the experiment's own launch otherwise
    return true;
}

std::optional<FileConstants::Shape> LaunchTaker::written_bound(const model::Variant& variant,
                                                               std::string_view base) const
{
    const SeenKernel* kernel = seen_kernel(look_, base);
    if (kernel == nullptr) return std::nullopt;
    std::string words;  // the kernel's template parameters, as a launch would write them
    for (const TemplateParameter& parameter : kernel->parameters) words += (words.empty() ? "" : ",") + parameter.name;
    return constants_.shape(kernel->launch_bound, sliders_of(variant, words));
}

/// Sliders that a launch's expressions may use: those of #defines, and those of the kernel's template parameters under
/// the names in the launch.
Sliders LaunchTaker::sliders_of(const model::Variant& variant, const std::string& template_arguments) const
{
    Sliders sliders;
    const auto add = [&](const std::string& word, const std::string& name) {
        const model::Parameter* parameter = experiment_.find_parameter(name);
        const auto* number = parameter == nullptr ? nullptr : std::get_if<std::int64_t>(&parameter->initial);
        if (number != nullptr) sliders[word] = {name, static_cast<double>(*number)};
    };
    for (const std::string& name : experiment_.defines) add(name, name);
    const std::vector<std::string> written = arguments_of(template_arguments);
    const std::vector<std::string> entry = arguments_of(name_parts(variant.entry).template_arguments);
    for (std::size_t i = 0; i < std::min(written.size(), entry.size()); ++i)
        if (is_identifier(written[i]) && entry[i].starts_with('{') && entry[i].ends_with('}'))
            add(written[i], entry[i].substr(1, entry[i].size() - 2));
    return sliders;
}

/// Uses the block_size knob unless the required block is two-dimensional, because the knob is one number.
void LaunchTaker::set_block(model::LaunchShape& shape, const FileConstants::Shape& block, const Bound& bound,
                            bool is_bound)
{
    const bool is_flat = block.extents[0] == block.threads();
    const bool is_flexible = is_flat || !bound.only_block;
    const bool is_of_knob = is_flexible && is_block_of_slider(block, is_bound);
    if (is_flexible) flexible_.push_back({taken_, block, is_bound});
    std::ranges::copy(is_of_knob ? by_knob(block) : block.formulas, shape.block);
}

void LaunchTaker::finish()
{
    for (model::Variant& variant : experiment_.variants) {
        const auto unread = std::ranges::find(unread_, variant.name, &Unread::variant);
        if (unread == unread_.end()) continue;
        variant.launch_note =
            unread->why + ": Spillway assumes " + std::to_string(standard_block()) + " threads per block.";
        if (!flexible_.empty()) variant.help += " " + variant.launch_note;
    }
    if (flexible_.empty()) return;
    const auto differs = [&](const Flexible& each) { return each.block.threads() != first_block_; };
    const bool assumes_another = !unread_.empty() && first_block_ != standard_block();
    if (!follows_file_ && !assumes_another && std::ranges::none_of(flexible_, differs)) return;
    follows_file_ = true;
    for (model::Parameter& knob : experiment_.knobs)
        if (knob.name == "block_size") follow_file(knob, flexible_.front().is_bound);
    for (const Flexible& each : flexible_)
        for (model::Variant& variant : experiment_.variants)
            if (variant.name == each.variant) {
                if (!variant.launch) variant.launch = model::LaunchShape{{"1", "1", "1"}, {"1", "1", "1"}, "0", ""};
                std::ranges::copy(by_knob(each.block), variant.launch->block);
            }
}

/// The knob's block, or the file's if the knob is 0 and 0 means "as launched".
std::array<model::Formula, 3> LaunchTaker::by_knob(const FileConstants::Shape& block) const
{
    if (!follows_file_) return {"block_size", "1", "1"};
    const auto or_file = [](const std::string& knob, const std::string& file) {
        return "block_size == 0 ? (" + file + ") : " + knob;
    };
    return {or_file("block_size", block.formulas[0]), or_file("1", block.formulas[1]), or_file("1", block.formulas[2])};
}

/// Initializes the block_size knob from the first block. A block made of sliders gives the knob the extra position "as
/// launched". Returns whether the knob can express this block.
bool LaunchTaker::is_block_of_slider(const FileConstants::Shape& block, bool is_bound)
{
    const std::int64_t threads = block.threads();
    for (model::Parameter& knob : experiment_.knobs) {
        if (knob.name != "block_size") continue;
        const bool is_value = threads >= knob.first && threads <= knob.last && threads % knob.step == 0;
        if (first_block_ == 0 && is_value) {
            first_block_ = threads;
            follows_file_ = block.has_slider;
            knob.initial = threads;
            if (block.has_slider) follow_file(knob, is_bound);
        }
        return is_value && first_block_ == threads;
    }
    return false;
}

void LaunchTaker::follow_file(model::Parameter& knob, bool is_bound)
{
    knob.extra_values = {0};
    knob.zero_label = is_bound ? "as bounded" : "as launched";
    knob.initial = std::int64_t{0};
    knob.help =
        is_bound
            ? "Threads per block. As bounded: as many as the kernel's launch bound allows, with the sliders' numbers."
            : "Threads per block. As launched: what the file says, with the sliders' numbers.";
    experiment_.launch.block[0] = "block_size == 0 ? " + std::to_string(standard_block()) + " : block_size";
}

}  // namespace spillway::catalogue
