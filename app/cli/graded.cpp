#include "app/cli/graded.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/base/visible_text.h"
#include "app/catalogue/access_limits.h"
#include "app/charts/csv.h"
#include "app/cli/json_output.h"
#include "app/cli/print.h"

namespace spillway::cli {
namespace {

using catalogue::ClaimVerdict;
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
    return handed.goals.empty() ? "nothing" : fmt::format("{} of {} goals", reached, handed.goals.size());
}

std::string found_words(const FoundExercise& found)
{
    if (!found.trouble.empty()) return found.trouble;
    std::string words = fmt::format("{} of {} goals", found.count(ClaimVerdict::holds), found.judged());
    if (found.count(ClaimVerdict::holds) >= found.judged()) words = "all goals reached";
    if (found.judged() < found.goals.size())
        words += fmt::format(" ({} more need a GPU)", found.goals.size() - found.judged());
    switch (found.result) {
        case model::VerificationStatus::matched: return words + ", result right";
        case model::VerificationStatus::mismatched:
            if (found.result_detail.rfind(catalogue::right_but, 0) == 0) return words + ", " + found.result_detail;
            return words + ", result wrong" + (found.result_detail.empty() ? "" : ": " + found.result_detail);
        case model::VerificationStatus::not_run:
            return words + ", result unchecked" + (found.result_detail.empty() ? "" : ": " + found.result_detail);
    }
    return words;
}

/// The first goal that is said to be reached and is not, or whose number is another one.
std::string contradiction(const HandedExercise& handed, const FoundExercise& found, bool is_same_compiler)
{
    if (says_reached(handed) && !found.trouble.empty()) return found.trouble;
    if (handed.won && handed.won->checked && found.result == model::VerificationStatus::mismatched) {
        if (found.result_detail.rfind(catalogue::right_but, 0) == 0) return found.result_detail;
        return "its result is not the reference's" + (found.result_detail.empty() ? "" : ": " + found.result_detail);
    }
    for (const FoundGoal& goal : found.goals) {
        const auto said = handed.goals.find(goal.id);
        const bool is_said = said == handed.goals.end() ? handed.won.has_value() : said->second.holds == true;
        if (goal.verdict == ClaimVerdict::broken && is_said)
            return fmt::format("goal {} is not reached: {}", goal.id, goal.detail);
        if (goal.verdict == ClaimVerdict::holds && said != handed.goals.end() && is_same_compiler && is_said &&
            said->second.found != goal.detail)
            return fmt::format("goal {}: the file says {}, found {}", goal.id, said->second.found, goal.detail);
    }
    return {};
}

/// Null where it cannot be told here.
Json reached_json(const FoundGoal& goal)
{
    return goal.verdict == ClaimVerdict::unknown ? Json() : Json(goal.verdict == ClaimVerdict::holds);
}

Json item_json(const GradedItem& item)
{
    const auto text = [](const std::string& each) { return each.empty() ? Json() : Json(base::visible_text(each)); };
    Json json{{"lesson", item.lesson},     {"kind", item.is_exercise ? "exercise" : "question"},
              {"item", item.item},         {"verdict", to_string(item.grade)},
              {"good", item.is_good},      {"claimed", text(item.claimed)},
              {"found", text(item.found)}, {"detail", text(item.detail)}};
    if (!item.is_exercise) return json;
    json["goals"] = Json::array();
    for (const FoundGoal& goal : item.goals)
        json["goals"].push_back({{"id", goal.id},
                                 {"reached", reached_json(goal)},
                                 {"found", text(goal.detail)},
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

std::size_t GradedFile::count(bool exercises, bool only_good) const
{
    return static_cast<std::size_t>(std::count_if(items.begin(), items.end(), [&](const GradedItem& item) {
        return item.is_exercise == exercises && (item.is_good || !only_good);
    }));
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
    item.claimed = said->second.guess + ": " + off_words(question, said->second.off_by);
    const FoundAnswer found = check_answer(key, lesson, question, gpu, said->second);
    switch (found.agreement) {
        case Agreement::agrees: item.grade = Grade::agrees; break;
        case Agreement::contradicts: item.grade = Grade::contradicts; break;
        case Agreement::unchecked: item.grade = Grade::unchecked; break;
    }
    if (found.off_by) {
        item.found = off_words(question, found.off_by) + " on " + found.gpu;
        if (!found.answer.empty()) item.found += ", the answer is " + found.answer;
        item.is_good = *found.off_by <= (question.kind == model::QuestionKind::choice ? 0 : learner::tolerance);
    }
    item.detail = found.why;
    return item;
}

GradedItem grade_exercise(const model::Experiment& lesson, const model::Experiment& exercise,
                          const learner::HandIn& hand_in, const FoundExercise* found, const std::string& compiler)
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
        item.detail = "no compiler here";
        return item;
    }
    item.found = found_words(*found);
    item.goals = found->goals;
    item.is_good = found->is_reached();
    item.detail = contradiction(handed->second, *found, hand_in.compiler == compiler);
    const bool is_unknown = std::any_of(found->goals.begin(), found->goals.end(), [](const FoundGoal& goal) {
        return goal.verdict == ClaimVerdict::unknown && !goal.waits_for_gpu;
    });
    const bool is_unchecked = found->trouble.empty() && (is_unknown || found->judged() == 0 ||
                                                         found->result == model::VerificationStatus::not_run);
    if (!item.detail.empty()) {
        item.grade = Grade::contradicts;
        if (!hand_in.compiler.empty() && hand_in.compiler != compiler)
            item.detail += fmt::format(" (handed in with NVRTC {}, checked with {})", hand_in.compiler, compiler);
    } else {
        item.grade = is_unchecked && says_reached(handed->second) ? Grade::unchecked : Grade::agrees;
        for (const FoundGoal& goal : found->goals)
            if (goal.verdict != ClaimVerdict::holds && !goal.waits_for_gpu && item.detail.empty())
                item.detail = fmt::format("goal {}: {}", goal.id, goal.detail);
    }
    return item;
}

void print_graded(const std::vector<GradedFile>& files)
{
    for (const GradedFile& file : files) {
        const std::string who = base::visible_line(file.name.empty() ? file.file : file.file + " (" + file.name + ")");
        if (!file.trouble.empty()) {
            print("{}: NOT READ: {}\n", who, base::visible_line(file.trouble));
            continue;
        }
        print("{}: {} of {} questions right, {} of {} exercises reached\n", who, file.count(false, true),
              file.count(false, false), file.count(true, true), file.count(true, false));
        if (!file.note.empty()) print("  {}\n", base::visible_line(file.note));
        for (const GradedItem& item : file.items) {
            const bool is_refused = item.is_exercise && item.grade == Grade::agrees && !item.is_good;
            if (item.grade == Grade::contradicts)
                print("  CONTRADICTED {}/{}: the file says \"{}\"; {}\n", item.lesson, item.item,
                      base::visible_line(item.claimed), base::visible_line(item.detail));
            else if (is_refused)
                print("  {}/{}: {}\n", item.lesson, item.item, base::visible_line(item.found));
        }
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
                        {"questions", file.count(false, false)},
                        {"questions_right", file.count(false, true)},
                        {"exercises", file.count(true, false)},
                        {"exercises_reached", file.count(true, true)},
                        {"contradictions", file.count(Grade::contradicts)},
                        {"items", items}});
    }
    print_json(json);
}

std::string graded_csv(const std::vector<GradedFile>& files)
{
    std::string csv = "file,name,lesson,kind,item,verdict,good,claimed,found,detail\n";
    const auto row = [&](std::initializer_list<std::string> cells) {
        for (const std::string& cell : cells)
            csv += (csv.back() == '\n' ? "" : ",") + charts::csv_field(base::visible_line(cell));
        csv += '\n';
    };
    for (const GradedFile& file : files) {
        if (!file.trouble.empty()) row({file.file, file.name, "", "file", "", "not read", "", "", "", file.trouble});
        for (const GradedItem& item : file.items)
            row({file.file, file.name, item.lesson, item.is_exercise ? "exercise" : "question", item.item,
                 to_string(item.grade), item.is_good ? "yes" : "no", item.claimed, item.found, item.detail});
    }
    return csv;
}

}  // namespace spillway::cli
