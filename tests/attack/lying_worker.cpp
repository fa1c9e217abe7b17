// A worker that lies: the word of its command line says how.

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

#include <unistd.h>

#include "app/protocol/messages.h"
#include "tests/support/h200.h"

namespace {

using namespace spillway;

std::string lie;

void say(const protocol::FromWorker& message)
{
    std::cout << protocol::encode(message) << std::endl;
}

/// Lines that no reader accepts as a message.
void say_nonsense()
{
    if (lie == "deep") std::cout << std::string(1'000'000, '[') << std::endl;
    if (lie == "deep_objects") {
        for (int i = 0; i < 1'000'000; ++i) std::cout << "{\"a\":";
        std::cout << std::endl;
    }
    if (lie == "invalid_utf8") std::cout << "{\"type\":\"notice\",\"error\":{\"what\":\"\xff\xfe\"}}" << std::endl;
    if (lie == "long_line") std::cout << std::string(100'000'000, 'x') << std::endl;
    if (lie == "half_greeting") std::cout << "{\"type\":\"hello\"}" << std::endl;
}

/// A GPU that this machine does not have.
model::Gpu made_up_gpu()
{
    model::Gpu gpu = tests::h200();
    gpu.name = lie == "gpu_with_a_known_name" ? "h200" : "live";
    gpu.label = lie == "gpu_with_control_characters" ? "\x1b]0;PWN\x07\n\n\xe2\x80\xae" + std::string(100'000, 'W')
                                                     : "NVIDIA made up";
    if (lie == "gpu_of_zeros") gpu.warp_size = gpu.max_threads_per_sm = gpu.registers_per_sm = 0;
    if (lie == "gpu_with_huge_limits") gpu.max_blocks_per_sm = 2147483647;
    return gpu;
}

void greet()
{
    if (lie == "half_greeting") return say_nonsense();
    protocol::Hello hello;
    if (lie == "version") hello.version = protocol::version + 1;
    if (lie == "huge_version") hello.version = 2147483647;
    hello.program_version = lie == "escapes" ? "\x1b]0;PWN\x07" : "lying";
    hello.compile_threads = lie == "no_threads" ? 0 : lie == "huge_thread_count" ? 2147483647 : 2;
    hello.compiler.available = true;
    hello.compiler.version = "13.0.88";
    hello.driver.reason = lie == "escapes" ? "\x1b[2J" : "none";
    if (lie.starts_with("gpu_")) hello.live_gpus.assign(lie == "gpu_by_the_thousand" ? 5000 : 1, made_up_gpu());
    say(hello);
    if (lie == "greets_twice") say(hello);
}

protocol::Result result_of(const protocol::Run& run)
{
    protocol::Result reply;
    reply.id = run.id;
    reply.result.experiment = run.job.experiment;
    reply.result.variant = run.job.variant;
    reply.result.parameters = run.job.values;
    reply.result.gpu_name = run.job.gpu.name;
    reply.result.gpu_arch = run.job.gpu.arch();
    reply.result.compile = model::CompileReport{};
    reply.result.compile->registers = 32;
    return reply;
}

void answer(const protocol::Run& run)
{
    protocol::Result reply = result_of(run);
    if (lie == "silent") return;
    if (lie == "dropped") return say(protocol::Dropped{run.id});
    if (lie == "half") {
        std::cout << "{\"type\":\"result\",\"id\":" << run.id << std::flush;
        return;
    }
    if (lie == "stopped") std::raise(SIGSTOP);
    if (lie == "leaving") {
        say(protocol::Leaving{"I go"});
        std::_Exit(70);
    }
    if (lie == "endless_yes")
        for (;;) std::cout << "y\n";
    if (lie == "endless_notices")
        for (;;) say(protocol::Notice{{std::string(1000, 'x'), "", ""}});
    reply.is_final = lie != "endless_provisional";
    if (lie == "endless_provisional")
        for (;;) say(reply);
    if (lie == "no_parameters") reply.result.parameters.clear();
    if (lie == "other_kind") {
        protocol::ListingReply listing;
        listing.id = run.id;
        listing.error = model::Error{"w", "", ""};
        return say(listing);
    }
    if (lie == "huge_occupancy") {
        reply.result.occupancy = model::Occupancy{};
        reply.result.occupancy->blocks_per_sm = reply.result.occupancy->warps_per_sm = 2147483647;
    }
    if (lie == "escapes") {
        reply.result.status = model::Status::compile_error;
        reply.result.message = "\x1b]0;PWN\x07\x1b[2J";
    }
    if (lie == "malformed") {
        std::cout << "{\"type\":\"result\",\"id\":" << run.id << ",\"result\":7}" << std::endl;
        return;
    }
    if (lie == "long_words") {
        reply.result.status = model::Status::compile_error;
        reply.result.message = reply.result.advice = reply.result.compile->log = std::string(250'000, 'W');
        static bool was_said = false;
        if (!std::exchange(was_said, true))
            say(protocol::Notice{{std::string(900'000, 'W'), std::string(900'000, 'w'), std::string(900'000, ' ')}});
    }
    if (lie == "dies") std::_Exit(3);
    if (lie == "dies_in_a_line") {
        std::cout << "{\"type\":\"result\",\"id\":" << run.id << std::flush;
        std::_Exit(0);
    }
    if (lie == "unknown_ids")
        for (const std::uint64_t id : {run.id + 1000, std::uint64_t{0}, ~std::uint64_t{0}}) {
            protocol::Result other = reply;
            other.id = id;
            say(other);
        }
    if (lie == "other_names") {
        reply.result.experiment = "\x1b[2J";
        reply.result.variant = "nobody's";
        for (auto& [name, value] : reply.result.parameters) value = std::string("zzz");
    }
    if (lie == "no_number") reply.result.compile->seconds = std::nan("");
    say_nonsense();
    say(reply);
    if (lie == "answers_twice") say(reply);
}

void answer(const protocol::WhatIf& question)
{
    protocol::WhatIfReply reply;
    reply.id = question.id;
    reply.occupancy = model::Occupancy{};
    const int points = lie == "huge_curves" ? 200'000 : 2;
    for (int i = 0; i < points; ++i) reply.curves.over_registers.push_back({i, 1, 2});
    if (lie == "curves_that_cannot_be") reply.curves.over_registers.push_back({2147483647, 2147483647, -1});
    if (lie == "silent_what_if") return;
    if (lie == "what_if_is_a_result") {
        protocol::Result result;
        result.id = question.id;
        return say(result);
    }
    say(reply);
}

/// This worker has no code to show.
void answer(const protocol::ListingRequest& question)
{
    protocol::ListingReply reply;
    reply.id = question.id;
    if (lie != "no_listing") reply.error = model::Error{"no code", "", ""};
    if (lie == "huge_listing") {
        reply.error.reset();
        reply.listing = model::Listing{};
        reply.listing->ptx.assign(150'000, {"nop", 1, false});
    }
    say(reply);
}

}  // namespace

int main(int count, char** arguments)
{
    lie = count > 1 ? arguments[1] : "";
    greet();
    for (std::string line; std::getline(std::cin, line);) {
        const auto message = protocol::decode_to_worker(line);
        if (!message) continue;
        if (const auto* run = std::get_if<protocol::Run>(&*message)) answer(*run);
        if (const auto* question = std::get_if<protocol::WhatIf>(&*message)) answer(*question);
        if (const auto* question = std::get_if<protocol::ListingRequest>(&*message)) answer(*question);
        const bool is_alive = lie != "silent" && lie != "half";
        if (std::holds_alternative<protocol::Ping>(*message) && is_alive) say(protocol::Pong{});
        if (std::holds_alternative<protocol::Shutdown>(*message)) return 0;
    }
    return 0;
}
