// A worker that lies: the word of its command line says how.

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>

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

void greet()
{
    protocol::Hello hello;
    hello.program_version = lie == "escapes" ? "\x1b]0;PWN\x07" : "lying";
    hello.compile_threads = lie == "no_threads" ? 0 : 2;
    hello.compiler.available = true;
    hello.compiler.version = "13.0.88";
    hello.driver.reason = lie == "escapes" ? "\x1b[2J" : "none";
    if (lie == "gpu_of_zeros") {
        model::Gpu gpu = tests::h200();
        gpu.name = "live";
        gpu.warp_size = gpu.max_threads_per_sm = gpu.registers_per_sm = 0;
        hello.live_gpus = {gpu};
    }
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
    if (lie == "deep") std::cout << std::string(1'000'000, '[') << std::endl;
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
        const bool is_alive = lie != "silent" && lie != "half";
        if (std::holds_alternative<protocol::Ping>(*message) && is_alive) say(protocol::Pong{});
        if (std::holds_alternative<protocol::Shutdown>(*message)) return 0;
    }
    return 0;
}
