#include "app/catalogue/made_experiment.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/base/output_file.h"
#include "app/catalogue/experiment_reader.h"
#include "app/catalogue/formula/formula.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/catalogue/launch_reader.h"
#include "app/catalogue/parameter_reader.h"
#include "app/catalogue/plain/argument_types.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/kernel_parameters.h"
#include "app/catalogue/plain/plain_experiment.h"
#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t max_variants = 16, max_label_bytes = 200;
constexpr std::size_t max_defines = 24;  ///< out of 32 parameters; the rest is for template arguments

/// "detail::BlockSum" as a name in experiment.json: "detail_blocksum". `otherwise` if the result is not a valid name.
std::string own_name(std::string_view text, std::string_view otherwise)
{
    std::string name;
    for (const char c : text) {
        const bool is_kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool is_capital = c >= 'A' && c <= 'Z';
        if (is_kept || is_capital)
            name += is_capital ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!name.empty() && name.back() != '_')
            name += '_';
    }
    return is_name(name) ? name : std::string(otherwise);
}

class Maker {
public:
    Maker(const model::Experiment& plain, const model::Values& values) : plain_(plain), values_(values)
    {
        tokens_ = cuda_tokens(plain.source);
        kernels_ = kernel_declarations(plain.source, tokens_);
    }

    model::Expected<MadeExperiment> run(const std::string& name)
    {
        name_parameters();
        for (const model::Variant& variant : plain_.variants) add_variant(variant);
        if (variants_.empty())
            return model::Error{"an experiment cannot pass the arguments of any of its kernels", plain_.source_file,
                                made_.missing.empty() ? "" : made_.missing.front()};
        describe(name);
        write_texts();
        list_missing_parts();
        made_.lesson = lesson();
        return std::move(made_);
    }

private:
    /// Template parameters and #defines become parameters in lower case. A template parameter called block_size is the
    /// knob; other names of knobs get a prefix or a suffix.
    void name_parameters()
    {
        for (const model::Parameter& parameter : plain_.parameters) {
            const bool is_define =
                std::find(plain_.defines.begin(), plain_.defines.end(), parameter.name) != plain_.defines.end();
            if (is_define && parameters_.size() >= max_defines) {
                left_defines_.push_back(parameter.name);
                continue;
            }
            std::string name = own_name(parameter.name, is_define ? "number" : "argument");
            const auto& knobs = model::standard_knobs();
            const bool is_knob =
                std::any_of(knobs.begin(), knobs.end(), [&](const auto& knob) { return knob.name == name; });
            const bool is_taken = name.starts_with("gpu_") || is_formula_function(name);
            if (is_define && (is_knob || is_taken)) name = "define_" + name;
            if (!is_define && is_knob && name != "block_size") name += "_argument";
            name = unique_name(name);
            if (is_define) {
                define_names_[parameter.name] = name;
                parameters_.push_back(define_json(parameter, name));
                continue;
            }
            names_[parameter.name] = name;
            if (name != "block_size") parameters_.push_back(parameter_json(parameter, name));
        }
    }

    /// Adds a number if the name is taken, as with N and n: "n_2".
    std::string unique_name(const std::string& name)
    {
        std::string own = name;
        for (int i = 2; !own_names_.insert(own).second; ++i) own = name + "_" + std::to_string(i);
        return own;
    }

    /// Adds the slider's current range.
    static void add_range(OrderedJson& json, const model::Parameter& parameter)
    {
        json["range"] = {parameter.first, parameter.last};
        if (parameter.step > 1) json["step"] = parameter.step;
        const bool doubles = parameter.scale == model::Scale::power_of_two && parameter.first >= 1;
        if (doubles) json["scale"] = "power_of_two";
        if (!parameter.extra_values.empty()) json["also"] = parameter.extra_values;
    }

    /// A #define as a parameter, with its current number.
    [[nodiscard]] OrderedJson define_json(const model::Parameter& parameter, const std::string& name) const
    {
        OrderedJson json{{"name", name}, {"label", parameter.name}, {"define", parameter.name}};
        add_range(json, parameter);
        json["initial"] = current<std::int64_t>(parameter);
        json["help"] = parameter.help;
        return json;
    }

    /// Value of the slider now.
    template <typename Kind>
    [[nodiscard]] Kind current(const model::Parameter& parameter) const
    {
        const auto value = values_.find(parameter.name);
        const auto* now = value == values_.end() ? nullptr : std::get_if<Kind>(&value->second);
        return now != nullptr ? *now : std::get<Kind>(parameter.initial);
    }

    [[nodiscard]] OrderedJson parameter_json(const model::Parameter& parameter, const std::string& name) const
    {
        OrderedJson json{{"name", name}, {"label", parameter.name}};
        if (parameter.kind == model::ParameterKind::choice) {
            OrderedJson choices = OrderedJson::array();
            for (const model::Choice& choice : parameter.choices)
                if (const ArgumentType* type = find_argument_type(choice.name))
                    choices.push_back(
                        {{"name", own_name(choice.name, choice.name)}, {"code", choice.name}, {"number", type->bytes}});
            json["choices"] = choices;
            const auto initial = current<std::string>(parameter);
            json["initial"] = find_argument_type(initial) != nullptr ? own_name(initial, initial) : "float";
        } else if (parameter.kind == model::ParameterKind::flag) {
            json["initial"] = current<bool>(parameter);
        } else {
            add_range(json, parameter);
            json["initial"] = current<std::int64_t>(parameter);
        }
        json["help"] = "A template argument of the kernel.";
        return json;
    }

    void add_variant(const model::Variant& variant)
    {
        const std::string base = name_parts(without_arguments(variant.name)).base;
        const auto kernel = std::find_if(kernels_.begin(), kernels_.end(),
                                         [&](const Declaration& each) { return each.scope + each.name == base; });
        if (kernel == kernels_.end()) {
            leave_out(variant, "its arguments cannot be read from this file's text");
            return;
        }
        OrderedJson arguments = OrderedJson::array();
        const OrderedJson buffers_before = buffers_;
        for (const KernelArgument& argument : kernel_arguments(plain_.source, tokens_, *kernel)) {
            auto json = argument_json(argument);
            const bool is_full = arguments.size() == max_arguments || buffers_.size() > max_buffers;
            if (!json || is_full) {
                buffers_ = buffers_before;
                leave_out(variant, is_full ? "it has more than " + std::to_string(max_arguments) +
                                                 " arguments, or the file's kernels more than " +
                                                 std::to_string(max_buffers) + " buffers"
                                           : "its argument `" + argument.name + "` of type `" + argument.type +
                                                 "` cannot be passed by an experiment");
                return;
            }
            arguments.push_back(std::move(*json));
        }
        const std::string entry = is_instance(variant.entry) ? variant.entry : without_arguments(variant.entry);
        if (check_entry(plain_, entry) || variants_.size() == max_variants) {
            leave_out(variant, "its name cannot be an entry of an experiment, or there are 16 already");
            return;
        }
        const std::string own = own_name(variant.name, "kernel_" + std::to_string(variants_.size() + 1));
        OrderedJson json{{"name", unique_name(own)},
                         {"label", variant.name.substr(0, max_label_bytes)},
                         {"entry", renamed(entry)},
                         {"arguments", arguments}};
        if (variant.launch) json["launch"] = launch_json(*variant.launch);
        variants_.push_back(std::move(json));
    }

    void leave_out(const model::Variant& variant, const std::string& why)
    {
        made_.missing.push_back("`" + without_links(variant.name.substr(0, max_label_bytes)) + "` is left out: " + why +
                                ".");
    }

    static OrderedJson launch_json(const model::LaunchShape& shape)
    {
        OrderedJson json{{"grid", "ceil_div(elements, " + shape.block[0] + ")"},
                         {"block", {shape.block[0], shape.block[1], shape.block[2]}}};
        if (shape.dynamic_shared_bytes != "0") json["dynamic_shared_bytes"] = shape.dynamic_shared_bytes;
        return json;
    }

    /// "{tile}" for "{TILE}".
    [[nodiscard]] std::string renamed(std::string entry) const
    {
        for (std::size_t at = 0; (at = entry.find('{', at)) != std::string::npos; ++at) {
            const std::size_t end = std::min(entry.find('}', at), entry.size());
            if (const auto known = names_.find(entry.substr(at + 1, end - at - 1)); known != names_.end())
                entry.replace(at + 1, end - at - 1, known->second);
        }
        return entry;
    }

    std::optional<OrderedJson> argument_json(const KernelArgument& argument)
    {
        const ArgumentType* type = find_argument_type(argument.type);
        if (argument.is_pointer) {
            const auto parameter = names_.find(argument.type);
            if (type == nullptr && parameter == names_.end()) return std::nullopt;
            const std::string element = type != nullptr ? std::string(type->own) : '{' + parameter->second + '}';
            return OrderedJson{{"buffer", buffer_of(argument, element)}};
        }
        if (type == nullptr || !type->is_scalar) return std::nullopt;
        const bool counts = type->own != "float" && type->own != "double" && type->own != "bool";
        if (counts) return OrderedJson{{"type", type->own}, {"value", "elements"}};
        return OrderedJson{{"type", type->own}, {"value", 1}};
    }

    /// Kernels share a buffer of the same name and kind.
    std::string buffer_of(const KernelArgument& argument, const std::string& element)
    {
        OrderedJson wanted{{"name", own_name(argument.name, "buffer")}, {"element", element}, {"count", "elements"}};
        if (!argument.is_const) wanted["output"] = true;
        const std::string first = wanted["name"];
        for (int i = 2;; ++i) {
            const auto same = std::find_if(buffers_.begin(), buffers_.end(),
                                           [&](const OrderedJson& buffer) { return buffer["name"] == wanted["name"]; });
            if (same == buffers_.end()) {
                buffers_.push_back(wanted);
                return wanted["name"];
            }
            if (*same == wanted) return wanted["name"];
            wanted["name"] = first + "_" + std::to_string(i);
        }
    }

    void describe(const std::string& name)
    {
        const auto& named = define_names_.contains(plain_.x_axis) ? define_names_ : names_;
        const auto axis = named.find(plain_.x_axis);
        OrderedJson json{{"name", name},
                         {"title", plain_.title + " as an experiment"},
                         {"question", "What did the compiler make of it?"},
                         {"whole_file", true},
                         {"topic", plain_.topic},
                         {"x_axis", axis != named.end() ? axis->second : "register_cap"},
                         {"charts", plain_.charts},
                         {"parameters", parameters_},
                         {"buffers", buffers_},
                         {"launch", {{"grid", "ceil_div(elements, block_size)"}, {"block", "block_size"}}},
                         {"work", {{"time", "launch"}}},
                         {"variants", variants_}};
        // Keep the current block size: another one may exceed a launch bound.
        const auto block = values_.find("block_size");
        if (const model::Parameter* knob = plain_.find_parameter("block_size"); knob != nullptr && knob->is_knob)
            json["knobs"] = {
                block_knob(std::get<std::int64_t>(block != values_.end() ? block->second : knob->initial))};
        made_.description = json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
    }

    /// The knob steps by one warp from the start of its range. For a block that is not a multiple of a warp, the range
    /// starts so that a step meets it.
    static OrderedJson block_knob(std::int64_t threads)
    {
        constexpr std::int64_t warp = 32, max = 1024;
        OrderedJson knob{{"name", "block_size"}};
        if (threads > warp && threads % warp != 0) knob["range"] = {warp + threads % warp, max};
        knob["initial"] = threads;
        return knob;
    }

    /// Fills in the kernel's text with the current numbers of its #defines, its headers below include/, and
    /// .spillway.json with its compiler settings.
    void write_texts()
    {
        std::vector<std::pair<std::string, std::int64_t>> numbers;
        for (const std::string& name : plain_.defines)
            if (const auto value = values_.find(name); value != values_.end())
                if (const auto* number = std::get_if<std::int64_t>(&value->second)) numbers.emplace_back(name, *number);
        made_.kernel = with_numbers(plain_.source, numbers);
        auto files = unbundled(plain_.compiled_source);
        if (files) write_numbers(*files, numbers);
        if (!files) return;
        files->settings.max_seconds = plain_.max_compile_seconds;
        if (files->files.size() == 1 && files->settings.is_empty()) return;
        const fs::path home = fs::path(files->files.front().path).parent_path();
        OrderedJson include = OrderedJson::array();
        const auto below = [](const fs::path& folder) {
            return folder.empty() || folder == "." ? "include" : (fs::path("include") / folder).string();
        };
        if (files->files.size() > 1) include.push_back(below(home));
        for (const std::string& folder : files->settings.include_folders) include.push_back(below(folder));
        for (std::size_t i = 1; i < files->files.size(); ++i)
            made_.headers.emplace_back((fs::path("include") / files->files[i].path).string(),
                                       std::move(files->files[i].text));
        OrderedJson settings{{"include", include}};
        for (const auto& [name, value] : files->settings.macros) settings["define"][name] = value;
        if (!files->settings.standard.empty()) settings["standard"] = files->settings.standard;
        OrderedJson options = files->settings.flags;
        for (const std::string& folder : files->settings.system_folders)
            options.insert(options.end(), {"-isystem", below(folder)});
        for (const std::string& file : files->settings.first_files)
            options.insert(options.end(), {"-include", below(file)});
        if (!options.empty()) settings["options"] = options;
        if (files->settings.max_seconds) settings["compile_seconds"] = *files->settings.max_seconds;
        made_.headers.emplace_back(".spillway.json", settings.dump(2) + "\n");
    }

    void list_missing_parts()
    {
        std::vector<std::string>& missing = made_.missing;
        missing.push_back(
            "Arguments: each pointer has a buffer of `elements` elements, each whole number the value "
            "`elements`. Change `buffers` and `arguments` to what the kernels really take.");
        missing.push_back("Launch: one thread per element is assumed. Set the grid in `launch`.");
        missing.push_back(
            "Work: the bytes that it moves are unknown. Until `work` has `bytes_moved`, "
            "a launch has a time and no rate.");
        missing.push_back("Reference: without a `reference` kernel no result is checked.");
        for (const std::string& name : left_defines_)
            missing.push_back("`" + name + "` stays a #define: make it a template argument to get a slider again.");
    }

    [[nodiscard]] std::string lesson() const
    {
        const std::string title = without_links(plain_.title);
        std::string text = "# " + title + "\n\nMade of " + title +
                           ". It compiles as it is. To run and verify it, complete experiment.json:\n\n";
        for (const std::string& sentence : made_.missing) text += "- " + sentence + "\n";
        return text;
    }

    const model::Experiment& plain_;
    const model::Values& values_;
    std::vector<Token> tokens_;
    std::vector<Declaration> kernels_;          ///< in the text
    std::map<std::string, std::string> names_;  ///< template parameters: original name to new name
    std::map<std::string, std::string> define_names_;
    std::vector<std::string> left_defines_;  ///< left out beyond max_defines
    std::set<std::string> own_names_;        ///< names used by parameters and variants
    OrderedJson parameters_ = OrderedJson::array(), buffers_ = OrderedJson::array(), variants_ = OrderedJson::array();
    MadeExperiment made_;
};

}  // namespace

namespace {

/// Replaces launch formulas over sliders by their current numbers, because an experiment's block size is a number. A
/// block that follows the knob becomes "block_size"; a knob of 0 ("as launched") gets that block's threads, else 256.
void settle_launches(model::Experiment& plain, model::Values& values)
{
    const auto knob = values.find("block_size");
    const Scope scope = make_scope(plain, values, nullptr);
    const auto settle = [&](model::Formula& formula) {
        if (const auto value = evaluate(formula, scope)) formula = std::to_string(static_cast<std::int64_t>(*value));
        return std::max<std::int64_t>(1, std::atoll(formula.c_str()));
    };
    std::int64_t threads = 0;
    for (model::Variant& variant : plain.variants) {
        if (!variant.launch) continue;
        auto& block = variant.launch->block;
        const bool is_of_knob = block[0].starts_with("block_size");
        std::int64_t product = 1;
        for (model::Formula& extent : block) product *= settle(extent);
        settle(variant.launch->dynamic_shared_bytes);
        if (!is_of_knob) continue;
        if (threads == 0) threads = product;
        block[0] = "block_size";
        block[1] = block[2] = "1";
    }
    if (knob != values.end() && knob->second == model::Value(std::int64_t{0}))
        knob->second = threads > 0 ? threads : 256;
}

}  // namespace

model::Expected<MadeExperiment> made_experiment(const model::Experiment& plain, const model::Values& values,
                                                const std::string& name)
{
    model::Experiment settled = plain;
    model::Values all = initial_values(plain, sample_gpu());
    for (const auto& [key, value] : values) all[key] = value;
    settle_launches(settled, all);
    auto made = Maker(settled, all).run(name);
    if (!made) return made;
    // Check that the result loads.
    if (const auto loaded = parse_experiment(made->description, "experiment.json", made->kernel); !loaded)
        return model::Error{"the experiment made of it would not load: " + loaded.error().what, plain.source_file,
                            loaded.error().advice};
    return made;
}

std::optional<model::Error> write_experiment(const MadeExperiment& made, const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return model::Error{"cannot be created: " + error.message(), folder.string(), ""};
    for (const auto& [name, text] : {std::pair{"kernel.cu", &made.kernel}, std::pair{"lesson.md", &made.lesson},
                                     std::pair{"experiment.json", &made.description}})
        if (auto problem = base::write_file(folder / name, *text, base::IfThere::refuse)) return problem;
    for (const auto& [name, text] : made.headers) {
        std::filesystem::create_directories((folder / name).parent_path(), error);
        if (auto problem = base::write_file(folder / name, text, base::IfThere::refuse)) return problem;
    }
    return std::nullopt;
}

}  // namespace spillway::catalogue
