#include "app/catalogue/exercises.h"

#include <algorithm>

#include "app/catalogue/compiler_questions.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/learners_code.h"
#include "app/catalogue/plain/kernel_text.h"

namespace spillway::catalogue {
namespace {

/// A kernel.cu split at the learner's lines.
struct Parts {
    std::string_view before, yours, after;
};

std::optional<Parts> parts_of(std::string_view source)
{
    const std::size_t begin = source.find(yours_begins), end = source.find(yours_ends);
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return std::nullopt;
    const std::size_t from = begin + yours_begins.size();
    if (source.find(yours_begins, from) != std::string_view::npos) return std::nullopt;
    if (source.find(yours_ends, end + yours_ends.size()) != std::string_view::npos) return std::nullopt;
    return Parts{source.substr(0, from), source.substr(from, end - from), source.substr(end)};
}

/// Removes differences made by editors: a byte order mark, carriage returns, blanks at line ends.
std::string plain(std::string_view text)
{
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    std::string kept;
    const auto drop_from_end = [&](std::string_view any) { kept.erase(kept.find_last_not_of(any) + 1); };
    for (const char c : text) {
        if (c == '\r') continue;
        if (c == '\n') drop_from_end(" \t");
        kept += c;
    }
    drop_from_end(" \t\n");
    return kept;
}

/// Number of the first line of `theirs` that differs from `ours`, beginning at `first`.
std::ptrdiff_t first_change(const std::string& ours, const std::string& theirs, std::ptrdiff_t first)
{
    const auto [here, there] = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
    const bool is_added_line = here == ours.end() && there != theirs.end() && *there == '\n';
    return first + std::count(theirs.begin(), there, '\n') + (is_added_line ? 1 : 0);
}

/// Sentence on the first change outside of the learner's lines; empty if there is none.
std::string outside_change(std::string_view original, std::string_view copy)
{
    const auto ours = parts_of(original), theirs = parts_of(copy);
    if (!ours) return "The exercise has no lines that are yours";
    if (!theirs)
        return "The file needs the line \"" + std::string(yours_begins) + "\" once and, after it, the line \"" +
               std::string(yours_ends) + "\" once";
    const auto is_not_yours = [](std::ptrdiff_t line) {
        return "Line " + std::to_string(line) + " was changed, which is not one of your lines";
    };
    const std::string before = plain(ours->before), after = plain(ours->after);
    if (plain(theirs->before) != before) return is_not_yours(first_change(before, plain(theirs->before), 1));
    if (plain(theirs->after) == after) return "";
    const std::string_view until_end = copy.substr(0, copy.size() - theirs->after.size());
    return is_not_yours(first_change(after, plain(theirs->after), 1 + std::ranges::count(until_end, '\n')));
}

std::string kernel_name(const std::string& entry)
{
    return entry.substr(0, entry.find('<'));
}

std::size_t after_blanks(std::string_view code, std::size_t at)
{
    return std::min(code.find_first_not_of(" \t\r\n", at), code.size());
}

/// Name that the exercise uses and a declaration at `begin` specialises: one followed by '<' or '('.
std::optional<std::string> specialised_in(const std::vector<std::string_view>& used, std::string_view code,
                                          std::size_t begin)
{
    const std::string_view declaration = code.substr(begin, code.find_first_of("{;", begin) - begin);
    for (const std::string_view name : names_in_code(declaration)) {
        const std::size_t next =
            after_blanks(declaration, static_cast<std::size_t>(name.data() - declaration.data()) + name.size());
        const bool is_followed = next < declaration.size() && (declaration[next] == '<' || declaration[next] == '(');
        if (is_followed && std::ranges::count(used, name) > 0) return std::string(name);
    }
    return std::nullopt;
}

/// Template of the exercise that `code` specialises: `template <> ... name<...>`, `struct name<...>`.
std::optional<std::string> specialised(std::string_view before, std::string_view code)
{
    const std::vector<std::string_view> used = names_in_code(before);
    const std::vector<std::string_view> names = names_in_code(code);
    for (std::size_t i = 0; i + 1 < names.size(); ++i) {
        const auto place = static_cast<std::size_t>(names[i].data() - code.data());
        const std::size_t open = after_blanks(code, place + names[i].size());
        const bool is_full = names[i] == "template" && open < code.size() && code[open] == '<' &&
                             after_blanks(code, open + 1) < code.size() && code[after_blanks(code, open + 1)] == '>';
        if (is_full)
            if (auto name = specialised_in(used, code, after_blanks(code, open + 1) + 1)) return name;
        if (names[i] != "struct" && names[i] != "class" && names[i] != "union") continue;
        const std::size_t end = static_cast<std::size_t>(names[i + 1].data() - code.data()) + names[i + 1].size();
        const std::size_t next = after_blanks(code, end);
        if (next < code.size() && code[next] == '<' && std::ranges::count(used, names[i + 1]) > 0)
            return std::string(names[i + 1]);
    }
    return std::nullopt;
}

/// Macro defined in `code` whose name the exercise's text uses: it could change the meaning of a goal.
std::optional<std::string> redefined(std::string_view before, std::string_view code)
{
    const std::vector<std::string_view> used = names_in_code(before);
    for (std::size_t at = code.find('#'); at != std::string_view::npos; at = code.find('#', at + 1)) {
        const std::vector<std::string_view> words = names_in_code(code.substr(at, code.find('\n', at) - at));
        if (words.size() < 2 || (words[0] != "define" && words[0] != "undef")) continue;
        if (std::ranges::count(used, words[1]) > 0) return std::string(words[1]);
    }
    return std::nullopt;
}

/// Why lines that compile cannot be judged: they would change the reference, or test for the compiler.
std::optional<model::Error> why_not_judged(const model::Experiment& original, const model::Experiment& copy,
                                           std::string_view before, const std::string& code)
{
    const std::string reference = kernel_name(original.reference.entry);
    if (std::ranges::count(names_in_code(code), reference) > 0)
        return model::Error{"Your lines name " + reference + ", the kernel that your result is compared with",
                            copy.source_file, "Leave that name to the exercise."};
    if (const auto name = specialised(before, code))
        return model::Error{"Your lines specialise " + *name + ", which could change what your kernel is judged by",
                            copy.source_file, "Write a function or a template with a name of your own."};
    if (const auto name = redefined(before, code))
        return model::Error{"Your lines define " + *name + " as a macro, a name that the exercise uses",
                            copy.source_file, "Choose another name."};
    if (code.find("##") != std::string::npos)
        return model::Error{"Your lines paste names with ##, which could hide what they do", copy.source_file,
                            "Write the names out."};
    if (const auto question = compiler_question(code))
        return model::Error{"Your lines test for a compiler or a target (" + *question + ")", copy.source_file,
                            "Write one kernel for all: the text that is judged has to be the text that runs."};
    return std::nullopt;
}

}  // namespace

const model::Experiment* original_of(const Catalogue& catalogue, const model::Experiment& copy)
{
    if (!copy.exercise) return nullptr;
    const model::Experiment* lesson = catalogue.find(copy.exercise->lesson);
    if (lesson == nullptr) return nullptr;
    const auto found = std::find_if(lesson->exercises.begin(), lesson->exercises.end(),
                                    [&](const model::Experiment& each) { return each.name == copy.name; });
    return found == lesson->exercises.end() ? nullptr : &*found;
}

std::optional<model::Error> check_exercise(const model::Experiment& exercise)
{
    const auto parts = parts_of(exercise.source);
    if (parts && plain(parts->after) == yours_ends) return std::nullopt;
    return model::Error{"the learner's lines are not marked", exercise.source_file,
                        "a line \"" + std::string(yours_begins) + "\" and, at the end of the file, a line \"" +
                            std::string(yours_ends) + "\" were expected"};
}

std::optional<model::Error> why_not_the_exercise(const model::Experiment& original, const model::Experiment& copy)
{
    const std::string how_to_restart = "\"Start again\", under Lesson, puts the file back and keeps yours beside it.";
    if (copy.origin.description_hash != original.origin.description_hash)
        return model::Error{"The copy's experiment.json is not the exercise's any more", copy.origin.folder.string(),
                            how_to_restart};
    if (const std::string changed = outside_change(original.source, copy.source); !changed.empty())
        return model::Error{changed, copy.source_file, how_to_restart};
    const auto theirs = parts_of(copy.source);
    return why_not_judged(original, copy, theirs->before, code_of(theirs->yours));
}

model::SourceText reference_source(const model::SourceText& source)
{
    const std::size_t end = source.text.find(yours_begins);
    if (end == std::string::npos) return source;
    model::SourceText own{"", source.name, source.text.substr(0, end)};
    own.hash = content_hash(own.text);
    return own;
}

model::Values processor_values(const model::Experiment& exercise, const model::Gpu& gpu)
{
    model::Values values = initial_values(exercise, gpu);
    const auto elements = values.find("elements"), block = values.find("block_size");
    if (elements == values.end() || block == values.end()) return values;
    const auto* many = std::get_if<std::int64_t>(&elements->second);
    const auto* threads = std::get_if<std::int64_t>(&block->second);
    const model::Parameter* parameter = exercise.find_parameter("elements");
    if (many != nullptr && threads != nullptr && parameter != nullptr && *many > 2 * *threads + 37)
        elements->second = nearest_value(*parameter, static_cast<double>(2 * *threads + 37));
    return values;
}

}  // namespace spillway::catalogue
