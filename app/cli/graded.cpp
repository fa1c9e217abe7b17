#include "app/cli/graded.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/base/counted.h"
#include "app/base/visible_text.h"
#include "app/catalogue/access_limits.h"
#include "app/charts/csv.h"
#include "app/cli/json_output.h"
#include "app/cli/print.h"
#include "app/judging/number_text.h"
#include "app/judging/prediction.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

using catalogue::ClaimVerdict;
using judging::Mark;
using judging::OutputState;
using learner::HandedExercise;

bool says_reached(const HandedExercise& handed)
{
    const bool has_all =
        !handed.goals.empty() && std::all_of(handed.goals.begin(), handed.goals.end(),
                                             [](const auto& goal) { return goal.second.holds == true; });
    return handed.won || has_all;
}

std::string claimed_words(const HandedExercise& handed)
{
    if (handed.won && handed.won->checked) return "won, result right";
    if (says_reached(handed)) return "all goals reached";
    const auto reached = std::count_if(handed.goals.begin(), handed.goals.end(),
                                       [](const auto& goal) { return goal.second.holds == true; });
    return handed.goals.empty() ? "nothing"
                                : fmt::format("{} of {}", reached, base::counted(handed.goals.size(), "goal"));
}

std::string output_words(const judging::OutputFinding& output)
{
    const std::string detail = output.detail.empty() ? "" : ": " + output.detail;
    switch (output.state) {
        case OutputState::right: return "result right";
        case OutputState::wrong: return "result wrong" + detail;
        case OutputState::over_limit: return "result right, but " + catalogue::exceeded_words(*output.exceeded);
        case OutputState::pending:
        case OutputState::unchecked: break;
    }
    return "result unchecked" + detail;
}

std::string found_words(const FoundExercise& found)
{
    const judging::ExerciseVerdict& verdict = found.verdict;
    if (verdict.refusal != judging::Refusal::none) return found.refusal;
    std::string words = fmt::format("{} of {} reached", verdict.reached(), base::counted(verdict.goals.size(), "goal"));
    if (verdict.waiting() > 0)
        words += fmt::format(", {} {} a GPU", verdict.waiting(), verdict.waiting() == 1 ? "needs" : "need");
    return words + ", " + output_words(verdict.output);
}

/// "yours.stack_frame_bytes = 0, ...".
std::string numbers_text(const std::map<std::string, double>& numbers)
{
    std::string text;
    for (const auto& [name, value] : numbers)
        text += (text.empty() ? "" : ", ") + name + " = " + judging::number_text(value);
    return text;
}

/// True if the file has other numbers for a goal than this machine. Ignores measured numbers, which differ from run to
/// run.
bool has_other_numbers(const learner::HandedGoal& said, const judging::GoalFinding& goal)
{
    if (said.numbers.empty()) return false;
    return std::ranges::any_of(goal.check.numbers, [&](const catalogue::FoundNumber& number) {
        const model::Metric* metric = model::find_metric(number.key);
        const bool is_measured = metric != nullptr && metric->group == model::MetricGroup::measurement;
        const auto stated = said.numbers.find(number.variant + "." + number.key);
        return !is_measured && (stated == said.numbers.end() || stated->second != number.value);
    });
}

/// The first statement of the file that is false here; empty if there is none. `is_same_setup`: same compiler and GPU
/// as in the file.
std::string contradiction(const HandedExercise& handed, const FoundExercise& found, bool is_same_setup)
{
    const judging::ExerciseVerdict& verdict = found.verdict;
    if (judging::is_interrupted(verdict.refusal)) return {};
    if (says_reached(handed) && verdict.refusal != judging::Refusal::none) return found.refusal;
    const bool says_right = handed.won && handed.won->checked;
    if (says_right && verdict.output.state == OutputState::over_limit)
        return catalogue::exceeded_words(*verdict.output.exceeded);
    if (says_right && verdict.output.state == OutputState::wrong)
        return "its output differs from the reference" +
               (verdict.output.detail.empty() ? "" : ": " + verdict.output.detail);
    for (const judging::GoalFinding& goal : verdict.goals) {
        const auto said = handed.goals.find(goal.id);
        const bool is_in_file = said != handed.goals.end();
        const bool says_reached_goal = is_in_file ? said->second.holds == true : handed.won.has_value();
        if (!says_reached_goal) continue;
        if (goal.check.verdict == ClaimVerdict::broken)
            return fmt::format("goal {} is not reached: {}", goal.id, goal.check.detail);
        if (goal.check.verdict == ClaimVerdict::holds && is_in_file && is_same_setup &&
            has_other_numbers(said->second, goal))
            return fmt::format("goal {}: the file says {}, found {}", goal.id, numbers_text(said->second.numbers),
                               goal.check.detail);
    }
    return {};
}

/// Null if unknown here.
Json reached_json(const judging::GoalFinding& goal)
{
    const ClaimVerdict verdict = goal.check.verdict;
    return verdict == ClaimVerdict::unknown ? Json() : Json(verdict == ClaimVerdict::holds);
}

Json item_json(const GradedItem& item)
{
    const auto text = [](const std::string& each) { return each.empty() ? Json() : Json(base::visible_text(each)); };
    Json json{{"lesson", item.lesson},
              {"kind", item.is_exercise ? "exercise" : "question"},
              {"item", item.item},
              {"verdict", to_string(item.grade)},
              {"good", item.is_good()},
              {"mark", to_string(item.mark)},
              {"claimed", text(item.claimed)},
              {"found", text(item.found)},
              {"detail", text(item.detail)}};
    if (!item.is_exercise) return json;
    json["goals"] = Json::array();
    for (const judging::GoalFinding& goal : item.goals)
        json["goals"].push_back({{"id", goal.id},
                                 {"reached", reached_json(goal)},
                                 {"found", text(goal.check.detail)},
                                 {"needs_gpu", goal.waits_for_gpu}});
    return json;
}

}  // namespace

const char* to_string(Grade grade)
{
    switch (grade) {
        case Grade::agrees: return "agrees";
        case Grade::contradicts: return "contradicts";
        case Grade::unchecked: return "unchecked";
        case Grade::skipped: return "skipped";
        case Grade::missing: return "missing";
    }
    return "";
}

std::size_t GradedFile::count(bool exercises) const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(items, [&](const GradedItem& item) { return item.is_exercise == exercises; }));
}

std::size_t GradedFile::count(bool exercises, judging::Mark mark) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        items, [&](const GradedItem& item) { return item.is_exercise == exercises && item.mark == mark; }));
}

std::size_t GradedFile::count(Grade grade) const
{
    return static_cast<std::size_t>(
        std::count_if(items.begin(), items.end(), [&](const GradedItem& item) { return item.grade == grade; }));
}

GradedItem grade_answer(AnswerKey& key, const model::Experiment& lesson, const model::Question& question,
                        const model::Gpu& gpu, const learner::HandedLesson& handed)
{
    GradedItem item;
    item.lesson = lesson.name;
    item.item = question.id;
    const auto said = handed.answers.find(question.id);
    if (said == handed.answers.end()) return item;
    if (said->second.skipped) {
        item.grade = Grade::skipped;
        return item;
    }
    item.claimed = judging::guess_text(question, said->second);
    if (said->second.off_by)
        item.claimed +=
            ": " + off_words(question, said->second.off_by, said->second.numbers.value_or(judging::GuessedNumber{}));
    const FoundAnswer found = check_answer(key, lesson, question, gpu, said->second);
    switch (found.agreement) {
        case Agreement::agrees: item.grade = Grade::agrees; break;
        case Agreement::contradicts: item.grade = Grade::contradicts; break;
        case Agreement::unchecked: item.grade = Grade::unchecked; break;
    }
    if (found.off_by) {
        item.found = off_words(question, found.off_by, found.numbers) + " on " + found.gpu;
        if (!found.answer.empty()) item.found += ", the answer is " + found.answer;
        if (judging::is_right(question, *found.off_by)) item.mark = judging::Mark::reached;
    }
    if (item.grade == Grade::unchecked) item.mark = judging::Mark::not_checked;
    item.detail = found.why;
    return item;
}

GradedItem grade_exercise(const model::Experiment& lesson, const model::Experiment& exercise,
                          const learner::HandIn& hand_in, const FoundExercise* found, const std::string& compiler,
                          const std::string& gpu)
{
    GradedItem item;
    item.lesson = lesson.name;
    item.item = exercise.name;
    item.is_exercise = true;
    const auto handed_lesson = hand_in.lessons.find(lesson.name);
    if (handed_lesson == hand_in.lessons.end()) return item;
    const auto handed = handed_lesson->second.exercises.find(exercise.name);
    if (handed == handed_lesson->second.exercises.end()) return item;
    item.claimed = claimed_words(handed->second);
    if (found == nullptr) {
        item.grade = Grade::unchecked;
        item.mark = judging::Mark::not_checked;
        const auto refusal = refuse_untrusted(lesson);
        item.detail = refusal ? refusal->what : "no compiler here";
        return item;
    }
    const judging::ExerciseVerdict& verdict = found->verdict;
    item.found = found_words(*found);
    item.goals = verdict.goals;
    item.mark = verdict.mark();
    item.is_over_budget = found->is_over_budget;
    const bool is_same_compiler = hand_in.compiler == compiler;
    item.detail = contradiction(handed->second, *found, is_same_compiler && hand_in.gpu == gpu);
    if (!item.detail.empty()) {
        item.grade = Grade::contradicts;
        if (!hand_in.compiler.empty() && !is_same_compiler)
            item.detail += fmt::format(" (handed in with NVRTC {}, checked with {})", hand_in.compiler, compiler);
        return item;
    }
    item.grade = item.mark == judging::Mark::not_checked ? Grade::unchecked : Grade::agrees;
    for (const judging::GoalFinding& goal : verdict.goals)
        if (goal.check.verdict != ClaimVerdict::holds && !goal.waits_for_gpu && item.detail.empty())
            item.detail = fmt::format("goal {}: {}", goal.id, goal.check.detail);
    return item;
}

namespace {

/// Counts of questions or exercises: " (1 wrong, 2 skipped, 3 missing, 4 not checked)"; empty if all are right.
std::string open_words(const GradedFile& file, bool exercises)
{
    std::size_t skipped = 0, missing = 0;
    for (const GradedItem& item : file.items) {
        if (item.is_exercise != exercises) continue;
        skipped += item.grade == Grade::skipped ? 1 : 0;
        missing += item.grade == Grade::missing ? 1 : 0;
    }
    const std::size_t wrong = file.count(exercises, Mark::not_reached) - skipped - missing;
    std::string words;
    const auto add = [&](std::size_t count, const char* what) {
        if (count > 0) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, what);
    };
    add(wrong, exercises ? "not reached" : "wrong");
    add(skipped, "skipped");
    add(missing, "missing");
    add(file.count(exercises, Mark::not_checked), "not checked");
    return words.empty() ? "" : " (" + words + ")";
}

/// "; 2 measured goals wait for a GPU".
std::string waiting_words(const GradedFile& file)
{
    std::size_t waiting = 0;
    for (const GradedItem& item : file.items)
        waiting += static_cast<std::size_t>(std::ranges::count_if(item.goals, &judging::GoalFinding::waits_for_gpu));
    if (waiting == 0) return "";
    return waiting == 1 ? "; 1 measured goal waits for a GPU"
                        : fmt::format("; {} measured goals wait for a GPU", waiting);
}

/// Prints the wrongly answered questions in one line.
void print_wrong(const GradedFile& file)
{
    std::string names;
    for (const GradedItem& item : file.items)
        if (!item.is_exercise && item.grade == Grade::agrees && item.mark == Mark::not_reached)
            names += (names.empty() ? "" : ", ") + item.lesson + "/" + item.item;
    if (!names.empty()) print("  wrong: {}\n", names);
}

/// Prints an item that a lecturer must check.
void print_item(const GradedItem& item)
{
    const std::string name = item.lesson + "/" + item.item;
    const bool is_missed = item.is_exercise && item.grade == Grade::agrees && item.mark == Mark::not_reached;
    if (item.grade == Grade::contradicts)
        print("  CONTRADICTED {}: the file says \"{}\"; {}\n", name, base::visible_line(item.claimed),
              base::visible_line(item.detail));
    else if (item.mark == Mark::not_checked)
        print("  NOT CHECKED {}: {}\n", name,
              base::visible_line(item.is_exercise && !item.found.empty() ? item.found : item.detail));
    else if (is_missed)
        print("  {}: {}\n", name, base::visible_line(item.found));
}

}  // namespace

void print_graded(const std::vector<GradedFile>& files)
{
    for (const GradedFile& file : files) {
        const std::string who = base::visible_line(file.name.empty() ? file.file : file.file + " (" + file.name + ")");
        if (!file.trouble.empty()) {
            print("{}: NOT READ: {}\n", who, base::visible_line(file.trouble));
            continue;
        }
        print("{}: {} of {} right{}, {} of {} reached{}{}\n", who, file.count(false, Mark::reached),
              base::counted(file.count(false), "question"), open_words(file, false), file.count(true, Mark::reached),
              base::counted(file.count(true), "exercise"), open_words(file, true), waiting_words(file));
        if (!file.note.empty()) print("  {}\n", base::visible_line(file.note));
        print_wrong(file);
        for (const GradedItem& item : file.items) print_item(item);
    }
}

void print_graded_json(const std::vector<GradedFile>& files)
{
    Json json = Json::array();
    for (const GradedFile& file : files) {
        Json items = Json::array();
        for (const GradedItem& item : file.items) items.push_back(item_json(item));
        const auto text = [](const std::string& each) {
            return each.empty() ? Json() : Json(base::visible_line(each));
        };
        json.push_back({{"file", base::visible_line(file.file)},
                        {"name", text(file.name)},
                        {"course", text(file.hand_in.course)},
                        {"trouble", text(file.trouble)},
                        {"note", text(file.note)},
                        {"version", text(file.hand_in.version)},
                        {"questions", file.count(false)},
                        {"questions_right", file.count(false, Mark::reached)},
                        {"exercises", file.count(true)},
                        {"exercises_reached", file.count(true, Mark::reached)},
                        {"not_checked", file.count(false, Mark::not_checked) + file.count(true, Mark::not_checked)},
                        {"contradictions", file.count(Grade::contradicts)},
                        {"items", items}});
    }
    print_json(json);
}

std::string graded_csv(const std::vector<GradedFile>& files)
{
    std::string csv = std::string(graded_csv_header) + "\n";
    const auto row = [&](std::initializer_list<std::string> cells) {
        for (const std::string& cell : cells)
            csv += (csv.back() == '\n' ? "" : ",") + charts::csv_field(base::visible_line(cell));
        csv += '\n';
    };
    for (const GradedFile& file : files) {
        if (!file.trouble.empty())
            row({file.file, file.name, "", "file", "", "not read", "", "", "", file.trouble, ""});
        else if (file.items.empty())
            row({file.file, file.name, "", "file", "", "nothing to grade", "", "", "", file.note, ""});
        for (const GradedItem& item : file.items)
            row({file.file, file.name, item.lesson, item.is_exercise ? "exercise" : "question", item.item,
                 to_string(item.grade), item.is_good() ? "yes" : "no", item.claimed, item.found, item.detail,
                 to_string(item.mark)});
    }
    return csv;
}

}  // namespace spillway::cli
