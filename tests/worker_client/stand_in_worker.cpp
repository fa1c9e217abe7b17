// Answers like spillway-worker without compiling anything. The words of its command line say how it
// misbehaves: "no_hello", "old_version", "garbage", "refuse_to_start", "no_compiler" (and it compiles
// nothing), "other_compiler" (12.0.1 instead of 13.0.88), "live_h200" (has a GPU, on which everything
// takes 1 ms and reads 4,096 bytes of memory), "measures_nothing" (though it has one), "lying_names" (results bear
// other names than was asked), "dies_of_listings", "dies_of_causes", "dies_of_counts", "urgent_listings" (leaves all
// others without an answer), "dies_of_all" (ends by a signal at the first run), "dies_once:FILE" (the same once, and
// leaves the file), "registers_tell_the_setting" (of cap, block size and GPU, and of nothing else), "full_disk" (at
// each run), "reads_no_interpretation" (a notice instead), "at_8:STATUS" (so ends a run with a window of 8;
// "at_8:worker_died" by a signal, "at_8:no_block_fits" by the calculator's word); a kernel entry that contains
// "kill_me" ends it by a signal, "hang" is never answered, "slow" takes 50 ms.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "app/protocol/heading.h"
#include "app/protocol/messages.h"
#include "tests/support/h200.h"

namespace {

using namespace spillway;

void say(const protocol::FromWorker& message)
{
    std::cout << protocol::encode(message) << std::endl;
}

void greet(const std::set<std::string>& words)
{
    protocol::Hello hello;
    hello.program_version = SPILLWAY_VERSION;
    hello.compile_threads = 2;
    hello.compiler.available = !words.contains("no_compiler");
    hello.compiler.version = words.contains("other_compiler") ? "12.0.1" : "13.0.88";
    hello.disassembler.available = words.contains("has_disassembler");
    hello.driver.reason = "there is no driver in the stand-in";
    if (words.contains("live_h200")) {
        model::Gpu gpu = tests::h200();
        gpu.name = "live";
        gpu.label = "NVIDIA H200";
        hello.live_gpus = {gpu};
        hello.driver.version = "580.95.05, CUDA 13.0";
    }
    if (words.contains("old_version")) hello.version = 0;
    if (!words.contains("no_hello")) say(hello);
    if (words.contains("garbage")) std::cout << "this is not a message\n{\"type\":\"result\"}\n" << std::flush;
}

/// Another number for another register cap, block size or GPU; nothing else counts.
int setting_number(const model::Job& job)
{
    return 16 + job.compile.register_cap + static_cast<int>(job.threads_per_block() / 8) + job.gpu.compute_major;
}

/// Fate of a run with a window of 8, if the command line names one.
std::string wanted_end(const model::Job& job, const std::set<std::string>& words)
{
    constexpr std::string_view mark = "at_8:";
    const auto window = job.values.find("window_size");
    if (window == job.values.end() || window->second != model::Value{std::int64_t{8}}) return {};
    for (const std::string& word : words)
        if (word.starts_with(mark)) return word.substr(mark.size());
    return {};
}

void end_badly(model::RunResult& result, const std::string& end)
{
    static const std::map<std::string, model::Status> statuses = {
        {"compile_error", model::Status::compile_error}, {"no_block_fits", model::Status::launch_error},
        {"launch_error", model::Status::launch_error},   {"wrong_result", model::Status::wrong_result},
        {"timed_out", model::Status::timed_out},
    };
    result.status = statuses.at(end);
    result.message = "as it was asked to";
    if (end == "compile_error") return result.compile.reset();
    result.occupancy = model::Occupancy{};
    result.occupancy->blocks_per_sm = end == "no_block_fits" ? 0 : 1;
}

/// "dies_once:FILE": at the first run of all, which leaves the file.
bool dies_now(const std::set<std::string>& words)
{
    constexpr std::string_view mark = "dies_once:";
    const auto word = std::ranges::find_if(words, [&](const std::string& each) { return each.starts_with(mark); });
    if (word == words.end()) return false;
    const std::filesystem::path file = word->substr(mark.size());
    return !std::filesystem::exists(file) && std::ofstream(file);
}

void answer(const protocol::Run& run, const std::set<std::string>& sources, const std::set<std::string>& words)
{
    const std::string& entry = run.job.compile.entry;
    const std::string end = wanted_end(run.job, words);
    if (entry.find("kill_me") != std::string::npos || dies_now(words) || words.contains("dies_of_all") ||
        end == "worker_died") {
        std::cerr << "about to fall over\n";
        std::raise(SIGKILL);
    }
    if (entry.find("hang") != std::string::npos) return;
    if (words.contains("no_figures") && run.inspect_sass) return;
    if (entry.find("slow") != std::string::npos) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    protocol::Result reply;
    reply.id = run.id;
    reply.result = model::empty_result(run.job);
    if (words.contains("lying_names")) {
        reply.result.experiment = "another";
        reply.result.job_hash = std::string(64, '0');
    }
    reply.result.compile = model::CompileReport{};
    reply.result.compile->registers = 32;
    reply.result.compile->log = entry;
    if (run.inspect_sass && words.contains("has_disassembler"))
        model::put_code_figures(reply.result, {{}, 30, 0, 0, 0});
    if (words.contains("registers_tell_the_setting")) reply.result.compile->registers = setting_number(run.job);
    if (!sources.contains(run.job.compile.source_hash)) {
        reply.result.status = model::Status::compile_error;
        reply.result.message = "the source was not sent";
    }
    if (run.measure && words.contains("live_h200") && !words.contains("measures_nothing")) {
        reply.result.measurement.source = model::MeasurementSource::live;
        reply.result.measurement.seconds = model::SampleStatistics{1e-3, 1e-3, 1e-3, 0, 10};
        if (run.count && !run.samples_only) reply.result.measurement.counters = {{"dram__bytes_read.sum", 4096}};
        if (run.samples_only)
            reply.result.measurement.stall_samples =
                model::StallSamples{"made", 9, 0, 32, {entry}, {"wait"}, {{0, 16, 9, {{0, 9}}}}};
    }
    if (!end.empty()) end_badly(reply.result, end);
    if (words.contains("full_disk")) {
        reply.result.status = model::Status::compile_error;
        reply.result.message = "the disk is full";
        reply.result.error_kind = model::ErrorKind::passing;
        reply.result.compile.reset();
    }
    if (words.contains("no_compiler")) {
        reply.result.status = model::Status::compile_error;
        reply.result.message = "there is no compiler in the stand-in";
        reply.result.compile.reset();
    }
    say(reply);
}

}  // namespace

int main(int argc, char** argv)
{
    const std::set<std::string> words(argv + 1, argv + argc);
    if (words.contains("refuse_to_start")) {
        std::cerr << "not today\n";
        return 7;
    }
    greet(words);
    std::set<std::string> sources;
    std::deque<std::pair<std::string, std::size_t>> order;  // keeps the newest texts, as the real one does
    constexpr std::size_t most_bytes = std::size_t{64} << 20;
    std::size_t bytes = 0;
    for (std::string line; std::getline(std::cin, line);) {
        const auto message = protocol::decode_to_worker(line);
        if (!message) {
            say(protocol::Notice{message.error(), protocol::heading_of(line).id});
            continue;
        }
        if (const auto* interpret = std::get_if<protocol::InterpretRequest>(&*message);
            interpret != nullptr && words.contains("reads_no_interpretation")) {
            say(protocol::Notice{{"this message is unknown", "worker input", ""}, interpret->id});
            continue;
        }
        if (const auto* source = std::get_if<protocol::Source>(&*message)) {
            sources.insert(source->source.hash);
            order.emplace_back(source->source.hash, source->source.text.size());
            bytes += order.back().second;
            for (; bytes > most_bytes; order.pop_front()) {
                bytes -= order.front().second;
                sources.erase(order.front().first);
            }
        }
        if (const auto* run = std::get_if<protocol::Run>(&*message)) answer(*run, sources, words);
        if (const auto* listing = std::get_if<protocol::ListingRequest>(&*message)) {
            if (words.contains("dies_of_listings")) std::raise(SIGKILL);
            if (words.contains("urgent_listings") && listing->priority != 0) continue;
            model::Listing code;
            code.ptx = {{"// " + listing->compile.entry, 0, false}};
            say(protocol::ListingReply{listing->id, code, std::nullopt, std::nullopt});
        }
        if (const auto* what_if = std::get_if<protocol::WhatIf>(&*message))
            say(protocol::WhatIfReply{what_if->id, model::Occupancy{}, {{{32, 1, 1}}, {}, {}}, std::nullopt});
        if (const auto* roofs = std::get_if<protocol::RoofsRequest>(&*message))
            say(protocol::RoofsReply{roofs->id, std::nullopt, model::Error{"the stand-in has no roofs", "", ""}});
        if (words.contains("dies_of_causes") && std::holds_alternative<protocol::CausesRequest>(*message))
            std::raise(SIGKILL);
        if (words.contains("dies_of_counts") && std::holds_alternative<protocol::InterpretRequest>(*message))
            std::raise(SIGKILL);
        if (const auto* interpret = std::get_if<protocol::InterpretRequest>(&*message))
            say(protocol::InterpretReply{interpret->id, std::nullopt, std::nullopt,
                                         model::Error{"the stand-in runs nothing", "", ""}});
        if (const auto* cancel = std::get_if<protocol::Cancel>(&*message))
            for (const auto id : cancel->ids) say(protocol::Dropped{id});
        if (std::holds_alternative<protocol::Shutdown>(*message)) return 0;
    }
    return 0;
}
