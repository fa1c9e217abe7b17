#include "app/catalogue/questions_reader.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/catalogue/claims.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/formula_reader.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/parameter_reader.h"
#include "app/model/metrics.h"

namespace spillway::catalogue {
namespace {

using model::Experiment;
using model::Question;
using model::QuestionKind;

constexpr std::size_t max_questions = 50;
constexpr std::size_t min_choices = 2, max_choices = 6;
constexpr std::size_t max_text_bytes = 600;

std::vector<std::string> metric_keys()
{
    std::vector<std::string> keys;
    for (const model::Metric& metric : model::metrics()) keys.emplace_back(metric.key);
    return keys;
}

std::vector<std::string> variant_names(const Experiment& experiment)
{
    std::vector<std::string> names;
    for (const model::Variant& variant : experiment.variants) names.push_back(variant.name);
    return names;
}

std::string short_text(MemberReader& reader, const char* key, bool required, Problems& problems)
{
    std::string text = reader.text(key, required);
    if (text.size() > max_text_bytes)
        problems.add(reader.line_of(key), "\"" + std::string(key) + "\" of " + reader.subject() + " is too long",
                     "600 bytes at most were expected");
    return text;
}

/// Reads a formula that names a variant. Otherwise the answer would come from the file itself.
model::Formula read_answer_formula(const Experiment& experiment, MemberReader& reader, const char* key,
                                   Problems& problems)
{
    const model::Formula formula = read_formula(experiment, reader, key, problems, true, claim_names(experiment));
    if (!formula.empty() && formula_variants(experiment, formula).empty())
        problems.add(reader.line_of(key), "\"" + std::string(key) + "\" of " + reader.subject() + " names no variant",
                     "variant.metric was expected: the answer has to come from the compiler or a recording");
    return formula;
}

/// Reads the reply to a choice. Its links must name claims.
std::string read_reply(const Experiment& experiment, MemberReader& choice, Problems& problems)
{
    std::string reply = short_text(choice, "reply", false, problems);
    std::vector<std::string> known;
    for (const model::Claim& claim : experiment.claims) known.push_back("claim:" + claim.id);
    for (const LessonLink& link : lesson_links(reply))
        if (std::find(known.begin(), known.end(), link.target) == known.end())
            problems.add(choice.line_of("reply"), "\"reply\" of " + choice.subject() + " links to no claim",
                         suggestion(link.target.substr(0, 60), known));
    return reply;
}

std::string read_misconception(MemberReader& choice, Problems& problems)
{
    std::string id = short_text(choice, "misconception", false, problems);
    if (!id.empty() && !is_name(id))
        problems.add(choice.line_of("misconception"), "\"misconception\" of " + choice.subject() + " is not a name",
                     "an id of assets/misconceptions.json was expected");
    return id;
}

std::vector<model::Option> read_choices(const Experiment& experiment, MemberReader& reader, Problems& problems)
{
    std::vector<model::Option> choices;
    const std::vector<const Node*> nodes = reader.objects("choices");
    if (nodes.size() < min_choices || nodes.size() > max_choices) {
        problems.add(reader.line_of("choices"),
                     "\"choices\" of " + reader.subject() + " has to list two to six choices", "");
        return choices;
    }
    for (const Node* node : nodes) {
        MemberReader choice(*node, "a choice of " + reader.subject(), problems);
        std::string text = short_text(choice, "text", true, problems);
        if (std::ranges::count(choices, text, &model::Option::text) > 0)
            problems.add(choice.line_of("text"), "two choices of " + reader.subject() + " have the same text",
                         "a stored guess is found by its text");
        model::Formula when = read_answer_formula(experiment, choice, "when", problems);
        std::string reply = read_reply(experiment, choice, problems);
        choices.push_back({std::move(text), std::move(when), std::move(reply), read_misconception(choice, problems)});
        choice.finish();
    }
    return choices;
}

/// Reads the drawing's y range, [least, most].
void read_range(model::CurveToDraw& curve, MemberReader& reader, Problems& problems)
{
    const Node* range = reader.member("range", true);
    if (range == nullptr) return;
    const auto number = [](const Node& node, double& into) {
        if (node.kind == Node::Kind::integer) into = static_cast<double>(node.integer);
        if (node.kind == Node::Kind::real) into = node.real;
        return (node.kind == Node::Kind::integer || node.kind == Node::Kind::real) && std::isfinite(into);
    };
    const bool is_range = range->kind == Node::Kind::array && range->elements.size() == 2 &&
                          number(range->elements[0], curve.least) && number(range->elements[1], curve.most) &&
                          curve.least < curve.most;
    if (!is_range)
        problems.add(range->line, "\"range\" of " + reader.subject() + " is not a range",
                     "[least, most] as the chart writes them was expected");
}

model::CurveToDraw read_curve(const Experiment& experiment, const Node& node, const std::string& subject,
                              Problems& problems)
{
    MemberReader reader(node, "the curve of " + subject, problems);
    model::CurveToDraw curve;
    for (const char* key : {"metric", "variant"}) reader.member(key, true);
    const std::vector<std::string> metrics = metric_keys(), variants = variant_names(experiment);
    if (const auto metric = reader.one_of("metric", metrics)) curve.metric = metrics[*metric];
    if (const auto variant = reader.one_of("variant", variants)) curve.variant = variants[*variant];
    const std::vector<std::string> parameters = parameter_names(experiment);
    curve.over = experiment.x_axis;
    if (const auto over = reader.one_of("over", parameters)) curve.over = parameters[*over];
    read_range(curve, reader, problems);
    reader.finish();
    return curve;
}

/// Reads a list of names, each one of `known`.
std::vector<std::string> read_names(MemberReader& reader, const char* key, const std::vector<std::string>& known,
                                    const char* what, Problems& problems)
{
    std::vector<std::string> names;
    const Node* list = reader.member(key);
    if (list == nullptr) return names;
    if (list->kind != Node::Kind::array)
        problems.add(list->line, "\"" + std::string(key) + "\" of " + reader.subject() + " is " + kind_name(list->kind),
                     "a list was expected");
    for (const Node& node : list->elements) {
        if (node.kind == Node::Kind::text && std::find(known.begin(), known.end(), node.text) != known.end())
            names.push_back(node.text);
        else
            problems.add(node.line, "\"" + std::string(key) + "\" of " + reader.subject() + " names no " + what,
                         suggestion(node.text, known));
    }
    return names;
}

std::vector<std::string> claim_ids(const Experiment& experiment)
{
    std::vector<std::string> ids;
    for (const model::Claim& claim : experiment.claims) ids.push_back(claim.id);
    return ids;
}

/// Determines the question's kind from its keys: "answer", "choices" or "curve".
void read_kind(const Experiment& experiment, Question& question, MemberReader& reader, Problems& problems)
{
    const Node* answer = reader.member("answer");
    const Node* choices = reader.member("choices");
    const Node* curve = reader.member("curve");
    if ((answer != nullptr) + (choices != nullptr) + (curve != nullptr) != 1) {
        problems.add(reader.line(), reader.subject() + " has none or several of \"answer\", \"choices\" and \"curve\"",
                     "\"answer\" asks for a number, \"choices\" for a choice, \"curve\" for a drawing");
        return;
    }
    question.unit = short_text(reader, "unit", false, problems);
    if (answer == nullptr && reader.member("unit") != nullptr)
        problems.add(reader.line_of("unit"), "\"unit\" of " + reader.subject() + " has no effect",
                     "only a question with \"answer\" has a unit");
    if (answer != nullptr) question.answer = read_answer_formula(experiment, reader, "answer", problems);
    if (choices != nullptr) {
        question.kind = QuestionKind::choice;
        question.choices = read_choices(experiment, reader, problems);
    }
    if (curve != nullptr) {
        question.kind = QuestionKind::curve;
        question.curve = read_curve(experiment, *curve, reader.subject(), problems);
    }
}

/// Reads the required level, 1 to 3, so that a lesson's hard questions can be selected.
int read_level(MemberReader& reader, Problems& problems)
{
    const auto level = reader.integer("level", true);
    if (level && (*level < 1 || *level > model::question_levels))
        problems.add(
            reader.line_of("level"), "\"level\" of " + reader.subject() + " is " + std::to_string(*level),
            "1 (can be seen, or follows from a rule just given), 2 (predict) or 3 (calculate, or put two ideas "
            "together) was expected");
    return static_cast<int>(std::clamp<std::int64_t>(level.value_or(1), 1, model::question_levels));
}

Question read_question(const Experiment& experiment, const Node& node, Problems& problems)
{
    MemberReader reader(node, "a question", problems);
    Question question;
    question.id = reader.text("id", true);
    reader.set_subject("question \"" + question.id.substr(0, 60) + "\"");
    if (!is_name(question.id))
        problems.add(reader.line_of("id"), "\"" + question.id.substr(0, 60) + "\" cannot name a question",
                     "small letters, digits and _ were expected");
    question.level = read_level(reader, problems);
    question.text = short_text(reader, "text", true, problems);
    question.set = read_values(experiment, reader.member("set"), problems);
    read_kind(experiment, question, reader, problems);
    question.hides = read_names(reader, "hides", claim_ids(experiment), "claim", problems);
    question.covers = read_names(reader, "covers", metric_keys(), "metric", problems);
    question.why = short_text(reader, "why", false, problems);
    reader.finish();
    return question;
}

}  // namespace

void read_questions(Experiment& experiment, MemberReader& reader, Problems& problems)
{
    const std::vector<const Node*> nodes = reader.objects("questions");
    if (nodes.size() > max_questions) {
        problems.add(reader.line_of("questions"), "more than 50 questions", "");
        return;
    }
    std::set<std::string> ids;
    for (const Node* node : nodes) {
        Question question = read_question(experiment, *node, problems);
        if (!ids.insert(question.id).second)
            problems.add(node->line, "the question \"" + question.id.substr(0, 60) + "\" is given twice", "");
        experiment.questions.push_back(std::move(question));
    }
}

}  // namespace spillway::catalogue
