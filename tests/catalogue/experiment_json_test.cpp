// The Error of a bad experiment.json gives file, line, the found content and the expected one.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/catalogue/sample.h"
#include "tests/support/scratch_folder.h"

#include "app/catalogue/experiment_reader.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/plain/kernel_text.h"

namespace spillway::catalogue {
namespace {

TEST(ParseExperiment, reads_the_sample_whole)
{
    const auto parsed = parse_experiment(sample::json, "sample.json");
    ASSERT_TRUE(parsed) << parsed.error().line();
    EXPECT_EQ(parsed->name, "sample");
    ASSERT_EQ(parsed->parameters.size(), 3u);
    EXPECT_EQ(parsed->parameters[1].choices[1].code, "float2");
    EXPECT_EQ(parsed->parameters[1].choices[0].code, "int");
    EXPECT_EQ(parsed->parameters[2].kind, model::ParameterKind::flag);
    EXPECT_EQ(parsed->knobs.size(), model::standard_knobs().size());
    EXPECT_EQ(parsed->find_parameter("elements")->last, 4096);
    EXPECT_TRUE(parsed->find_parameter("elements")->is_knob);
    EXPECT_EQ(parsed->buffers[0].element_bytes, "element");
    EXPECT_EQ(parsed->buffers[1].element_bytes, "4");
    EXPECT_EQ(parsed->buffers[1].initial, "poison");
    EXPECT_EQ(parsed->arguments[0].offset_elements, "size");
    ASSERT_TRUE(parsed->variants[1].launch);
    EXPECT_EQ(parsed->variants[1].launch->grid[1], "2");
    EXPECT_EQ(parsed->variants[1].launch->block[0], "block_size") << "taken from the experiment's launch";
    ASSERT_EQ(parsed->recording.size(), 1u);
    EXPECT_EQ(parsed->recording[0].axes[0].values.size(), 7u);
    EXPECT_EQ(parsed->recording[0].axes[1].values[1], model::Value(std::string("pair")));
    const std::vector<std::string> usual{"bytes_per_second", "theoretical_occupancy", "stack_frame_bytes"};
    EXPECT_EQ(parsed->charts, usual) << "the default";
}

TEST(ParseExperiment, may_skip_the_trial_of_formulas_and_nothing_else)
{
    constexpr bool tries_formulas = false;
    const auto tried = parse_experiment(sample::json, "sample.json");
    const auto untried = parse_experiment(sample::json, "sample.json", std::nullopt, tries_formulas);
    ASSERT_TRUE(tried && untried);
    EXPECT_EQ(untried->origin.definition_hash, tried->origin.definition_hash);
    std::string wrong = sample::json;
    wrong.replace(wrong.find("elements + 2 * size"), 19, "elements + 2 * sise");
    EXPECT_FALSE(parse_experiment(wrong, "sample.json"));
    EXPECT_TRUE(parse_experiment(wrong, "sample.json", std::nullopt, tries_formulas));
    wrong.replace(wrong.find("\"x_axis\": \"size\""), 16, "\"x_axis\": \"sise\"");
    EXPECT_FALSE(parse_experiment(wrong, "sample.json", std::nullopt, tries_formulas)) << "names are still checked";
}

TEST(ParseExperiment, its_definition_hash_changes_with_its_jobs_only)
{
    const auto hash_with = [](const std::string& from, const std::string& to,
                              const char* source = "__global__ void plain() {} __global__ void tiled() {}") {
        std::string text = sample::json;
        EXPECT_NE(text.find(from), std::string::npos) << from;
        text.replace(text.find(from), from.size(), to);
        const auto parsed = parse_experiment(text, "sample.json", source);
        EXPECT_TRUE(parsed) << parsed.error().line();
        return parsed ? parsed->origin.definition_hash : std::string();
    };
    const std::string before = hash_with("Why?", "Why?");
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"Why?", "Why not?"},
             {"\"x_axis\": \"size\"", "\"x_axis\": \"elements\""},
             {"\"initial\": 8}", "\"initial\": 8, \"label\": \"Size\", \"help\": \"How large.\"}"},
             {"plain.stack_frame_bytes == 4", "plain.stack_frame_bytes == 5"},
             {"\"last\": 64", "\"last\": 32"},
             {"  \"topic\"", "\"topic\""}})
        EXPECT_EQ(hash_with(from, to), before) << to;
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"\"initial\": 8}", "\"initial\": 9}"},
             {"\"number\": 4}", "\"number\": 3}"},
             {"elements + 2 * size", "elements + 3 * size"},
             {"\"offset\": \"size\"", "\"offset\": \"2 * size\""},
             {"2 * element * elements", "3 * element * elements"},
             {"plain<{element}, {size}, {sorted}>", "plain<{element}, 1, {sorted}>"},
             {"\"name\": \"plain\"", "\"name\": \"plain\", \"architecture_specific\": true"},
             {"[\"ceil_div(elements, 2 * block_size)\", 2]", "[\"ceil_div(elements, 2 * block_size)\", 3]"},
             {"plain<int, 1, false>", "plain<int, 1, true>"}})
        EXPECT_NE(hash_with(from, to), before) << to;
    EXPECT_NE(hash_with("Why?", "Why?", "__global__ void plain() {} __global__ void tiled() { }"), before);
}

TEST(ParseExperiment, names_its_own_charts)
{
    std::string text = sample::json;
    text.replace(text.find("\"x_axis\""), 0, "\"charts\": [\"shared_bytes\", \"blocks_per_sm\"], ");
    const auto parsed = parse_experiment(text, "sample.json");
    ASSERT_TRUE(parsed) << parsed.error().line();
    EXPECT_EQ(parsed->charts, (std::vector<std::string>{"shared_bytes", "blocks_per_sm"}));
    EXPECT_TRUE(parsed->charts_left_out.empty());
}

struct BadCase {
    const char* what;         ///< for the test's name
    const char* find;         ///< text of the sample
    const char* replacement;  ///< the text in its place
    int line;
    const char* message;  ///< part of the Error
};

void PrintTo(const BadCase& bad, std::ostream* out)
{
    *out << bad.what;
}

class BadExperiment : public testing::TestWithParam<BadCase> {};

TEST_P(BadExperiment, is_reported_with_its_line)
{
    std::string text = sample::json;
    const std::size_t at = text.find(GetParam().find);
    ASSERT_NE(at, std::string::npos) << "the sample has changed";
    text.replace(at, std::string(GetParam().find).size(), GetParam().replacement);
    const auto parsed = parse_experiment(text, "kernels/sample/experiment.json");
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().where, "kernels/sample/experiment.json:" + std::to_string(GetParam().line))
        << parsed.error().line();
    EXPECT_NE(parsed.error().line().find(GetParam().message), std::string::npos) << parsed.error().line();
}

const BadCase bad_cases[] = {
    {"missing_comma", "\"title\": \"Sample\",", "\"title\": \"Sample\"", 4, "expected"},
    {"unknown_key", "\"question\"", "\"qestion\"", 4, "did you mean \"question\""},
    {"missing_key", "  \"topic\": \"Tests\",\n", "", 1, "has no \"topic\""},
    {"key_twice", "\"topic\"", "\"title\"", 5, "given twice"},
    {"wrong_type", "\"title\": \"Sample\"", "\"title\": 7", 3, "a text was expected"},
    {"x_axis_unknown", "\"x_axis\": \"size\"", "\"x_axis\": \"siez\"", 6, "did you mean \"size\""},
    {"focus_unknown", "\"x_axis\": \"size\"", "\"x_axis\": \"size\",\n  \"focus\": \"nobody\"", 7,
     "which is not a variant"},
    {"chart_unknown", "\"x_axis\"", "\"charts\": [\"shared_bytes\",\n  \"blocks_per_sn\"], \"x_axis\"", 7,
     "did you mean \"blocks_per_sm\""},
    {"left_out_unknown", "\"x_axis\"",
     "\"charts_left_out\": [\n{\"metric\": \"blocks_per_sn\", \"reason\": \"None.\"}], \"x_axis\"", 7,
     "is not a metric"},
    {"left_out_but_shown", "\"x_axis\"",
     "\"charts_left_out\": [{\"metric\": \"stack_frame_bytes\", \"reason\": \"None.\"}], \"x_axis\"", 6,
     "which \"charts\" shows"},
    {"left_out_without_reason", "\"x_axis\"",
     "\"charts\": [\"registers\", \"barriers\"], \"charts_left_out\": [{\"metric\": \"stack_frame_bytes\"}], "
     "\"x_axis\"",
     6, "reason"},
    {"chart_twice", "\"x_axis\"", "\"charts\": [\"registers\", \"registers\"], \"x_axis\"", 6, "twice"},
    {"chart_no_text", "\"x_axis\"", "\"charts\": [\"registers\", 3], \"x_axis\"", 6, "holds a whole number"},
    {"charts_no_list", "\"x_axis\"", "\"charts\": \"registers\", \"x_axis\"", 6, "is a text"},
    {"one_chart_only", "\"x_axis\"", "\"charts\": [\"registers\"], \"x_axis\"", 6, "is a list of 1"},
    {"exercises_no_list", "\"x_axis\"", "\"exercises\": \"one\", \"x_axis\"", 6, "is not a list of at most 20 names"},
    {"five_charts", "\"x_axis\"",
     "\"charts\": [\"registers\", \"barriers\", \"shared_bytes\", \"blocks_per_sm\", \"warps_per_sm\"], \"x_axis\"", 6,
     "a list of 5"},
    {"parameter_named_like_a_knob", "\"name\": \"sorted\"", "\"name\": \"block_size\"", 10, "given twice"},
    {"parameter_named_like_a_function", "\"name\": \"sorted\"", "\"name\": \"min\"", 10, "cannot name a parameter"},
    {"parameter_named_like_a_limit", "\"name\": \"sorted\"", "\"name\": \"gpu_size\"", 10, "cannot name a parameter"},
    {"range_upside_down", "[1, 64]", "[64, 1]", 8, "is not a range"},
    {"range_of_texts", "[1, 64]", "[\"1\", 64]", 8, "is not a range"},
    {"initial_out_of_range", "\"initial\": 8", "\"initial\": 65", 8, "from 1 to 64"},
    {"initial_formula_of_nothing", "\"initial\": 8", "\"initial\": \"gpu_l3_bytes\"", 8, "did you mean"},
    {"initial_no_choice", "\"initial\": \"int\"", "\"initial\": \"long\"", 9, "one of int, pair"},
    {"choice_twice", "\"name\": \"pair\"", "\"name\": \"int\"", 9, "given twice"},
    {"choice_code_smuggles", "\"code\": \"float2\"", "\"code\": \"int;\\n#include\"", 9, "template argument"},
    {"unknown_knob", "\"name\": \"elements\"", "\"name\": \"elemnts\"", 13, "did you mean \"elements\""},
    {"knob_too_wide", "[1, 4096]", "[1, 1099511627776]", 13, "wider"},
    {"buffer_element_unknown", "\"element\": \"int\", \"count\"", "\"element\": \"quad\", \"count\"", 17,
     "has no \"element_bytes\""},
    {"buffer_element_no_parameter", "\"{element}\", \"count\"", "\"{elemnt}\", \"count\"", 16,
     "did you mean \"element\""},
    {"buffer_twice", "\"name\": \"out\"", "\"name\": \"in\"", 17, "given twice"},
    {"initial_kind", "\"output\": true", "\"initial\": \"randm\"", 17, "did you mean \"random\""},
    {"formula_unknown_name", "elements + 2 * size", "elements + 2 * sise", 16, "did you mean \"size\""},
    {"formula_broken", "elements + 2 * size", "elements + * size", 16, "formula"},
    {"formula_infinite", "elements + 2 * size", "1 / 0", 16, "finite"},
    {"formula_text", "\"elements + 2 * size\"", "true", 16, "a number or a formula"},
    {"argument_buffer_unknown", "{\"buffer\": \"out\"}", "{\"buffer\": \"ouput\"}", 21, "did you mean \"out\""},
    {"argument_neither", "{\"buffer\": \"out\"}", "{\"value\": 3}", 21, "neither"},
    {"argument_type", "\"type\": \"int\"", "\"type\": \"integer\"", 22, "does not exist"},
    {"work_empty", "{\"bytes_moved\": \"2 * element * elements\"}", "{}", 24, "bytes_moved"},
    {"variant_name", "\"name\": \"plain\"", "\"name\": \"Plain Kernel\"", 26, "cannot name a variant"},
    {"variant_twice", "\"name\": \"tiled\"", "\"name\": \"plain\"", 27, "given twice"},
    {"variant_without_entry", "\"entry\": \"tiled<{block_size}>\", ", "", 27, "has no \"entry\""},
    {"architecture_specific_no_flag", "\"name\": \"plain\"",
     "\"name\": \"plain\", \"architecture_specific\": \"sm_90a\"", 26, "true or false"},
    {"entry_unknown_parameter", "{size}, {sorted}", "{sizes}, {sorted}", 26, "did you mean \"size\""},
    {"entry_unpaired", "{size}, {sorted}", "{size, {sorted}", 26, "names no parameter"},
    {"entry_smuggles", "tiled<{block_size}>", "tiled<{block_size}>; #include", 27, "not a kernel's name"},
    {"grid_of_four", "[\"ceil_div(elements, 2 * block_size)\", 2]", "[1, 1, 1, 1]", 27, "4 dimensions"},
    {"cluster_formula", "\"dynamic_shared_bytes\"", "\"cluster\": \"sise\", \"dynamic_shared_bytes\"", 27,
     "did you mean \"size\""},
    {"window_without_buffer", "\"dynamic_shared_bytes\"",
     "\"access_window\": {\"bytes\": 1, \"set_aside_bytes\": 1}, \"dynamic_shared_bytes\"", 27, "has no \"buffer\""},
    {"window_buffer_unknown", "\"dynamic_shared_bytes\"",
     "\"access_window\": {\"buffer\": \"inn\", \"bytes\": 1, \"set_aside_bytes\": 1}, \"dynamic_shared_bytes\"", 27,
     "did you mean \"in\""},
    {"window_key_unknown", "\"dynamic_shared_bytes\"",
     "\"access_window\": {\"buffer\": \"in\", \"bytes\": 1, \"set_aside_bytes\": 1, \"hitratio\": 1}, "
     "\"dynamic_shared_bytes\"",
     27, "did you mean \"hit_ratio\""},
    {"no_variants", "  \"variants\": [\n", "  \"variants\": [],\n  \"variant\": [\n", 25, "is empty"},
    {"negative_tolerance", "\"plain<int, 1, false>\"}", "\"plain<int, 1, false>\", \"relative_tolerance\": -1}", 29,
     "negative"},
    {"claim_metric", "plain.stack_frame_bytes", "plain.stack_frame_byte", 31,
     "did you mean \"plain.stack_frame_bytes\""},
    {"claim_without_variant", "plain.stack_frame_bytes", "size", 31, "names no variant"},
    {"claim_set_unknown", "{\"size\": 16}", "{\"sizes\": 16}", 31, "did you mean \"size\""},
    {"claim_set_range", "{\"size\": 16}", "{\"size\": 160}", 31, "from 1 to 64"},
    {"claim_gpu_number", "\"gpu\": \"h200\"", "\"gpu\": 90", 31, "a text was expected"},
    {"claim_gpu_list_empty", "\"gpu\": \"h200\"", "\"gpu\": []", 31, "is an empty list"},
    {"claim_gpu_list_of_numbers", "\"gpu\": \"h200\"", "\"gpu\": [\"t4\", 90]", 31, "holds a whole number"},
    {"claim_gpu_twice", "\"gpu\": \"h200\"", "\"gpu\": [\"t4\", \"h200\", \"t4\"]", 31,
     "\"t4\", which is not a name, or is listed twice"},
    {"claim_gpu_all_and_more", "\"gpu\": \"h200\"", "\"gpu\": [\"all\", \"h200\"]", 31, "beside others"},
    {"axis_unknown", "\"axes\": {\"size\"", "\"axes\": {\"siz\"", 34, "did you mean \"size\""},
    {"axis_out_of_range", "\"last\": 64, \"factor\"", "\"last\": 128, \"factor\"", 34, "from 1 to 64"},
    {"axis_does_not_ascend", "\"factor\": 2", "\"step\": 0", 34, "ascend"},
    {"axis_steps_twice", "\"factor\": 2", "\"factor\": 2, \"step\": 2", 34, "has a step and a factor"},
    {"axis_half_given", "\"first\": 1, ", "", 34, "has no \"first\""},
    {"axis_also_set", "\"set\": {\"sorted\": true}", "\"set\": {\"size\": 4}", 34, "in \"axes\" and in \"set\""},
    {"knob_also_beyond", "[1, 4096]", "[1, 4096], \"also\": [-5]", 13, "which the knob cannot have"},
    {"order_negative", "\"x_axis\"", "\"order\": -1, \"x_axis\"", 6, "\"order\" is -1"},
    {"seed_negative", "\"output\": true", "\"seed\": -1", 17, "is negative"},
    {"exercise_twice", "\"x_axis\"", "\"exercises\": [\"one\", \"one\"], \"x_axis\"", 6, "is given twice"},
    {"number_too_large", "\"initial\": 1000", "\"initial\": 99999999999999999999", 13, "a whole number was expected"},
    {"number_beyond_double", "\"initial\": 1000", "\"initial\": 1e999", 13, "number overflow"},
};

INSTANTIATE_TEST_SUITE_P(Table, BadExperiment, testing::ValuesIn(bad_cases),
                         [](const auto& one) { return std::string(one.param.what); });

TEST(ParseExperiment, a_claim_names_one_gpu_or_several)
{
    EXPECT_EQ(parse_experiment(sample::json, "one").value().claims[0].gpu, "h200");
    std::string text = sample::json;
    text.replace(text.find("\"gpu\": \"h200\""), 13, "\"gpu\": [\"t4\", \"h200\"]");
    const auto parsed = parse_experiment(text, "several");
    ASSERT_TRUE(parsed) << parsed.error().line();
    EXPECT_EQ(parsed->claims[0].gpu, "t4,h200");
}

TEST(ParseExperiment, numbers_before_a_line_break_keep_their_line)
{
    std::string text = sample::json;
    text.replace(text.find("\"initial\": 8"), 12, "\"initial\":\n65\n");
    const auto parsed = parse_experiment(text, "f");
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().where, "f:9");
}

TEST(ParseExperiment, kernels_must_be_in_the_source)
{
    EXPECT_TRUE(parse_experiment(sample::json, "f", "void plain() {} void tiled() {}"));
    const auto parsed = parse_experiment(sample::json, "f", "void plain() {}");
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().where, "f:27");
}

TEST(ParseExperiment, hostile_text_is_refused)
{
    const std::string deep(100'000, '[');
    std::string many = "[";
    for (int i = 0; i < 200'000; ++i) many += "1,";
    std::string long_formula = sample::json;
    long_formula.replace(long_formula.find("elements + 2 * size"), 19, std::string(5000, '('));
    const std::string texts[] = {"",          "\0",
                                 "null",      "[]",
                                 "42",        "{}",
                                 "{",         deep,
                                 many + "1]", std::string(2 << 20, ' '),
                                 "\xff\xfe",  "{\"name\": \"\xff\"}",
                                 long_formula};
    for (const std::string& text : texts) {
        const auto parsed = parse_experiment(text, "f");
        ASSERT_FALSE(parsed);
        EXPECT_LT(parsed.error().line().size(), 2000u);
        EXPECT_TRUE(parsed.error().where.starts_with("f"));
    }
}

/// A scratch folder, removed after the test.
class Folder : public testing::Test {
protected:
    void SetUp() override { folder_ = scratch_folder("catalogue"); }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& name, const std::string& text)
    {
        std::filesystem::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name) << text;
    }
    void write_experiment(const std::string& name, const std::string& json, const std::string& lesson = "# Lesson\n")
    {
        write(name + "/experiment.json", json);
        write(name + "/kernel.cu", "plain tiled");
        write(name + "/lesson.md", lesson);
    }
    std::filesystem::path folder_;
};

using LoadCatalogue = Folder;

TEST_F(LoadCatalogue, a_bad_experiment_does_not_stop_the_others)
{
    write_experiment("good", sample::json);
    write_experiment("bad", "{\n  \"name\": 3\n}");
    const Catalogue catalogue = load_catalogue({folder_});
    ASSERT_EQ(catalogue.experiments.size(), 1u);
    EXPECT_FALSE(catalogue.experiments[0].origin.trusted);
    EXPECT_EQ(catalogue.experiments[0].source, "plain tiled");
    ASSERT_EQ(catalogue.problems.size(), 1u);
    EXPECT_TRUE(catalogue.problems[0].where.ends_with("bad/experiment.json:1")) << catalogue.problems[0].line();
}

TEST_F(LoadCatalogue, an_experiments_own_folder_loads_too)
{
    write_experiment("one", sample::json);
    EXPECT_EQ(load_catalogue({folder_ / "one"}).experiments.size(), 1u);
}

TEST_F(LoadCatalogue, a_name_is_taken_once)
{
    write_experiment("one", sample::json);
    write_experiment("two", sample::json);
    const Catalogue catalogue = load_catalogue({folder_, model::Place::installed});
    EXPECT_EQ(catalogue.experiments.size(), 1u);
    ASSERT_EQ(catalogue.problems.size(), 1u);
    EXPECT_NE(catalogue.problems[0].what.find("taken"), std::string::npos);
}

TEST_F(LoadCatalogue, a_missing_file_and_a_missing_folder_are_reported)
{
    write("half/experiment.json", sample::json);
    const Catalogue catalogue = load_catalogue({folder_, model::Place::installed});
    ASSERT_EQ(catalogue.problems.size(), 1u);
    EXPECT_TRUE(catalogue.problems[0].where.ends_with("kernel.cu"));
    EXPECT_EQ(load_catalogue({folder_ / "absent", model::Place::installed}).problems.size(), 1u);
}

TEST_F(LoadCatalogue, lesson_links_need_an_existing_target)
{
    write_experiment("good", sample::json, "# L\n[a](claim:frame) [b](set:size=4,element=pair) [c](https://x.org)\n");
    EXPECT_TRUE(load_catalogue({folder_, model::Place::installed}).problems.empty());
    write_experiment("good", sample::json, "# L\n\n[a](claim:frme)\n");
    auto problem = load_catalogue({folder_, model::Place::installed}).problems.at(0);
    EXPECT_TRUE(problem.where.ends_with("lesson.md:3")) << problem.line();
    EXPECT_NE(problem.advice.find("frame"), std::string::npos);
    write_experiment("good", sample::json, "# L\n[a](claim:frame)\n\n[a](set:size=400)\n");
    problem = load_catalogue({folder_, model::Place::installed}).problems.at(0);
    EXPECT_TRUE(problem.where.ends_with("lesson.md:4")) << problem.line();
}

TEST_F(LoadCatalogue, a_lesson_of_a_windows_editor_is_read_like_any_other)
{
    write_experiment("good", sample::json, "\xef\xbb\xbf# L\r\n\r\nshow: chart=registers\r\n\r\n[a](claim:frame)\r\n");
    const Catalogue catalogue = load_catalogue({folder_, model::Place::installed});
    ASSERT_TRUE(catalogue.problems.empty()) << catalogue.problems[0].line();
    EXPECT_EQ(catalogue.experiments[0].lesson, "# L\n\nshow: chart=registers\n\n[a](claim:frame)\n");
}

/// The sample with a question "q" in it.
std::string asking()
{
    std::string json = sample::json;
    return json.insert(json.rfind("  \"recording\""), R"(  "questions": [{"id": "q", "level": 1, "text": "How many?",
    "answer": "plain.registers"}],
)");
}

TEST_F(LoadCatalogue, a_question_is_a_paragraph_of_its_own_once)
{
    const auto why = [&](const std::string& lesson) {
        write_experiment("asking", asking(), lesson);
        const Catalogue catalogue = load_catalogue({folder_, model::Place::installed});
        return catalogue.problems.empty() ? "" : catalogue.problems[0].where + ": " + catalogue.problems[0].what;
    };
    EXPECT_EQ(why("# L\n\n[Guess](ask:q)\n"), "");
    EXPECT_EQ(why("# L\n\n[Guess the `plain` number](ask:q)\n\nText.\n"), "");
    EXPECT_NE(why("# L\n\nGuess: [x](ask:q) here.\n").find("lesson.md:3: the link to ask:q is not a paragraph"),
              std::string::npos);
    EXPECT_NE(why("# L\n\n[x](ask:q)\nText.\n").find("is not a paragraph"), std::string::npos);
    EXPECT_NE(why("# L\n\n```\n\n[x](ask:q)\n\n```\n").find("is not a paragraph"), std::string::npos);
    EXPECT_NE(why("# L\n\n[x](ask:q)\n\n[x](ask:q)\n").find("lesson.md:5: the lesson has a second link"),
              std::string::npos);
    EXPECT_NE(why("# L\n\nText.\n").find("the lesson has no link to ask:q"), std::string::npos);
}

TEST_F(LoadCatalogue, lesson_links_are_found_as_markdown_finds_them)
{
    const auto why = [&](const std::string& lesson) {
        write_experiment("good", sample::json, lesson);
        const Catalogue catalogue = load_catalogue({folder_, model::Place::installed});
        return catalogue.problems.empty() ? "" : catalogue.problems[0].where + ": " + catalogue.problems[0].what;
    };
    EXPECT_EQ(why("# L\n\n[a]( claim:frame) [b](<claim:frame>)\n"), "");
    EXPECT_NE(why("# L\n\n[a]( claim:nope)\n").find("lesson.md:3"), std::string::npos);
    EXPECT_NE(why("# L\n\n[a](<claim:nope>)\n").find("lesson.md:3"), std::string::npos);
    EXPECT_NE(why("# L\n\n[a][r]\n\n[r]: claim:nope\n").find("lesson.md:5"), std::string::npos);
    EXPECT_NE(why("# L\n\n  show: chart=nonsense\n\nText.\n").find("lesson.md:3: \"nonsense\" is not a metric"),
              std::string::npos);
    EXPECT_EQ(why("# L\n\n~~~\nshow: chart=nonsense\n```\n~~~\n\n    show: code\n"), "");
}

TEST_F(LoadCatalogue, too_large_a_file_is_refused)
{
    write_experiment("good", sample::json);
    write("good/kernel.cu", std::string((1 << 20) + 1, ' '));
    const Catalogue catalogue = load_catalogue({folder_, model::Place::installed});
    ASSERT_EQ(catalogue.problems.size(), 1u);
    EXPECT_NE(catalogue.problems[0].what.find("1024 KiB"), std::string::npos) << catalogue.problems[0].line();
}

TEST(ParseGpus, reports_the_line_of_an_error)
{
    const auto gpus = parse_gpus("{\"gpus\": [\n{\"name\": \"x\",\n\"sm_count\": -1}]}", "g");
    ASSERT_FALSE(gpus);
    EXPECT_EQ(gpus.error().where, "g:2") << gpus.error().line();
    EXPECT_FALSE(parse_gpus("{}", "g"));
    // The range of shared memory must fit the SM.
    std::string text = R"({"gpus": [{"name": "x", "label": "X", "source": "s", "compilable": true, "compute_major": 7,
        "compute_minor": 5, "sm_count": 40, "max_threads_per_block": 1024, "max_threads_per_sm": 1024,
        "max_blocks_per_sm": 16, "max_registers_per_thread": 255, "registers_per_block": 65536,
        "registers_per_sm": 65536, "shared_bytes_per_block": 49152, "shared_bytes_per_block_optin": 65536,
        "shared_bytes_per_sm": 65536, "memory_bytes": 17179869184, "data_cache_bytes": 98304,
        "shared_splits_bytes": [32768, 65536]}]})";
    const auto right = parse_gpus(text, "g");
    ASSERT_TRUE(right) << right.error().line();
    text.replace(text.find("32768, 65536"), 12, "65536, 32768");
    const auto wrong = parse_gpus(text, "g");
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().what.find("shared_splits_bytes"), std::string::npos) << wrong.error().line();
}

TEST(ContentHash, is_sha_256)
{
    EXPECT_EQ(content_hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace spillway::catalogue
