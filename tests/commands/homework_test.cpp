// Homework as lecturer and learner do it: assigned, handed in, graded; with forged and hostile files among it.

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/learner/hand_in.h"
#include "tests/commands/process.h"
#include "tests/support/source_folder.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* begins = "// ---- yours from here ----\n";
constexpr const char* ends = "// ---- yours to here ----";

fs::path exercise_folder(const std::string& lesson, const std::string& exercise)
{
    return source_folder / "kernels" / lesson / "exercises" / exercise;
}

/// The exercise's kernel.cu with these lines as the learner's.
std::string kernel(const std::string& lesson, const std::string& exercise, const std::string& lines)
{
    const std::string text = read_text(exercise_folder(lesson, exercise) / "kernel.cu");
    const std::size_t from = text.find(begins) + std::string(begins).size();
    return text.substr(0, from) + lines + text.substr(text.find(ends));
}

std::string solution(const std::string& exercise)
{
    return read_text(source_folder / "tests/exercises/answers" / exercise / "solution.cu");
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

Json& running_mean(Json& hand_in)
{
    return hand_in["lessons"]["running_mean"];
}

Json& dynamic_index(Json& hand_in)
{
    return hand_in["lessons"]["dynamic_index"];
}

Json handed(const std::string& kernel_text)
{
    return {{"kernel", kernel_text}, {"won", {{"checked", false}}}, {"goals", Json::object()}};
}

/// An honest hand-in; no two have the same kernel.
Json honest(int number)
{
    const std::string mark = "// by hand " + std::to_string(number) + "\n";
    Json hand_in{{"spillway", "hand-in"},    {"format", 1},   {"name", "Learner " + std::to_string(number)},
                 {"course", "1234"},         {"gpu", "h200"}, {"compiler", ""},
                 {"lessons", Json::object()}};
    running_mean(hand_in)["answers"] = {
        {"frame_64", {{"guess", "128 bytes"}, {"answer", "256 bytes"}, {"off_by", 0.5}}},
        {"registers_curve", {{"skipped", true}}}};
    running_mean(hand_in)["exercises"]["keep_in_registers"] =
        handed(kernel("running_mean", "keep_in_registers", mark + solution("keep_in_registers")));
    dynamic_index(hand_in)["answers"] = {
        {"where_balance",
         {{"guess", "In local memory: it needs addresses"},
          {"answer", "In local memory: it needs addresses"},
          {"off_by", 0}}},
        {"shared_16", {{"guess", "16384 bytes"}, {"answer", "16384 bytes"}, {"off_by", 0}}}};
    dynamic_index(hand_in)["exercises"]["four_accounts"] =
        handed(kernel("dynamic_index", "four_accounts", mark + solution("four_accounts")));
    return hand_in;
}

void write(const fs::path& folder, const std::string& name, const std::string& text)
{
    std::ofstream(folder / (name + ".spillway-hand-in"), std::ios::binary) << text;
}

/// A result that the kernel does not have, an output that was never right, an answer that was never shown, and an error
/// that the guess does not have.
void write_forged(const fs::path& folder)
{
    Json result = honest(90);
    running_mean(result)["exercises"]["keep_in_registers"] = handed(
        kernel("running_mean", "keep_in_registers",
               replaced(solution("keep_in_registers"), "window[j];", "window[unsigned(j + elements) % WindowSize];")));
    write(folder, "forged_result", result.dump());
    Json answer = honest(91);
    running_mean(answer)["answers"]["frame_64"] = {{"guess", "128 bytes"}, {"answer", "128 bytes"}, {"off_by", 0}};
    write(folder, "forged_answer", answer.dump());
    Json share = honest(92);
    running_mean(share)["answers"]["frame_64"]["off_by"] = 0;
    write(folder, "forged_share", share.dump());
    Json output = honest(94);
    Json& accounts = dynamic_index(output)["exercises"]["four_accounts"];
    accounts = handed(kernel("dynamic_index", "four_accounts",
                             read_text(source_folder / "tests/exercises/answers/four_accounts/cheat.cu")));
    accounts["won"]["checked"] = true;
    write(folder, "forged_output", output.dump());
}

/// A compile that never ends, a file that is not the learner's, and endless brackets.
void write_hostile(const fs::path& folder)
{
    Json kernels = honest(93);
    const std::string endless =
        "template <int N, int M> struct F { static const unsigned v = F<N - 1, 2 * M>::v + F<N - 1, 2 * M + 1>::v; };\n"
        "template <int M> struct F<0, M> { static const unsigned v = 1; };\n";
    running_mean(kernels)["exercises"]["keep_in_registers"] =
        handed(kernel("running_mean", "keep_in_registers",
                      endless + replaced(solution("keep_in_registers"), "sum = 0", "sum = F<26, 1>::v")));
    dynamic_index(kernels)["exercises"]["four_accounts"] =
        handed(kernel("dynamic_index", "four_accounts", "#include \"/etc/passwd\"\n" + solution("four_accounts")));
    write(folder, "hostile_kernels", kernels.dump());
    write(folder, "hostile_json",
          "{\"spillway\":\"hand-in\",\"format\":1,\"lessons\":{\"a\":" + std::string(100000, '[') +
              std::string(100000, ']') + "}}");
}

struct Graded {
    Finished finished;
    Json files;

    [[nodiscard]] Json file(const std::string& name) const
    {
        for (const Json& each : files)
            if (each.at("file") == name + ".spillway-hand-in") return each;
        ADD_FAILURE() << "no " << name << " in " << files.dump(1);
        return Json::object();
    }
    [[nodiscard]] Json item(const std::string& name, const std::string& item) const
    {
        for (const Json& each : file(name).value("items", Json::array()))
            if (each.at("item") == item) return each;
        ADD_FAILURE() << "no " << item << " in " << name;
        return Json::object();
    }
};

Graded grade(const fs::path& folder, std::vector<std::string> more = {}, Environment changes = {})
{
    std::vector<std::string> words{"grade", folder, "--json", "--gpu", "h200"};
    words.insert(words.end(), more.begin(), more.end());
    Graded graded{spillway(words, std::move(changes), std::chrono::seconds(600)), {}};
    graded.files = Json::parse(graded.finished.output, nullptr, false);
    EXPECT_TRUE(graded.files.is_array()) << graded.finished.output << graded.finished.errors;
    if (!graded.files.is_array()) graded.files = Json::array();
    return graded;
}

bool has_no_compiler()
{
    return Json::parse(spillway({"doctor", "--json"}).output, nullptr, false).dump().find("libnvrtc") ==
           std::string::npos;
}

/// Five honest hand-ins, or as many as SPILLWAY_TEST_HAND_INS says.
int honest_ones()
{
    const char* text = std::getenv("SPILLWAY_TEST_HAND_INS");
    return text == nullptr ? 5 : std::atoi(text);
}

TEST(Homework, HonestForgedAndHostileHandInsAreToldApart)
{
    const int honest_count = honest_ones();
    if (has_no_compiler()) GTEST_SKIP() << "no NVRTC here";
    const TemporaryFolder folder;
    for (int i = 0; i < honest_count; ++i) write(folder.path(), "honest" + std::to_string(i), honest(i).dump());
    write_forged(folder.path());
    write_hostile(folder.path());
    const TemporaryFolder elsewhere;
    const std::string csv = elsewhere.file("grades.csv");
    const auto begin = std::chrono::steady_clock::now();
    const Graded graded = grade(folder.path(), {"--csv", csv}, {{"SPILLWAY_CACHE_DIR", "none"}});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    RecordProperty("seconds", std::to_string(took.count()));
    EXPECT_EQ(graded.finished.status, 3) << graded.finished.errors;
    ASSERT_EQ(graded.files.size(), static_cast<std::size_t>(honest_count + 6));
    for (int i = 0; i < honest_count; ++i) {
        const Json file = graded.file("honest" + std::to_string(i));
        EXPECT_EQ(file.at("contradictions"), 0) << file.dump(1);
        EXPECT_EQ(file.at("exercises_reached"), 2);
        EXPECT_EQ(file.at("questions_right"), 2);
        EXPECT_TRUE(file.at("trouble").is_null());
    }
    const Json result = graded.item("forged_result", "keep_in_registers");
    EXPECT_EQ(result.at("verdict"), "contradicts");
    EXPECT_NE(result.at("detail").dump().find("stack_frame_bytes = 128"), std::string::npos) << result.dump();
    EXPECT_EQ(graded.item("forged_result", "four_accounts").at("good"), true);
    const Json right = graded.item("honest3", "four_accounts");
    EXPECT_EQ(right.at("mark"), "reached") << right.dump();
    EXPECT_NE(right.at("found").dump().find("result right"), std::string::npos) << right.dump();
    const Json wrong = graded.item("forged_output", "four_accounts");
    EXPECT_EQ(wrong.at("verdict"), "contradicts") << wrong.dump();
    EXPECT_EQ(wrong.at("mark"), "not_reached");
    EXPECT_NE(wrong.at("detail").dump().find("differs from the reference"), std::string::npos) << wrong.dump();
    EXPECT_EQ(graded.item("forged_answer", "frame_64").at("verdict"), "contradicts");
    EXPECT_EQ(graded.item("forged_answer", "frame_64").at("good"), false);
    EXPECT_EQ(graded.item("forged_share", "frame_64").at("verdict"), "contradicts");
    const Json endless = graded.item("hostile_kernels", "keep_in_registers");
    // The machine decides whether it meets the time limit or the memory limit first.
    EXPECT_TRUE(endless.at("found").dump().find("stopped after") != std::string::npos ||
                endless.at("found").dump().find("of memory, the most that one compile may take") != std::string::npos)
        << endless.dump();
    EXPECT_EQ(endless.at("verdict"), "unchecked") << "a limit of this machine contradicts nothing";
    EXPECT_EQ(endless.at("mark"), "not_checked") << endless.dump();
    const Json foreign = graded.item("hostile_kernels", "four_accounts");
    EXPECT_NE(foreign.at("found").dump().find("/etc/passwd"), std::string::npos) << foreign.dump();
    EXPECT_EQ(graded.finished.output.find("root:"), std::string::npos);
    EXPECT_FALSE(graded.file("hostile_json").at("trouble").is_null());
    const std::string table = read_text(csv);
    EXPECT_TRUE(table.starts_with("file,name,lesson,kind,item,verdict,good,claimed,found,detail,mark\n"));
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + (honest_count + 5) * 8 + 1);
}

TEST(Homework, AFileThatIsNoHandInIsReportedAndTheOthersAreGraded)
{
    const TemporaryFolder folder;
    const auto place = [&](const std::string& name) { return folder.path() / (name + ".spillway-hand-in"); };
    write(folder.path(), "honest", honest(1).dump());
    write(folder.path(), "huge", "{\"name\":\"" + std::string(5u << 20u, 'x') + "\"}");
    write(folder.path(), "many", "{\"lessons\":[" + std::string(1u << 20u, ',') + "]}");
    write(folder.path(), "empty", "");
    write(folder.path(), "binary", std::string("\0\xff\xfe", 3));
    Json long_kernel = honest(2);
    running_mean(long_kernel)["exercises"]["keep_in_registers"]["kernel"] = std::string(300u << 10u, ' ');
    write(folder.path(), "long_kernel", long_kernel.dump());
    fs::create_symlink("/etc/passwd", place("link"));
    fs::create_directory(place("folder"));
    ASSERT_EQ(mkfifo(place("pipe").c_str(), 0600), 0);
    Json paths = honest(3);
    paths["name"] = "\x1b[2J=cmd()\n";
    paths["lessons"]["../../etc"] = {{"exercises", {{"../passwd", {{"kernel", "x"}}}}}};
    write(folder.path(), "paths", paths.dump());

    const Graded graded = grade(folder.path(), {"--worker", "none"});
    EXPECT_EQ(graded.finished.status, 3);
    for (const char* name : {"huge", "many", "empty", "binary", "long_kernel", "link", "folder", "pipe"})
        EXPECT_FALSE(graded.file(name).at("trouble").is_null()) << name;
    EXPECT_TRUE(graded.file("honest").at("trouble").is_null());
    EXPECT_EQ(graded.file("honest").at("questions_right"), 2);
    EXPECT_EQ(graded.item("honest", "keep_in_registers").at("verdict"), "unchecked");
    const Json tricks = graded.file("paths");
    EXPECT_NE(tricks.at("note").dump().find("not in this catalogue"), std::string::npos);
    EXPECT_EQ(tricks.at("name").get<std::string>().find('\x1b'), std::string::npos);
    EXPECT_EQ(graded.finished.output.find("root:"), std::string::npos);
    const Finished csv = spillway({"grade", folder.path(), "--worker", "none", "--csv", "-"});
    EXPECT_TRUE(csv.output.starts_with("file,name,lesson,")) << csv.errors;
    EXPECT_EQ(csv.output.find('\x1b'), std::string::npos);
}

/// A link inside the folder would give its name another learner's marks.
TEST(Homework, ALinkToAnotherHandInIsNotGraded)
{
    const TemporaryFolder folder;
    write(folder.path(), "anna", honest(1).dump());
    fs::create_symlink("anna.spillway-hand-in", folder.path() / "bob.spillway-hand-in");
    const Graded graded = grade(folder.path(), {"--worker", "none"});
    EXPECT_NE(graded.file("bob").at("trouble").dump().find("link"), std::string::npos);
    EXPECT_TRUE(graded.file("bob").at("items").empty());
    EXPECT_EQ(graded.file("anna").at("questions_right"), 2);
}

/// The learner's file is "large_struct" under another name, from a folder that this machine does not trust.
TEST(Homework, AnUntrustedLessonIsNotCompiledForItsAnswers)
{
    const TemporaryFolder folder, catalogue;
    fs::copy(source_folder / "kernels/large_struct", catalogue.path() / "mine", fs::copy_options::recursive);
    fs::remove_all(catalogue.path() / "mine/exercises");
    Json definition = Json::parse(read_text(catalogue.path() / "mine/experiment.json"));
    definition["name"] = "mine";
    definition.erase("exercises");
    std::ofstream(catalogue.path() / "mine/experiment.json") << definition;
    const std::string lesson = read_text(catalogue.path() / "mine/lesson.md");
    std::ofstream(catalogue.path() / "mine/lesson.md") << replaced(lesson, "[Exercise](exercise:through_the_call)", "");
    write(folder.path(), "anna",
          Json{{"spillway", "hand-in"},
               {"format", 1},
               {"lessons",
                {{"mine",
                  {{"answers", {{"frame_33", {{"guess", "264 bytes"}, {"answer", "264 bytes"}, {"off_by", 0}}}}}}}}}}
              .dump());
    const Graded graded = grade(folder.path(), {"--catalogue", catalogue.path()});
    const Json answer = graded.item("anna", "frame_33");
    EXPECT_EQ(answer.at("verdict"), "unchecked") << answer.dump();
    EXPECT_NE(answer.at("detail").dump().find("--trust"), std::string::npos) << answer.dump();
    if (has_no_compiler()) return;
    const Json trusted = grade(folder.path(), {"--catalogue", catalogue.path(), "--trust"}).item("anna", "frame_33");
    EXPECT_EQ(trusted.at("verdict"), "agrees") << trusted.dump();
}

TEST(Homework, AMissingFolderAndAnOutputOfTheUsersAreRefused)
{
    const TemporaryFolder folder;
    EXPECT_EQ(spillway({"grade", folder.file("none"), "--worker", "none"}).status, 2);
    std::ofstream(folder.file("mine.csv")) << "my own\n";
    EXPECT_EQ(spillway({"grade", folder.path(), "--worker", "none", "--csv", folder.file("mine.csv")}).status, 2);
    EXPECT_EQ(read_text(folder.file("mine.csv")), "my own\n");
    EXPECT_EQ(spillway({"grade", folder.path(), "--worker", "none", "--csv", "-", "--json"}).status, 2);
    std::ofstream(folder.file("no.spillway-task")) << "{}";
    const Finished task = spillway({"hand-in", folder.file("no.spillway-task"), "--worker", "none"});
    EXPECT_EQ(task.status, 2);
    EXPECT_NE(task.errors.find("not a task"), std::string::npos) << task.errors;
    const Finished lesson = spillway({"assign", "--lesson", "running_maen", "-o", folder.file("t.spillway-task")});
    EXPECT_EQ(lesson.status, 2);
    EXPECT_NE(lesson.errors.find("running_mean"), std::string::npos) << lesson.errors;
}

/// A learner's own folders, with work in them.
class Learner {
public:
    Learner()
    {
        fs::create_directories(folder_.path() / "config/spillway");
        std::ofstream(folder_.path() / "config/spillway/progress.json") << Json{
            {"format", 1},
            {"lessons",
             {{"running_mean",
               {{"read", true},
                {"predictions", {{"frame_64", {{"guess", "256 bytes"}, {"answer", "256 bytes"}, {"off_by", 0}}}}},
                {"won", {{"keep_in_registers", {{"checked", false}}}}}}},
              {"stencil", {{"read", true}}}}}};
        const fs::path copy = folder_.path() / "data/spillway/exercises/keep_in_registers";
        fs::create_directories(copy);
        for (const char* file : {"lesson.md", "experiment.json"})
            fs::copy_file(exercise_folder("running_mean", "keep_in_registers") / file, copy / file);
        std::ofstream(copy / "kernel.cu") << kernel("running_mean", "keep_in_registers", solution("keep_in_registers"));
    }
    [[nodiscard]] Environment environment() const
    {
        return {{"XDG_CONFIG_HOME", folder_.file("config")}, {"XDG_DATA_HOME", folder_.file("data")}};
    }
    [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }

private:
    TemporaryFolder folder_;
};

TEST(Homework, AnExercisesOwnPageDoesNotCountAsALesson)
{
    const Learner learner;
    const auto count = [&] {
        const Finished printed = spillway({"progress"}, learner.environment());
        EXPECT_EQ(printed.status, 0) << printed.errors;
        const std::size_t at = printed.output.rfind(" lessons read");
        return at == std::string::npos
                   ? printed.output
                   : printed.output.substr(printed.output.rfind('\n', at) + 1, at - printed.output.rfind('\n', at) - 1);
    };
    const std::string before = count();
    EXPECT_TRUE(before.starts_with("2 of ")) << before;
    // The window marks the exercise's own page as read.
    const fs::path file = learner.file("config/spillway/progress.json");
    Json progress = Json::parse(read_text(file));
    progress["lessons"]["keep_in_registers"] = {{"read", true}};
    std::ofstream(file) << progress;
    EXPECT_EQ(count(), before);
}

TEST(Homework, AKernelThatCannotBeReadStopsTheHandIn)
{
    const Learner learner;
    const TemporaryFolder folder;
    const std::string file = folder.file("anna.spillway-hand-in");
    std::ofstream(learner.file("data/spillway/exercises/keep_in_registers/kernel.cu"), std::ios::app)
        << std::string(learner::max_handed_kernel_bytes, ' ');
    const Finished refused =
        spillway({"hand-in", "--worker", "none", "--name", "Anna", "-o", file}, learner.environment());
    EXPECT_NE(refused.status, 0);
    EXPECT_NE(refused.errors.find("kernel.cu"), std::string::npos) << refused.errors;
    EXPECT_FALSE(fs::exists(file)) << "it would lack the exercise";
    // A folder that cannot be opened may hold a kernel, too.
    const fs::path copy = learner.file("data/spillway/exercises/keep_in_registers");
    fs::remove_all(copy);
    fs::create_symlink(copy, copy);
    EXPECT_NE(spillway({"hand-in", "--worker", "none", "-o", file}, learner.environment()).status, 0);
    EXPECT_FALSE(fs::exists(file));
}

TEST(Homework, WithoutReadableProgressAHandInIsWrittenOnlyIfForced)
{
    const Learner learner;
    const TemporaryFolder folder;
    const std::string file = folder.file("anna.spillway-hand-in");
    ASSERT_EQ(spillway({"hand-in", "--worker", "none", "-o", file}, learner.environment()).status, 0);
    const std::string whole = read_text(file);
    std::ofstream(learner.file("config/spillway/progress.json")) << "{";
    const Finished refused = spillway({"hand-in", "--worker", "none", "-o", file}, learner.environment());
    EXPECT_EQ(refused.status, 1) << refused.errors;
    EXPECT_NE(refused.errors.find("answers would be missing"), std::string::npos) << refused.errors;
    EXPECT_EQ(read_text(file), whole);
    EXPECT_EQ(spillway({"hand-in", "--worker", "none", "-o", file, "--force"}, learner.environment()).status, 0);
    EXPECT_NE(read_text(file), whole);
}

TEST(Homework, FilesThatNoCommandWouldReadAgainAreNotWritten)
{
    const Learner learner;
    const TemporaryFolder folder;
    const std::vector<std::vector<std::string>> commands{
        {"hand-in", "--worker", "none", "-o", folder.file("bob.json")},
        {"assign", "--lesson", "running_mean", "-o", folder.file("task.json")},
        {"gain", "--take", "before", "-o", folder.file("test.json")},
        {"gain", folder.path(), "-o", folder.file("out.spillway-test")}};
    for (const std::vector<std::string>& words : commands) EXPECT_EQ(spillway(words, learner.environment()).status, 2);
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Homework, AssignedHandedInGraded)
{
    const Learner learner;
    const TemporaryFolder folder;
    const std::string task = folder.file("week1.spillway-task"), file = folder.file("anna.spillway-hand-in");
    const Finished assigned = spillway({"assign", "--lesson", "running_mean", "--title", "Week 1", "-o", task});
    ASSERT_EQ(assigned.status, 0) << assigned.errors;
    EXPECT_NE(assigned.errors.find("1 lesson, 3 questions, 1 exercise"), std::string::npos) << assigned.errors;

    const Finished listed = spillway({"hand-in", task, "--worker", "none"}, learner.environment());
    EXPECT_EQ(listed.status, 0) << listed.errors;
    EXPECT_NE(listed.output.find("you guessed \"256 bytes\""), std::string::npos) << listed.output;
    EXPECT_NE(listed.output.find("name: none"), std::string::npos);
    EXPECT_FALSE(fs::exists(file));

    const Finished written =
        spillway({"hand-in", task, "--worker", "none", "--name", "Anna", "-o", file}, learner.environment());
    ASSERT_EQ(written.status, 0) << written.errors;
    const Json hand_in = Json::parse(read_text(file));
    EXPECT_EQ(hand_in.at("name"), "Anna");
    EXPECT_EQ(hand_in.at("course"), Json::parse(read_text(task)).at("course"));
    EXPECT_EQ(hand_in.at("lessons").size(), 1u);                           // not the one that was not assigned
    EXPECT_EQ(read_text(file).find(learner.file("")), std::string::npos);  // no path

    const Graded graded = grade(folder.path(), {"--worker", "none", "--task", task});
    EXPECT_EQ(graded.finished.status, 3) << "nothing here can check the exercise";
    EXPECT_NE(graded.finished.errors.find("no kernel was compiled or run"), std::string::npos);
    EXPECT_EQ(graded.item("anna", "frame_64").at("verdict"), "agrees");
    EXPECT_EQ(graded.item("anna", "registers_curve").at("verdict"), "missing");
    EXPECT_TRUE(graded.file("anna").at("note").is_null());
    // A hand-in never replaces its task.
    EXPECT_EQ(spillway({"hand-in", task, "--worker", "none", "-o", task}, learner.environment()).status, 2);
}

TEST(Homework, ListsTheWorkWithoutATaskAndCountsALessonNamedTwiceOnce)
{
    const Learner learner;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"hand-in", "--worker", "none"}, {"hand-in", "--worker", "none", "--name", "Anna"}}) {
        const Finished listed = spillway(words, learner.environment());
        EXPECT_EQ(listed.status, 0) << listed.errors;
        EXPECT_NE(listed.output.find("you guessed \"256 bytes\""), std::string::npos) << listed.output;
        EXPECT_NE(listed.output.find("Nothing was written"), std::string::npos) << listed.output;
    }
    const TemporaryFolder folder;
    const std::string task = folder.file("twins.spillway-task");
    const Finished assigned = spillway({"assign", "--lesson", "running_mean", "running_mean", "-o", task});
    EXPECT_EQ(assigned.status, 0) << assigned.errors;
    EXPECT_NE(assigned.errors.find("1 lesson, 3 questions, 1 exercise"), std::string::npos) << assigned.errors;
    EXPECT_EQ(Json::parse(read_text(task)).at("lessons"), Json({"running_mean"}));
}

/// A hand-in's words are a stranger's; the table is opened in a spreadsheet.
TEST(Homework, NoCellOfTheTableIsAFormula)
{
    const TemporaryFolder folder, elsewhere;
    Json hand_in{{"spillway", "hand-in"},
                 {"format", 1},
                 {"name", "Anna;=1+1;b\t@SUM(1)"},
                 {"course", ""},
                 {"gpu", ""},
                 {"compiler", ""},
                 {"lessons", Json::object()}};
    running_mean(hand_in)["answers"] = {
        {"frame_64", {{"guess", "=cmd|' /C calc'!A0;-1+1"}, {"answer", "256 bytes"}, {"off_by", 0.5}}}};
    running_mean(hand_in)["exercises"] = Json::object();
    write(folder.path(), "a;=1+1;b", hand_in.dump());
    const std::string csv = elsewhere.file("grades.csv");
    const Finished graded = spillway({"grade", folder.path(), "--worker", "none", "--csv", csv});
    ASSERT_TRUE(fs::exists(csv)) << graded.errors;
    EXPECT_NE(read_text(csv).find("Anna"), std::string::npos) << read_text(csv);
    const Finished read =
        run({"python3", (source_folder / "tests/commands/spreadsheet.py").string(), csv}, test_environment());
    EXPECT_EQ(read.status, 0) << read.errors << read_text(csv);
    std::printf("read by: %s", read.output.c_str());
}

TEST(Gain, AFolderWithoutTestsIsReported)
{
    const TemporaryFolder folder;
    const Finished gained = spillway({"gain", folder.path()});
    EXPECT_EQ(gained.status, 3);
    EXPECT_NE(gained.errors.find("there is no test in it"), std::string::npos) << gained.errors;
    EXPECT_NE(gained.errors.find(folder.path().string()), std::string::npos) << gained.errors;
}

TEST(Homework, OnlyQuestionsOfALevelAreAskedAndGraded)
{
    const Learner learner;
    const TemporaryFolder folder;
    const std::string task = folder.file("first.spillway-task"), file = folder.file("anna.spillway-hand-in");
    const auto assign = [&](std::vector<std::string> levels) {
        std::vector<std::string> words{"assign", "--lesson", "running_mean", "-o", task, "--force", "--level"};
        words.insert(words.end(), levels.begin(), levels.end());
        return spillway(words);
    };
    const Finished two = assign({"3", "2", "3"});
    ASSERT_EQ(two.status, 0) << two.errors;
    EXPECT_NE(two.errors.find("1 lesson, 2 questions, 1 exercise"), std::string::npos) << two.errors;
    EXPECT_EQ(Json::parse(read_text(task)).at("levels"), (Json{2, 3}));
    const Finished listed = spillway({"hand-in", task, "--worker", "none"}, learner.environment());
    EXPECT_EQ(listed.output.find("frame_64"), std::string::npos)
        << "of level 1, which the task leaves out: " << listed.output;

    ASSERT_EQ(assign({"1"}).status, 0);
    ASSERT_EQ(spillway({"hand-in", task, "--worker", "none", "-o", file}, learner.environment()).status, 0);
    const Graded graded = grade(folder.path(), {"--worker", "none", "--task", task});
    EXPECT_EQ(graded.item("anna", "frame_64").at("verdict"), "agrees");
    EXPECT_EQ(graded.file("anna").at("items").size(), 2u) << "one question and one exercise";

    // A task from before levels existed has every question.
    Json old = Json::parse(read_text(task));
    old.erase("levels");
    std::ofstream(task) << old;
    EXPECT_EQ(grade(folder.path(), {"--worker", "none", "--task", task}).file("anna").at("items").size(), 4u);
    for (const Json& bad : {Json::array(), Json{0}, Json{4}, Json{"2"}, Json{2, 2}, Json(2)}) {
        old["levels"] = bad;
        std::ofstream(task) << old;
        const Finished refused = spillway({"hand-in", task, "--worker", "none"}, learner.environment());
        EXPECT_EQ(refused.status, 2) << bad;
        EXPECT_NE(refused.errors.find("its list of levels"), std::string::npos) << refused.errors;
    }
    for (const char* level : {"0", "4", "-1", "hard"}) {
        const Finished refused = assign({level});
        EXPECT_EQ(refused.status, 2) << level;
        EXPECT_NE(refused.errors.find("--level"), std::string::npos) << refused.errors;
    }
}

/// The test as a learner types it.
Finished take(const std::string& when, const std::string& file, const std::string& typed)
{
    Environment environment = test_environment();
    environment["TYPED"] = typed;
    return run(
        {"/bin/sh", "-c", "printf \"$TYPED\" | \"$0\" gain --take \"$1\" -o \"$2\"", program("spillway"), when, file},
        environment);
}

TEST(Gain, TheTestIsTakenTwiceAndAClassOfTenHasAGain)
{
    const TemporaryFolder folder;
    const std::string file = folder.file("anna.spillway-test");
    std::string answers;
    for (int i = 0; i < 16; ++i) answers += i == 3 ? "\\n" : i == 5 ? "zz\\na2\\n" : "a3\\n";
    EXPECT_EQ(take("before", file, "a1\\nb2\\n").status, 2);  // the input ends: nothing is written
    EXPECT_FALSE(fs::exists(file));
    const Finished before = take("before", file, answers);
    ASSERT_EQ(before.status, 0) << before.errors;
    EXPECT_NE(before.output.find("No name, no date"), std::string::npos);
    EXPECT_EQ(take("before", file, answers).status, 2);
    ASSERT_EQ(take("after", file, answers).status, 0);
    EXPECT_EQ(take("after", file, answers).status, 2);
    Json paper = Json::parse(read_text(file));
    EXPECT_NE(paper["before"]["form"], paper["after"]["form"]);
    EXPECT_EQ(paper["before"]["answers"].size(), 15u);

    const Finished one = spillway({"gain", folder.path(), "--json"});
    EXPECT_EQ(one.status, 3);
    EXPECT_TRUE(Json::parse(one.output).at(0).at("gain").is_null());
    for (int i = 0; i < 9; ++i) {
        paper["person"] = std::to_string(i);
        std::ofstream(folder.file(std::to_string(i) + ".spillway-test")) << paper;
    }
    const Finished ten = spillway({"gain", folder.path(), "--json"});
    EXPECT_EQ(ten.status, 0) << ten.errors;
    const Json course = Json::parse(ten.output).at(0);
    EXPECT_EQ(course.at("learners"), 10);
    EXPECT_TRUE(course.at("gain").is_number());
    EXPECT_EQ(course.at("interval").size(), 2u);

    std::ofstream(folder.file("copy.spillway-test")) << paper;
    std::ofstream(folder.file("torn.spillway-test")) << "{";
    const Finished more = spillway({"gain", folder.path()});
    EXPECT_EQ(more.status, 3);
    EXPECT_NE(more.errors.find("copy of"), std::string::npos) << more.errors;
    EXPECT_NE(more.output.find("10 learners with both tests"), std::string::npos) << more.output;
}

}  // namespace
}  // namespace spillway::commands
