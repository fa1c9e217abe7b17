#include "app/cli/run_here_output.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/catalogue/launch_words.h"
#include "app/cli/json_output.h"
#include "app/model/interpreted_words.h"
#include "app/protocol/interpreted_json.h"

namespace spillway::cli {
namespace {

constexpr std::size_t max_printed_lines = 8;

const char* source_word(catalogue::NumberSource source)
{
    switch (source) {
        case catalogue::NumberSource::user: return "user";
        case catalogue::NumberSource::file: return "file";
        case catalogue::NumberSource::made_up: break;
    }
    return "made_up";
}

void print_launch(const catalogue::InterpretedJob& made)
{
    print("  {}\n", catalogue::launch_words(made));
    if (const std::string which = catalogue::which_launch_words(made); !which.empty())
        print("  as the file says: {}\n", which);
    for (const catalogue::InterpretedArgument& argument : made.arguments)
        print("  {} = {}\n", argument.name, catalogue::argument_words(made, argument));
    print("  main() does not run: these are the kernel's inputs; --set NAME=ELEMENTS:FILLING changes them\n");
}

bool is_refused(const RanHere& ran)
{
    return ran.job && ran.job->refusal;
}

std::string set_option(const model::InterpretedFault& fault)
{
    return fault.kind == model::FaultKind::no_end ? "--set NAME=VALUE or NAME=:FILLING"
                                                  : "--set " + fault.memory + "=ELEMENTS";
}

void print_faults(const RanHere& ran)
{
    const model::InterpretedRun& run = *ran.run;
    if (is_refused(ran)) print("  ! {}\n", *ran.job->refusal);
    for (const model::InterpretedFault& fault : run.faults) {
        print("  ! {}\n", fault.sentence);
        const std::string note = ran.job ? catalogue::made_up_words(*ran.job, fault) : "";
        if (!note.empty()) print("    {}. Choose others with {}\n", note, set_option(fault));
        if (ran.job && catalogue::may_be_made_up_launch(*ran.job, fault))
            print("    {}: --block and --shared set the block and its dynamic shared memory\n",
                  ran.job->launches > 0 ? "the file's launch could not be read whole" : "the file has no launch");
    }
    print("  {}{}\n",
          !run.faults.empty() ? ""
          : is_refused(ran)   ? "no other fault: "
                              : "no fault: ",
          model::blocks_words(run));
    if (!model::came_to_its_end(run)) print("  the run ended there: counts and outputs below are from before that\n");
    if (run.faults.empty()) print("  {}\n", model::unchecked_words);
}

void print_counts(const model::InterpretedRun& run)
{
    for (const model::CountRow& row : model::count_rows(run)) print("  {:<20}{}\n", row.label, row.text);
    if (run.lines.empty()) return;
    print("  {:<20}", "Most instructions");
    for (std::size_t i = 0; i < std::min(max_printed_lines, run.lines.size()); ++i)
        print("{}line {} {:.3g} %", i == 0 ? "" : ", ", run.lines[i].line, 100 * model::share_of(run, run.lines[i]));
    print("\n");
}

void print_outputs(const model::InterpretedRun& run)
{
    for (const model::InterpretedBuffer& buffer : run.buffers) {
        if (buffer.first_values.empty()) continue;
        print("  {} begins", buffer.name);
        for (const std::string& value : buffer.first_values) print(" {}", value);
        print("\n");
    }
    if (model::wrote_nan(run)) print("  {}\n", model::nan_words);
    if (run.printed.empty()) return;
    print("  printed{}:\n{}{}", run.is_print_cut ? ", the first 64 KiB" : "", run.printed,
          run.printed.ends_with('\n') ? "" : "\n");
}

Json argument_json(const catalogue::InterpretedArgument& argument, const model::LaunchPlan& plan)
{
    Json json{{"name", argument.name}, {"type", argument.type}, {"source", source_word(argument.source)}};
    if (argument.buffer < 0) {
        const bool is_whole = argument.value == std::floor(argument.value) && std::abs(argument.value) < 9e15;
        json["value"] = is_whole ? Json(static_cast<std::int64_t>(argument.value)) : Json(argument.value);
        return json;
    }
    const model::PlannedBuffer& buffer = plan.buffers[static_cast<std::size_t>(argument.buffer)];
    json["buffer"] = buffer.name;
    json["elements"] = buffer.count;
    json["element_bytes"] = buffer.element_bytes;
    json["filling"] = catalogue::fill_words(buffer);
    return json;
}

Json launch_json(const catalogue::InterpretedJob& made)
{
    const model::Job& job = made.job;
    Json arguments = Json::array();
    for (const auto& argument : made.arguments) arguments.push_back(argument_json(argument, *job.plan));
    return {
        {"grid", {job.grid[0], job.grid[1], job.grid[2]}},       {"block", {job.block[0], job.block[1], job.block[2]}},
        {"dynamic_shared_bytes", job.dynamic_shared_bytes},      {"grid_source", source_word(made.grid_source)},
        {"block_source", source_word(made.block_source)},        {"arguments", arguments},
        {"warning", made.refusal ? Json(*made.refusal) : Json()}};
}

/// "nan" stays text, because JSON has no such number.
Json value_json(const std::string& text)
{
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end != text.c_str() + text.size() || !std::isfinite(value)) return text;
    return text.find_first_of(".e") == std::string::npos ? Json::parse(text) : Json(value);
}

Json json_of(const RanHere& ran)
{
    Json json{{"file", ran.file},
              {"kernel", ran.kernel},
              {"gpu", {{"name", ran.gpu.name}, {"arch", ran.gpu.arch()}}},
              {"status", run_here_status(ran)},
              {"message", ran.error ? Json(ran.error->line()) : Json()},
              {"notes", ran.notes.empty() ? Json() : Json(ran.notes)},
              {"launch", ran.job ? launch_json(*ran.job) : Json()}};
    Json run = ran.run ? Json::parse(protocol::interpreted_to_json(*ran.run)) : Json::object();
    for (const char* key :
         {"grid_blocks", "faults", "counts", "lines", "buffers", "printed", "is_print_cut", "ptx_local_bytes"})
        json[key] = run.contains(key) ? run[key] : Json();
    if (ran.run)
        for (std::size_t i = 0; i < ran.run->buffers.size(); ++i) {
            Json values = Json::array();
            for (const std::string& text : ran.run->buffers[i].first_values) values.push_back(value_json(text));
            json["buffers"][i]["first_values"] = values;
        }
    return json;
}

}  // namespace

std::string run_here_status(const RanHere& ran)
{
    if (!ran.run) return "not_run";
    switch (model::verdict_of(*ran.run, is_refused(ran))) {
        case model::RunVerdict::clean: return "clean";
        case model::RunVerdict::launch_refused:
        case model::RunVerdict::fault: return "fault";
        case model::RunVerdict::stopped: return "stopped";
        case model::RunVerdict::not_run: break;
    }
    return "not_run";
}

void print_run_here(const RanHere& ran, bool is_first)
{
    print("{}{}\n", is_first ? "" : "\n", ran.kernel);
    if (ran.job) print_launch(*ran.job);
    if (ran.error) print("  not run: {}\n", ran.error->line());
    if (ran.run) {
        print_faults(ran);
        print_counts(*ran.run);
        print_outputs(*ran.run);
    }
    std::fflush(stdout);
}

void print_run_here_json(const std::vector<RanHere>& all)
{
    Json json = Json::array();
    for (const RanHere& ran : all) json.push_back(json_of(ran));
    print_json(json);
}

}  // namespace spillway::cli
