#include "app/cli/gain.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

#include "app/base/counted.h"
#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/base/visible_text.h"
#include "app/cli/homework.h"
#include "app/cli/json_output.h"
#include "app/cli/output.h"
#include "app/cli/print.h"
#include "app/learner/concept_test.h"
#include "app/room/limits.h"
#include "app/room/verdict.h"
#include "app/room/votes_file.h"

namespace spillway::cli {
namespace fs = std::filesystem;
namespace {

constexpr const char* paper_ending = ".spillway-test";
constexpr std::size_t max_papers = 10'000;
constexpr std::size_t max_asset_bytes = 256 << 10;
constexpr int sure = 3;

struct Assets {
    learner::ConceptTest test;
    std::vector<learner::Misconception> misconceptions;
};

model::Expected<Assets> load_assets()
{
    const auto folder = base::FolderReader::open(base::data_folder() / "assets");
    if (!folder) return folder.error();
    const auto test_text = folder->read("concept-test.json", max_asset_bytes);
    if (!test_text) return test_text.error();
    const auto list_text = folder->read("misconceptions.json", max_asset_bytes);
    if (!list_text) return list_text.error();
    auto test = learner::parse_concept_test(*test_text);
    if (!test) return test.error();
    auto list = learner::parse_misconceptions(*list_text);
    if (!list) return list.error();
    return Assets{std::move(*test), std::move(*list)};
}

model::Expected<learner::TestPaper> read_paper(const fs::path& place)
{
    const auto folder = base::FolderReader::open(place.parent_path());
    if (!folder) return folder.error();
    const auto text = folder->read(place.filename().string(), learner::max_paper_bytes);
    if (!text) return text.error();
    auto paper = learner::parse_test_paper(*text);
    if (!paper) return model::Error{paper.error().what, place.string(), ""};
    return paper;
}

// ---- taking the test ----

/// Parses "b2": the choice and the learner's confidence.
std::optional<learner::TestAnswer> parse_answer(const std::string& line, std::size_t choices)
{
    std::string word;
    for (const char c : line)
        if (c != ' ' && c != '\t' && c != '\r') word += c;
    if (word.size() != 2) return std::nullopt;
    const int choice = (word[0] | 0x20) - 'a', confidence = word[1] - '0';
    if (choice < 0 || choice >= static_cast<int>(choices) || confidence < 1 || confidence > sure) return std::nullopt;
    return learner::TestAnswer{choice, confidence};
}

/// Runs the test; empty if the input ended early.
std::optional<learner::Sitting> sit(const learner::ConceptTest& test, int form)
{
    learner::Sitting sitting{form, {}};
    print(
        "Answer with a letter and how sure you are: 1 guessed, 2 rather sure, 3 sure; b2, for instance. An empty line "
        "skips an item.\n");
    for (std::size_t i = 0; i < test.size(); ++i) {
        const learner::TestForm& asked = test[i].forms[form];
        print("\n{} of {}. {}\n", i + 1, test.size(), asked.text);
        for (std::size_t k = 0; k < asked.choices.size(); ++k)
            print("  {}) {}\n", static_cast<char>('a' + k), asked.choices[k].text);
        for (std::string line;;) {
            print("> ");
            std::fflush(stdout);
            if (!std::getline(std::cin, line)) return std::nullopt;
            if (line.empty() || line == "\r") break;
            if (const auto answer = parse_answer(line, asked.choices.size())) {
                sitting.answers[test[i].id] = *answer;
                break;
            }
            print("Not an answer. Type a letter and 1, 2 or 3.\n");
        }
    }
    return sitting;
}

int take_test(const GainOptions& gain)
{
    if (gain.take != "before" && gain.take != "after")
        return fail({"'" + gain.take + "' is not before or after", "--take", ""});
    if (gain.output.empty()) return fail({"the test has no file", "--take", "add -o FILE.spillway-test"});
    if (gain.output == "-") return fail({"the test itself is on standard output", "-o -", "name FILE.spillway-test"});
    if (auto error = check_ending(gain.output, paper_ending)) return fail(*error);
    const bool is_after = gain.take == "after";
    std::error_code ignored;
    const fs::path place = fs::absolute(gain.output, ignored);
    learner::TestPaper paper;
    if (is_after) {
        auto read = read_paper(place);
        if (!read) return fail(read.error());
        paper = std::move(*read);
        if (!paper.before || paper.after)
            return fail({paper.after ? "both tests are in it already" : "it holds no test from before the course",
                         gain.output, "name the file that --take before wrote"});
    } else if (const base::Standing standing = base::what_stands_at(place); standing == base::Standing::unknown) {
        return fail({"this place cannot be read", gain.output, "check the folder's permissions and the file's name"});
    } else if (standing != base::Standing::nothing) {
        return fail({"the file is there already", gain.output, "name a new one"});
    }
    if (!gain.task.empty()) {
        const auto task = read_task(gain.task);
        if (!task) return fail(task.error());
        paper.course = task->course;
    }
    const auto assets = load_assets();
    if (!assets) return fail(assets.error(), exit_other);
    if (!is_after) paper.person = base::random_name();
    // Chance decides which form comes first, so that a harder form does not look like a gain.
    const int first = paper.person.empty() ? 0 : paper.person.back() % 2;
    auto sitting = sit(assets->test, is_after ? 1 - paper.before->form : first);
    if (!sitting) return fail({"the input ended before the test did; nothing was written", gain.output, "start again"});
    print(
        "\nThis goes into the file, and nothing else: {}{} random number of your own, the form ({}), and for each "
        "of {} items your choice and how sure you were. No name, no date.\n",
        paper.course.empty() ? "" : "the course's random number, ", "a", sitting->form == 0 ? "a" : "b",
        sitting->answers.size());
    (is_after ? paper.after : paper.before) = std::move(sitting);
    const auto problem = base::write_file(place, learner::print_test_paper(paper),
                                          is_after ? base::IfThere::replace : base::IfThere::refuse);
    if (problem) return fail(*problem, exit_other);
    print("Written: {}\n", gain.output);
    return exit_ok;
}

// ---- a class's gain ----

struct Course {
    std::vector<learner::Shares> learners;
    /// Per misconception: number of learners sure of it, before and after.
    std::map<std::string, std::pair<int, int>> sure_of;
    std::size_t incomplete = 0;
};

void count_sure(const learner::ConceptTest& test, const learner::Sitting& sitting, int std::pair<int, int>::*when,
                Course& course)
{
    for (const learner::TestItem& item : test) {
        const auto answer = sitting.answers.find(item.id);
        if (answer == sitting.answers.end() || answer->second.confidence < sure) continue;
        const auto& choices = item.forms[sitting.form].choices;
        const auto chosen = static_cast<std::size_t>(answer->second.choice);
        if (chosen < choices.size() && !choices[chosen].misconception.empty())
            ++(course.sure_of[choices[chosen].misconception].*when);
    }
}

void take(const Assets& assets, const learner::TestPaper& paper, Course& course)
{
    if (!paper.before || !paper.after) {
        ++course.incomplete;
        return;
    }
    course.learners.push_back(
        {learner::share_right(assets.test, *paper.before), learner::share_right(assets.test, *paper.after)});
    count_sure(assets.test, *paper.before, &std::pair<int, int>::first, course);
    count_sure(assets.test, *paper.after, &std::pair<int, int>::second, course);
}

void print_course(const Assets& assets, const std::string& name, const Course& course,
                  const std::optional<learner::ClassGain>& gain)
{
    print("course {}: {} with both tests, {} with one\n", name.empty() ? "without a number" : name,
          base::counted(course.learners.size(), "learner"), course.incomplete);
    if (!gain) {
        print("  {}\n", course.learners.size() < learner::fewest_learners
                            ? "Below ten learners Spillway gives no gain."
                            : "All were right before, so there is no gain to compute.");
        return;
    }
    print("  right before {:.0f} %, after {:.0f} %; normalised gain {:.2f}, 95 % interval {:.2f} to {:.2f}\n",
          gain->before * 100, gain->after * 100, gain->gain, gain->low, gain->high);
    for (const learner::Misconception& each : assets.misconceptions)
        if (const auto found = course.sure_of.find(each.id); found != course.sure_of.end())
            print("  sure of it before {}, after {}: {} ({})\n", found->second.first, found->second.second, each.says,
                  each.lesson);
}

Json course_json(const std::string& name, const Course& course, const std::optional<learner::ClassGain>& gain)
{
    Json json{{"course", base::visible_line(name)},
              {"learners", course.learners.size()},
              {"incomplete", course.incomplete},
              {"before", gain ? Json(gain->before) : Json()},
              {"after", gain ? Json(gain->after) : Json()},
              {"gain", gain ? Json(gain->gain) : Json()},
              {"interval", gain ? Json{gain->low, gain->high} : Json()},
              {"sure_of", Json::array()}};
    if (gain)
        for (const auto& [id, counts] : course.sure_of)
            json["sure_of"].push_back({{"misconception", id}, {"before", counts.first}, {"after", counts.second}});
    return json;
}

model::Expected<std::vector<std::string>> files_in(const std::string& folder, const char* ending)
{
    std::vector<std::string> names;
    std::error_code failure;
    fs::directory_iterator each(folder, failure);
    for (; !failure && each != fs::directory_iterator(); each.increment(failure))
        if (std::string name = each->path().filename().string(); name.ends_with(ending) && names.size() < max_papers)
            names.push_back(std::move(name));
    if (failure) return model::Error{"cannot be read: " + failure.message(), folder, "name a folder"};
    std::sort(names.begin(), names.end());
    return names;
}

// ---- a room's votes ----

/// Share of wrong answers of the first round that the last round corrected: (last - first) / (1 - first). Empty below
/// fewest_learners answers in a round, or if all were right at first.
std::optional<double> round_gain(const std::vector<room::Verdict>& rounds)
{
    const auto is_small = [](const room::Verdict& each) { return each.answers < learner::fewest_learners; };
    if (rounds.size() < 2 || std::ranges::any_of(rounds, is_small) || rounds.front().share() > 1 - 1e-9)
        return std::nullopt;
    return (rounds.back().share() - rounds.front().share()) / (1 - rounds.front().share());
}

std::string question_name(const room::Asked& asked)
{
    return asked.lesson.empty() ? base::visible_line(asked.question.text) : asked.lesson + "/" + asked.question.id;
}

Json print_voted(const room::Voted& voted, bool is_json)
{
    std::vector<room::Verdict> verdicts;
    Json rounds = Json::array();
    std::string words;
    for (const room::Tally& tally : voted.rounds) {
        const auto verdict = room::judge_round(voted.asked, voted.truth, tally);
        rounds.push_back({{"answers", tally.answers()}, {"right", verdict ? Json(verdict->right) : Json()}});
        words += fmt::format("{}{}", words.empty() ? "" : ", then ", base::counted(tally.answers(), "answer"));
        if (!verdict) continue;
        words += fmt::format(" with {} right ({:.0f} %)", verdict->right, verdict->share() * 100);
        verdicts.push_back(*verdict);
    }
    const auto gain = round_gain(verdicts);
    if (!is_json)
        print("  {}: {}{}\n", question_name(voted.asked), words,
              gain ? fmt::format("; normalised gain {:.2f}", *gain) : std::string());
    return {{"lesson", base::visible_line(voted.asked.lesson)},
            {"question", base::visible_line(voted.asked.question.id)},
            {"text", base::visible_line(voted.asked.question.text)},
            {"rounds", rounds},
            {"gain", gain ? Json(*gain) : Json()}};
}

/// Prints every question of a room, or adds it to `into`. False if the file cannot be read.
bool print_room(const fs::path& place, bool is_json, Json& into)
{
    const auto folder = base::FolderReader::open(place.parent_path());
    const auto text = folder ? folder->read(place.filename().string(), room::max_votes_bytes)
                             : model::Expected<std::string>(folder.error());
    const auto votes = text ? room::parse_votes(*text) : model::Expected<std::vector<room::Voted>>(text.error());
    if (!votes) {
        (void)fail({votes.error().what, place.string(), votes.error().advice});
        return false;
    }
    if (!is_json)
        print("room {}: {}\n", base::visible_line(place.stem().string()), base::counted(votes->size(), "question"));
    Json questions = Json::array();
    for (const room::Voted& voted : *votes) questions.push_back(print_voted(voted, is_json));
    into.push_back({{"room", base::visible_line(place.stem().string())}, {"questions", questions}});
    return true;
}

}  // namespace

int gain_command(const CommonOptions& options, const GainOptions& gain)
{
    if (!gain.take.empty()) return take_test(gain);
    if (gain.folder.empty())
        return fail({"neither a folder nor --take", "gain", "name a folder with *.spillway-test files"});
    const auto assets = load_assets();
    if (!assets) return fail(assets.error(), exit_other);
    const auto names = files_in(gain.folder, paper_ending);
    if (!names) return fail(names.error());
    const auto rooms = files_in(gain.folder, room::votes_ending);
    if (!rooms) return fail(rooms.error());
    if (names->empty() && rooms->empty())
        (void)fail(
            {std::string("there is no test in it (*") + paper_ending + "), and no vote (*" + room::votes_ending + ")",
             gain.folder, "name the folder with what 'gain --take' or 'serve' wrote"});
    std::map<std::string, Course> courses;
    std::map<std::string, std::string> seen;  // file by course and person: a copy counts once
    bool is_all_read = true;
    for (const std::string& name : *names) {
        const auto paper = read_paper(fs::path(gain.folder) / name);
        if (!paper) {
            (void)fail(paper.error());
            is_all_read = false;
        } else if (const auto [other, is_new] = seen.emplace(paper->course + "/" + paper->person, name); !is_new) {
            (void)fail({"it is a copy of " + base::visible_line(other->second), base::visible_line(name), ""});
            is_all_read = false;
        } else {
            take(*assets, *paper, courses[paper->course]);
        }
    }
    Json json = Json::array();
    bool has_all_gains = !courses.empty() || !rooms->empty();
    for (const auto& [name, course] : courses) {
        const auto found = learner::class_gain(course.learners);
        has_all_gains = has_all_gains && found.has_value();
        if (options.json)
            json.push_back(course_json(name, course, found));
        else
            print_course(*assets, name, course, found);
    }
    for (const std::string& name : *rooms)
        is_all_read = print_room(fs::path(gain.folder) / name, options.json, json) && is_all_read;
    if (options.json) print_json(json);
    return is_all_read && has_all_gains ? exit_ok : exit_refused;
}

}  // namespace spillway::cli
