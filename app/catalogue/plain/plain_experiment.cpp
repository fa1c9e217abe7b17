#include "app/catalogue/plain/plain_experiment.h"
#include "app/catalogue/plain/compile_commands.h"

#include <algorithm>
#include <array>
#include <map>

#include "app/base/visible_text.h"
#include "app/catalogue/formula/formula.h"
#include "app/catalogue/plain/cuda_lexer.h"
#include "app/catalogue/plain/directives.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/catalogue/plain/file_text.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/source_look.h"
#include "app/catalogue/plain/special_code.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_listed = 20;   ///< kernels listed in the lesson
constexpr std::size_t max_sliders = 60;  ///< including those of headers

/// Slider of a number in a text. It reaches from a fifth of the number to four times as many, where most values
/// compile: 8 to 160 for 40. A power of two steps in powers of two.
model::Parameter slider_of(const SeenDefine& define)
{
    constexpr std::int64_t near = 5, far = 4, far_power = 32, min_last = 1024;
    const std::int64_t value = define.value;
    const bool is_power = value > 0 && (value & (value - 1)) == 0;
    model::Parameter parameter;
    parameter.name = parameter.label = define.name;
    parameter.help = "The #define of line " + std::to_string(define.line) + ".";
    parameter.first = is_power    ? 1
                      : value > 0 ? std::max<std::int64_t>(value / near, 1)
                                  : std::min<std::int64_t>(value, 0);
    parameter.last = is_power ? std::max(value * far_power, min_last) : value > 0 ? value * far : min_last;
    parameter.scale = is_power ? model::Scale::power_of_two : model::Scale::linear;
    parameter.initial = value;
    return parameter;
}

/// Whether a knob works without changes to the kernel's text.
bool fits_whole_files(const model::Parameter& knob)
{
    return knob.name != "spill_target";
}

std::string lesson_of(const model::Experiment& experiment, const SourceLook& look)
{
    std::string lesson = "# " + without_links(experiment.title) + "\n\n";
    if (look.kernels.empty()) return lesson + "No kernel was found in its text. A header or a macro may define one.\n";
    const std::string count = std::to_string(look.kernels.size());
    lesson += "Its text seems to have " + count + (look.kernels.size() == 1 ? " kernel" : " kernels") +
              ". When the file is compiled, the compiler says which.\n\n";
    for (std::size_t i = 0; i < std::min(max_listed, look.kernels.size()); ++i)
        lesson += "- " +
                  without_links("`" + look.kernels[i].name + "` (line " + std::to_string(look.kernels[i].line) + ")") +
                  "\n";
    if (look.kernels.size() > max_listed)
        lesson += "- and " + std::to_string(look.kernels.size() - max_listed) + " more\n";
    return lesson;
}

/// Whether the name looks like an include guard: "TILE_H".
bool is_guard(const std::string& name)
{
    constexpr std::array ends{"_H", "_H_", "_H__", "_HPP", "_HPP_", "_CUH", "_CUH_", "_INCLUDED"};
    return std::any_of(ends.begin(), ends.end(), [&](const char* end) { return name.ends_with(end); });
}

/// Number of occurrences of each name in the files.
std::map<std::string, int, std::less<>> uses_of_names(const std::vector<SourceFile>& files)
{
    std::map<std::string, int, std::less<>> uses;
    for (const SourceFile& file : files)
        for (const std::string_view word : identifiers(file.text)) ++uses[std::string(word)];
    return uses;
}

/// Slider of a #define that a macro of the build options replaces, because it is inside an #ifndef; the plain
/// slider without such a macro. Empty if the macro is not a number.
std::optional<model::Parameter> slider_with_macros(const SeenDefine& define, const BuildSettings& settings)
{
    // The last of several macros counts, as for nvcc.
    const auto macro = std::find_if(settings.macros.rbegin(), settings.macros.rend(),
                                    [&](const auto& each) { return each.first == define.name; });
    if (!define.is_default || macro == settings.macros.rend()) return slider_of(define);
    SeenDefine replaced = define;
    const auto value = macro->second.empty() ? 1 : number_of_macro(macro->second);
    if (!value) return std::nullopt;
    replaced.value = *value;
    model::Parameter slider = slider_of(replaced);
    slider.help = "A macro of the build options. It replaces the #define of line " + std::to_string(define.line) + ".";
    return slider;
}

/// Starts the sliders of the .cu at the macros of the build options, where those replace its #defines.
void take_macros(model::Experiment& experiment, const BuildSettings& settings)
{
    for (const SeenDefine& define : look_at(experiment.source).defines) {
        const auto slider = std::ranges::find(experiment.parameters, define.name, &model::Parameter::name);
        if (slider == experiment.parameters.end()) continue;
        if (auto taken = slider_with_macros(define, settings)) {
            *slider = std::move(*taken);
        } else {
            experiment.parameters.erase(slider);
            std::erase(experiment.defines, define.name);
        }
    }
}

/// Adds sliders for the numeric #defines in headers beside the file, if they are used.
void add_defines_of_headers(model::Experiment& experiment, const SourceFiles& files)
{
    const fs::path home = fs::path(files.files.front().path).parent_path();
    const auto is_beside = [&](const SourceFile& file) {
        return &file != &files.files.front() && fs::path(file.path).parent_path() == home;
    };
    // Other headers may have megabytes, whose names need not be counted.
    if (std::none_of(files.files.begin(), files.files.end(), is_beside)) return;
    const auto uses = uses_of_names(files.files);
    for (const SourceFile& file : files.files) {
        if (!is_beside(file)) continue;
        const fs::path path(file.path);
        for (const SeenDefine& define : look_at(file.text).defines) {
            const auto used = uses.find(define.name);
            const bool is_used = used != uses.end() && used->second > 1;
            const bool is_wanted = is_used && !is_guard(define.name) && !is_formula_function(define.name);
            if (!is_wanted || experiment.find_parameter(define.name) != nullptr) continue;
            if (experiment.parameters.size() >= max_sliders) return;
            auto parameter = slider_with_macros(define, files.settings);
            if (!parameter) continue;
            parameter->help.pop_back();  // its full stop
            parameter->help += " of " + base::visible_line(path.filename().string()) + ".";
            experiment.parameters.push_back(std::move(*parameter));
            experiment.defines.push_back(define.name);
        }
    }
}

}  // namespace

std::string experiment_name(const fs::path& file)
{
    std::string name;
    for (const char c : file.stem().string()) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        name += is_plain ? c : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : '_';
    }
    if (name.empty() || name.front() < 'a' || name.front() > 'z') name = "kernel_" + name;
    return name;
}

model::Experiment plain_experiment(std::string_view text, const fs::path& file)
{
    model::Experiment experiment;
    std::error_code ignored;
    const SourceLook look = look_at(text);
    experiment.name = experiment_name(file);
    experiment.title = base::visible_line(file.filename().string());
    experiment.question = "What did the compiler make of it?";
    experiment.topic = "Your own kernels";
    experiment.origin.folder = fs::absolute(file, ignored);  // trust and change detection apply to the single file
    experiment.source_file = experiment.origin.folder.string();
    experiment.source = text;
    experiment.origin.source_hash = content_hash(text);
    experiment.origin.content_hash = experiment.origin.source_hash;
    experiment.is_whole_file = true;
    for (const model::Parameter& knob : model::standard_knobs())
        if (knob.name != "elements" && fits_whole_files(knob)) experiment.knobs.push_back(knob);
    experiment.launch = {{"1", "1", "1"}, {"block_size", "1", "1"}, "0", ""};
    experiment.charts = {"registers", "theoretical_occupancy", "stack_bytes"};
    for (const SeenDefine& define : look.defines) {
        if (is_formula_function(define.name) || experiment.find_parameter(define.name) != nullptr) continue;
        experiment.parameters.push_back(slider_of(define));
        experiment.defines.push_back(define.name);
    }
    take_seen_kernels(experiment);
    experiment.lesson = lesson_of(experiment, look);
    return experiment;
}

model::Expected<model::Experiment> load_plain_experiment(const fs::path& file)
{
    const auto text = read_file_text(file);
    if (!text) return text.error();
    const SourceLook look = look_at(*text);
    if (look.kernels.empty() && look.includes.empty() && !look.has_kernel_macro)
        return model::Error{"there is no kernel in it", file.string(),
                            "a __global__ function, or a header that has one, was expected", std::nullopt,
                            model::ErrorKind::no_kernel};
    return plain_experiment(*text, file);
}

std::optional<model::Error> take_files(model::Experiment& experiment, const BuildSettings& settings)
{
    auto beside = build_settings_beside(experiment.source_file);
    ProjectCommand project = project_command(experiment.source_file);
    BuildSettings all = settings;
    if (beside) all = joined_settings(std::move(all), *beside);
    all = joined_settings(std::move(all), project.command.settings);
    experiment.project_commands = std::move(project.file);
    experiment.build_project = std::move(project.command.settings);
    experiment.project_error = std::move(project.error);
    experiment.left_out = std::move(project.command.left_out);
    experiment.max_compile_seconds = all.max_seconds;
    experiment.build = settings;
    experiment.build_beside = beside ? *beside : BuildSettings{};
    const SourceFiles files = gathered(experiment.source_file, experiment.source, all);
    experiment.compiled_source = bundled(files);
    experiment.compiled_name = fs::path(files.files.front().path).filename().string();
    experiment.has_special_code = std::any_of(files.files.begin(), files.files.end(),
                                              [](const SourceFile& each) { return has_special_code(each.text); });
    experiment.compiled_files.clear();
    for (const SourceFile& each : files.files) experiment.compiled_files.push_back(each.path);
    experiment.origin.source_hash = content_hash(experiment.compiled_source);
    std::erase_if(experiment.knobs, [](const model::Parameter& knob) { return !fits_whole_files(knob); });
    return beside ? std::nullopt : std::optional(beside.error());
}

std::optional<model::Error> make_ready(model::Experiment& experiment, const BuildSettings& settings)
{
    auto problem = take_files(experiment, settings);
    const auto files = unbundled(experiment.compiled_source);
    if (files && !files->settings.macros.empty()) {
        take_macros(experiment, files->settings);
        take_seen_kernels(experiment);  // their launches may use the macros
    }
    if (files) add_defines_of_headers(experiment, *files);
    experiment.origin.content_hash = experiment.origin.source_hash;
    return problem;
}

std::vector<fs::path> plain_files(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    if (fs::exists(folder / "experiment.json", error)) return files;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (is_cuda_file(at->path())) files.push_back(at->path());
    std::sort(files.begin(), files.end());
    return files;
}

std::string without_links(std::string text)
{
    std::replace(text.begin(), text.end(), '[', '(');
    std::replace(text.begin(), text.end(), ']', ')');
    return text;
}

}  // namespace spillway::catalogue
