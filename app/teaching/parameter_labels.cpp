#include "app/teaching/parameter_labels.h"

#include <algorithm>
#include <cctype>

namespace spillway::teaching {
namespace {

bool is_of_name(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Replaces each word for which label_of() has a label.
template <typename LabelOf>
std::string replaced(std::string_view sentence, LabelOf label_of)
{
    std::string words;
    while (!sentence.empty()) {
        const auto end = std::find_if_not(sentence.begin(), sentence.end(), is_of_name);
        const std::string_view name = sentence.substr(0, static_cast<std::size_t>(end - sentence.begin()));
        const model::Parameter* parameter = name.empty() ? nullptr : label_of(name);
        words += parameter != nullptr && !parameter->label.empty() ? std::string_view(parameter->label) : name;
        if (name.empty()) words += sentence.front();
        sentence.remove_prefix(std::max<std::size_t>(name.size(), 1));
    }
    return words;
}

}  // namespace

std::string with_labels(std::string_view sentence, const model::Experiment& experiment)
{
    return replaced(sentence, [&](std::string_view name) {
        return name.find('_') != std::string_view::npos ? experiment.find_parameter(std::string(name)) : nullptr;
    });
}

std::string with_label(std::string_view sentence, const model::Experiment& experiment, const std::string& parameter)
{
    const model::Parameter* const known = experiment.find_parameter(parameter);
    return replaced(sentence, [&](std::string_view name) { return name == parameter ? known : nullptr; });
}

std::string without_code_marks(std::string_view text, const model::Experiment& experiment)
{
    std::string plain;
    while (!text.empty()) {
        const std::size_t begin = text.find('`'), end = begin == text.npos ? begin : text.find('`', begin + 1);
        if (end == text.npos) return plain += text;
        const std::string name(text.substr(begin + 1, end - begin - 1));
        const model::Variant* variant = experiment.find_variant(name);
        plain += text.substr(0, begin);
        plain += variant == nullptr || variant->label.empty() ? name : variant->label;
        text.remove_prefix(end + 1);
    }
    return plain;
}

}  // namespace spillway::teaching
