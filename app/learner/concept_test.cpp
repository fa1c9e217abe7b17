#include "app/learner/concept_test.h"

#include <algorithm>
#include <random>
#include <set>

#include "app/learner/progress_json.h"

namespace spillway::learner {
namespace {

constexpr int max_test_depth = 8;
constexpr std::size_t max_items = 100, max_choices = 6, max_id_bytes = 200;
constexpr std::size_t max_test_bytes = 256 << 10;
constexpr int max_confidence = 3;
constexpr int draws = 2000;
constexpr double tail = 0.025;  ///< share of the samples beyond each end of the interval

model::Error malformed_test(const std::string& what)
{
    return {what + " is not as Spillway writes it", "", ""};
}

bool read_short(const Json& object, const char* key, std::string& into)
{
    return object.contains(key) && read_text(object, key, into) && !into.empty();
}

/// Reads a question with two to six choices: one is right, each other one names a misconception.
bool read_form(const Json& object, TestForm& into)
{
    if (!object.is_object() || !read_short(object, "text", into.text)) return false;
    const auto choices = object.find("choices");
    if (choices == object.end() || !choices->is_array() || choices->size() < 2 || choices->size() > max_choices)
        return false;
    int right = 0;
    for (const Json& each : *choices) {
        TestChoice choice;
        bool is_right = false;
        if (!each.is_object() || !read_short(each, "text", choice.text) || !read_flag(each, "right", is_right) ||
            !read_text(each, "misconception", choice.misconception) || is_right != choice.misconception.empty())
            return false;
        right += is_right ? 1 : 0;
        into.choices.push_back(std::move(choice));
    }
    return right == 1;
}

bool read_item(const Json& object, TestItem& into)
{
    if (!object.is_object() || !read_short(object, "id", into.id) || into.id.size() > max_id_bytes) return false;
    const auto a = object.find("a"), b = object.find("b");
    return a != object.end() && b != object.end() && read_form(*a, into.forms[0]) && read_form(*b, into.forms[1]);
}

bool read_number(const Json& object, const char* key, int min, int max, int& into)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer()) return false;
    const auto number = found->get<std::int64_t>();
    into = static_cast<int>(std::clamp<std::int64_t>(number, min, max));
    return into == number;
}

bool read_sitting(const Json& object, std::optional<Sitting>& into)
{
    into.emplace();
    const auto form = object.is_object() ? object.find("form") : object.end();
    if (!object.is_object() || form == object.end() || (*form != "a" && *form != "b")) return false;
    into->form = *form == "b" ? 1 : 0;
    const auto answers = object.find("answers");
    if (answers == object.end() || !answers->is_object() || answers->size() > max_items) return false;
    return each_of(*answers, [&](const std::string& id, const Json& each) {
        TestAnswer& answer = into->answers[id];
        return id.size() <= max_id_bytes &&
               read_number(each, "choice", 0, static_cast<int>(max_choices) - 1, answer.choice) &&
               read_number(each, "confidence", 1, max_confidence, answer.confidence);
    });
}

Json sitting_json(const std::optional<Sitting>& sitting)
{
    if (!sitting) return {};
    Json answers = Json::object();
    for (const auto& [id, answer] : sitting->answers)
        answers[id] = {{"choice", answer.choice}, {"confidence", answer.confidence}};
    return {{"form", sitting->form == 0 ? "a" : "b"}, {"answers", answers}};
}

/// Gain from the means, without an interval; empty if there was nothing left to learn.
std::optional<ClassGain> gain_of(const std::vector<Shares>& learners)
{
    ClassGain found;
    for (const Shares& each : learners) {
        found.before += each.before / static_cast<double>(learners.size());
        found.after += each.after / static_cast<double>(learners.size());
    }
    if (found.before > 1 - 1e-9) return std::nullopt;
    found.gain = (found.after - found.before) / (1 - found.before);
    return found;
}

}  // namespace

model::Expected<ConceptTest> parse_concept_test(std::string_view text)
{
    if (text.size() > max_test_bytes) return malformed_test("the test");
    const Json parsed = parse_bounded(text, max_test_depth);
    const auto items = parsed.is_object() ? parsed.find("items") : parsed.end();
    if (!parsed.is_object() || items == parsed.end() || !items->is_array() || items->empty() ||
        items->size() > max_items)
        return malformed_test("the test");
    ConceptTest test;
    std::set<std::string> ids;
    for (const Json& each : *items)
        if (!read_item(each, test.emplace_back()) || !ids.insert(test.back().id).second)
            return malformed_test("item " + std::to_string(test.size()) + " of the test");
    return test;
}

model::Expected<std::vector<Misconception>> parse_misconceptions(std::string_view text)
{
    const Json parsed = text.size() > max_test_bytes ? Json() : parse_bounded(text, max_test_depth);
    if (!parsed.is_array() || parsed.size() > max_entries) return malformed_test("the list of misconceptions");
    std::vector<Misconception> all;
    for (const Json& each : parsed) {
        Misconception one;
        if (!each.is_object() || !read_short(each, "id", one.id) || !read_short(each, "says", one.says) ||
            !read_short(each, "truth", one.truth) || !read_short(each, "lesson", one.lesson) ||
            !read_short(each, "source", one.source))
            return malformed_test("misconception " + std::to_string(all.size() + 1));
        all.push_back(std::move(one));
    }
    return all;
}

model::Expected<TestPaper> parse_test_paper(std::string_view text)
{
    if (text.size() > max_paper_bytes) return model::Error{"it is larger than 64 KiB", "", ""};
    const Json parsed = parse_bounded(text, max_test_depth);
    const auto kind = parsed.is_object() ? parsed.find("spillway") : parsed.end();
    if (!parsed.is_object() || kind == parsed.end() || *kind != "test")
        return model::Error{"it is not a test that Spillway wrote", "", ""};
    int version = 0;
    TestPaper paper;
    if (!read_number(parsed, "format", 1, 1, version) || !read_text(parsed, "course", paper.course) ||
        !read_text(parsed, "person", paper.person) || paper.course.size() > max_id_bytes ||
        paper.person.size() > max_id_bytes)
        return malformed_test("its heading");
    for (const auto& [key, into] : {std::pair{"before", &paper.before}, std::pair{"after", &paper.after}})
        if (const auto found = parsed.find(key); found != parsed.end() && !found->is_null())
            if (!read_sitting(*found, *into)) return malformed_test("its part \"" + std::string(key) + "\"");
    return paper;
}

std::string print_test_paper(const TestPaper& paper)
{
    const Json json{{"spillway", "test"},
                    {"format", 1},
                    {"course", paper.course},
                    {"person", paper.person},
                    {"before", sitting_json(paper.before)},
                    {"after", sitting_json(paper.after)}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

double share_right(const ConceptTest& test, const Sitting& sitting)
{
    std::size_t right = 0;
    for (const TestItem& item : test) {
        const auto& choices = item.forms[sitting.form].choices;
        const auto answer = sitting.answers.find(item.id);
        if (answer == sitting.answers.end()) continue;
        const auto chosen = static_cast<std::size_t>(answer->second.choice);
        right += chosen < choices.size() && choices[chosen].misconception.empty() ? 1 : 0;
    }
    return test.empty() ? 0 : static_cast<double>(right) / static_cast<double>(test.size());
}

std::optional<ClassGain> class_gain(const std::vector<Shares>& learners)
{
    if (learners.size() < fewest_learners) return std::nullopt;
    auto found = gain_of(learners);
    if (!found) return std::nullopt;
    std::mt19937_64 random(1);  // fixed seed: the same class gives the same interval
    std::vector<double> gains;
    std::vector<Shares> drawn(learners.size());
    for (int i = 0; i < draws; ++i) {
        for (Shares& each : drawn) each = learners[random() % learners.size()];
        if (const auto one = gain_of(drawn)) gains.push_back(one->gain);
    }
    if (gains.empty()) return std::nullopt;
    std::sort(gains.begin(), gains.end());
    const auto at = [&](double share) {
        return gains[static_cast<std::size_t>(share * static_cast<double>(gains.size() - 1))];
    };
    found->low = at(tail);
    found->high = at(1 - tail);
    return found;
}

}  // namespace spillway::learner
