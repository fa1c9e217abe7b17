#include "app/catalogue/plain_experiment.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>

#include "app/base/folder_reader.h"
#include "app/base/visible_text.h"
#include "app/catalogue/bundle.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/cuda_lexer.h"

#include "app/catalogue/file_text.h"
#include "app/catalogue/formula.h"
#include "app/catalogue/json_tree.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t least_last = 1024;  ///< a slider reaches at least this far
constexpr std::size_t most_told = 8;       ///< things left aside
constexpr std::size_t most_parameters = 500;
constexpr std::int64_t largest_number = std::int64_t{1} << 40;

std::string small(std::string_view text)
{
    std::string out;
    for (const char c : text)
        if (c != '_') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

/// One that a slider can have.
std::optional<std::int64_t> number(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = error == std::errc{} && end == text.data() + text.size();
    if (!is_whole || value < -largest_number || value > largest_number) return std::nullopt;
    return value;
}

/// What a file's own main would choose: arguments of an instantiation, constants that bear a parameter's name.
class Hints {
public:
    /// One look at the text, however many are asked for afterwards.
    explicit Hints(std::string_view text) : text_(text), tokens_(cuda_tokens(text))
    {
        for (std::size_t at = 0; at + 2 < tokens_.size(); ++at) {
            if (tokens_[at].kind != Token::Kind::name) continue;
            if (word(at + 1) == "<") note_arguments(at);
            if (word(at + 1) == "=" || word(at + 1) == "{") note_constant(at);
        }
    }

    /// kernel<32, float>: the argument at `index`, where all of them are plain words.
    [[nodiscard]] std::string argument(std::string_view kernel, std::size_t index) const
    {
        const auto found = arguments_.find(kernel);
        if (found == arguments_.end() || index >= found->second.size()) return {};
        return std::string(found->second[index]);
    }

    /// constexpr int radius{5}, const int RADIUS = 5: compared without case and _.
    [[nodiscard]] std::optional<std::int64_t> constant(std::string_view name) const
    {
        const auto found = constants_.find(small(name));
        return found == constants_.end() ? std::nullopt : std::optional(found->second);
    }

private:
    static constexpr std::size_t most_arguments = 32;

    /// The longest list of them that is seen.
    void note_arguments(std::size_t name)
    {
        std::vector<std::string_view> arguments;
        std::size_t at = name + 2;
        for (; at + 1 < tokens_.size() && arguments.size() < most_arguments; at += 2) {
            arguments.push_back(word(at));
            if (word(at + 1) != ",") break;
        }
        const bool closes = word(at + 1) == ">" || word(at + 1) == ">>>";
        auto& known = arguments_[word(name)];
        if (closes && arguments.size() > known.size()) known = std::move(arguments);
    }
    void note_constant(std::size_t name)
    {
        const bool ends = word(name + 3) == ";" || word(name + 3) == "}" || word(name + 3) == ",";
        const auto value = ends ? number(word(name + 2)) : std::nullopt;
        if (value) constants_.emplace(small(word(name)), *value);
    }

    [[nodiscard]] std::string_view word(std::size_t index) const
    {
        return index < tokens_.size() ? tokens_[index].in(text_) : std::string_view{};
    }
    std::string_view text_;
    std::vector<Token> tokens_;
    std::map<std::string_view, std::vector<std::string_view>> arguments_;  ///< of an instantiation, by the name before
    std::map<std::string, std::int64_t> constants_;                        ///< the first of each name
};

bool is_type(const TemplateParameter& parameter)
{
    return parameter.type == "typename" || parameter.type == "class";
}

model::Parameter type_parameter(const TemplateParameter& from, const std::string& hint)
{
    model::Parameter parameter;
    parameter.kind = model::ParameterKind::choice;
    for (const char* type : {"float", "double", "int", "unsigned int", "long long", "float2", "float4", "int4"})
        parameter.choices.push_back({type, "", 0, ""});
    const auto has = [&](const std::string& type) {
        return std::any_of(parameter.choices.begin(), parameter.choices.end(),
                           [&](const auto& c) { return c.name == type; });
    };
    for (const std::string& wanted : {from.initial, hint}) {
        if (wanted.empty() || !is_identifier(wanted)) continue;
        // A type of the file's own is a choice as well.
        if (!has(wanted)) parameter.choices.push_back({wanted, "", 0, ""});
        parameter.initial = wanted;
        return parameter;
    }
    parameter.initial = std::string("float");
    return parameter;
}

model::Parameter integer_parameter(std::int64_t initial)
{
    model::Parameter parameter;
    parameter.first = std::min<std::int64_t>(initial < 1 ? initial : 1, 1);
    parameter.last = std::max(least_last, 4 * std::min(initial, largest_number));
    parameter.initial = initial;
    return parameter;
}

model::Parameter number_parameter(const TemplateParameter& from, const std::string& hint, const Hints& hints)
{
    if (from.type == "bool") {
        model::Parameter parameter;
        parameter.kind = model::ParameterKind::flag;
        parameter.initial = from.initial == "true" || hint == "true";
        return parameter;
    }
    constexpr std::int64_t threads = 256, otherwise = 8;
    // What the file's own main launches shows its point; a default argument is only what it could have been.
    auto initial = number(hint);
    if (!initial && is_identifier(hint)) initial = hints.constant(hint);
    if (!initial) initial = number(from.initial);
    if (!initial) initial = hints.constant(from.name);
    const std::string name = small(from.name);
    const bool counts_threads = name.find("block") != std::string::npos || name.find("thread") != std::string::npos;
    return integer_parameter(initial.value_or(counts_threads ? threads : otherwise));
}

bool is_integer_type(std::string_view type)
{
    for (const std::string_view known :
         {"int", "unsigned", "unsigned int", "size_t", "std :: size_t", "long", "short", "bool", "int32_t", "uint32_t",
          "int64_t", "long long", "unsigned long long", "auto"})
        if (type == known) return true;
    return false;
}

void add_parameter(model::Experiment& experiment, const std::string& name, const std::string& help,
                   model::Parameter parameter)
{
    if (experiment.find_parameter(name) != nullptr) return;
    parameter.name = parameter.label = name;
    parameter.help = help;
    experiment.parameters.push_back(std::move(parameter));
}

/// Says which argument cannot be chosen here, where one cannot.
std::optional<std::string> add_kernel(model::Experiment& experiment, const PlainKernel& kernel, const Hints& hints)
{
    if (experiment.find_variant(kernel.name) != nullptr) return "there is another kernel of that name";
    const std::string bare =
        kernel.name.substr(kernel.name.rfind(':') == std::string::npos ? 0 : kernel.name.rfind(':') + 1);
    if (experiment.parameters.size() + kernel.parameters.size() > most_parameters)
        return "all kernels together have more than " + std::to_string(most_parameters) + " template parameters";
    std::string arguments;
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        const TemplateParameter& parameter = kernel.parameters[i];
        if (parameter.name.empty() || parameter.is_pack || (!is_type(parameter) && !is_integer_type(parameter.type)) ||
            is_formula_function(parameter.name))
            return "its template parameter " + (parameter.name.empty() ? std::to_string(i + 1) : parameter.name) +
                   " is neither a type nor a whole number";
        const std::string hint = hints.argument(bare, i);
        add_parameter(experiment, parameter.name, "A template parameter of " + kernel.name + ".",
                      is_type(parameter) ? type_parameter(parameter, hint) : number_parameter(parameter, hint, hints));
        arguments += (arguments.empty() ? "{" : ", {") + parameter.name + "}";
    }
    model::Variant variant;
    variant.name = variant.label = kernel.name;
    variant.help = "The kernel of " + kernel.place.words() + ".";
    variant.entry = arguments.empty() ? kernel.name : kernel.name + "<" + arguments + ">";
    experiment.variants.push_back(std::move(variant));
    return std::nullopt;
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

model::Experiment plain_experiment(const PlainSource& source, std::string_view original, const fs::path& file)
{
    model::Experiment experiment;
    std::error_code ignored;
    experiment.name = experiment_name(file);
    experiment.title = base::visible_line(file.filename().string());
    experiment.question = "What did the compiler make of it?";
    experiment.topic = "Your own kernels";
    experiment.folder = fs::absolute(file, ignored);  // one file is what is trusted and watched
    experiment.source_file = fs::absolute(file, ignored).string();
    experiment.source = original;
    experiment.compiled_source = bundled({source.text, source.headers});
    experiment.source_hash = content_hash(experiment.compiled_source);
    experiment.content_hash = content_hash(std::string(original) + experiment.compiled_source);
    for (const model::Parameter& knob : model::standard_knobs())
        if (knob.name != "elements") experiment.knobs.push_back(knob);
    experiment.launch = {{"1", "1", "1"}, {"block_size", "1", "1"}, "0", ""};
    experiment.charts = {"registers", "theoretical_occupancy", "stack_frame_bytes"};

    for (const NumberDefine& define : source.defines) {
        if (is_formula_function(define.name)) continue;
        add_parameter(experiment, define.name, "The #define of " + define.place.words() + ".",
                      integer_parameter(define.value));
        experiment.defines.push_back(define.name);
    }
    const Hints hints(original);
    std::string lesson = "# " + without_links(experiment.title) + "\n\n";
    for (const PlainKernel& kernel : source.kernels)
        if (const auto why_not = add_kernel(experiment, kernel, hints))
            lesson += without_links("`" + kernel.name + "` (" + kernel.place.words() + ") is left out: " + *why_not +
                                    ".\n\n");
    if (const std::string sentence = left_aside_sentence(source); !sentence.empty())
        lesson += without_links(sentence) + "\n\n";
    lesson += "Nothing says yet how these kernels are launched, so they are compiled and not run.\n";
    experiment.lesson = std::move(lesson);

    const auto is_slider = [](const model::Parameter& p) { return p.kind == model::ParameterKind::integer; };
    const auto slider = std::find_if(experiment.parameters.begin(), experiment.parameters.end(), is_slider);
    experiment.x_axis = slider == experiment.parameters.end() ? "register_cap" : slider->name;
    if (!experiment.variants.empty()) experiment.focus = experiment.variants.front().name;
    return experiment;
}

OwnHeaders headers_beside(const fs::path& file)
{
    auto opened = base::FolderReader::open(file.has_parent_path() ? file.parent_path() : fs::path("."));
    if (!opened) return {};
    const auto folder = std::make_shared<const base::FolderReader>(std::move(*opened));
    return [folder](const std::string& name) -> std::optional<std::string> {
        auto text = folder->read(name, max_file_bytes);
        if (!text) return std::nullopt;
        return std::move(*text);
    };
}

std::string without_links(std::string text)
{
    std::replace(text.begin(), text.end(), '[', '(');
    std::replace(text.begin(), text.end(), ']', ')');
    return text;
}

namespace {

/// Of each of the first kernels, why it cannot be compiled.
std::string why_none(const PlainSource& source)
{
    std::string words;
    model::Experiment none;
    for (std::size_t i = 0; i < std::min(most_told, source.kernels.size()); ++i) {
        const PlainKernel& kernel = source.kernels[i];
        const auto why = add_kernel(none, kernel, Hints(""));
        words += (i == 0 ? ": " : "; ") + kernel.name + " (" + kernel.place.words() + "): " + why.value_or("");
    }
    if (source.kernels.size() > most_told) words += "; and more";
    return words;
}

}  // namespace

model::Expected<model::Experiment> load_plain_experiment(const fs::path& file)
{
    const auto text = read_file_text(file);
    if (!text) return text.error();
    const auto source = read_plain_source(*text, file.string(), headers_beside(file));
    if (!source) return source.error();
    model::Experiment experiment = plain_experiment(*source, *text, file);
    if (experiment.variants.empty())
        return model::Error{"none of its kernels can be compiled here" + why_none(*source), file.string(),
                            "kernels whose template parameters are types and whole numbers were expected"};
    return experiment;
}

std::vector<fs::path> plain_files(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    if (fs::exists(folder / "experiment.json", error)) return files;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (at->path().extension() == ".cu") files.push_back(at->path());
    std::sort(files.begin(), files.end());
    return files;
}

std::string left_aside_sentence(const PlainSource& source)
{
    if (source.left_aside.empty()) return {};
    std::string sentence = "Skipped (host code): ";
    for (std::size_t i = 0; i < std::min(most_told, source.left_aside.size()); ++i)
        sentence += (i == 0 ? "" : ", ") + source.left_aside[i].what + " (" + source.left_aside[i].place.words() + ")";
    if (source.left_aside.size() > most_told)
        sentence += " and " + std::to_string(source.left_aside.size() - most_told) + " more";
    return sentence + ".";
}

}  // namespace spillway::catalogue
