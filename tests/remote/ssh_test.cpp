// A worker on another machine, through a real OpenSSH server on the loopback: what it answers, what is said when it
// does not let anybody in, and what becomes of a drag when the line is cut.

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "app/base/command_words.h"
#include "app/catalogue/gpus.h"
#include "app/protocol/messages.h"
#include "app/session/session.h"
#include "app/worker_client/dispatcher.h"
#include "app/worker_client/worker_place.h"
#include "tests/commands/run_json.h"
#include "tests/remote/ssh_server.h"

namespace spillway::remote {
namespace {

namespace fs = std::filesystem;
using commands::Finished;
using session::Session;
using session::SessionView;
using worker_client::WorkerState;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Ssh : public testing::Test {
protected:
    void SetUp() override
    {
        if (!server_.why_not().empty()) GTEST_SKIP() << server_.why_not();
        if (!commands::has_compiler()) GTEST_SKIP() << "NVRTC is not on this machine: nothing to compile with";
        for (const auto& [name, value] : server_.environment()) setenv(name.c_str(), value->c_str(), 1);
        for (const char* home : {"XDG_CONFIG_HOME", "XDG_DATA_HOME"}) setenv(home, home_.path().c_str(), 1);
    }

    static std::string worker_on(const std::string& host)
    {
        return "ssh " + host + " " + commands::program("spillway-worker").string();
    }

    Finished run_on(const std::string& worker)
    {
        return commands::spillway({"run", "running_mean", "--variant", "no_array", "--set", "elements=1000", "--gpu",
                                   "h200", "--json", "--worker", worker},
                                  server_.environment());
    }

    std::unique_ptr<Session> open(const std::string& worker)
    {
        session::Options options;
        options.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
        options.gpus_file = SPILLWAY_GPUS_ALONE;
        options.worker_command = worker;
        options.fill_curve = options.guess_ahead = false;
        auto session = Session::open(std::move(options));
        EXPECT_TRUE(session) << session.error().line();
        return session ? std::move(*session) : nullptr;
    }

    template <typename Done>
    static bool update_until(Session& session, Done done, double max_seconds = 60)
    {
        const auto begin = Clock::now();
        while (!done() && seconds_since(begin) < max_seconds) {
            session.update();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return done();
    }

    /// The report of what is chosen is there, and of nothing else.
    static bool is_answered(const SessionView& session)
    {
        const results::CurvePoint& point = session.current(session.selection().focus);
        return point.result && !point.is_stale() && point.result->compile.has_value();
    }

    commands::TemporaryFolder home_;
    SshServer server_;
};

TEST_F(Ssh, AnswersAsTheWorkerHereDoes)
{
    const Finished there = run_on(worker_on("lab"));
    ASSERT_EQ(there.status, 0) << there.errors;
    auto far = nlohmann::json::parse(there.output).front(), near = nlohmann::json::parse(run_on("").output).front();
    for (auto* result : {&far, &near})
        for (const char* its_own : {"seconds", "compiler_seconds", "cached", "log"})
            (*result)["compile"].erase(its_own);
    EXPECT_EQ(far["compile"], near["compile"]);
    EXPECT_EQ(far["occupancy"], near["occupancy"]);
}

TEST_F(Ssh, RunAndSweepListTheFilesThatTheySend)
{
    const fs::path file = home_.path() / "half.cu", made = home_.path() / "made";
    std::ofstream(file) << "#include \"part.cuh\"\n__global__ void half(float* p) { p[0] *= part; }\n";
    std::ofstream(home_.path() / "part.cuh") << "constexpr float part = 0.5f;\n";
    const Finished make = commands::spillway({"open", file.string(), "--make", made.string()}, server_.environment());
    ASSERT_EQ(make.status, 0) << make.errors;
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"run", "made"}, {"sweep", "made", "--axis", "register_cap=[32]", "--csv", "-"}}) {
        for (const std::string& worker : {worker_on("lab"), std::string()}) {
            std::vector<std::string> all = command;
            for (const char* word : {"--catalogue", made.c_str(), "--trust", "--gpu", "h200"}) all.emplace_back(word);
            if (!worker.empty()) all.insert(all.end(), {"--worker", worker});
            const Finished finished = commands::spillway(all, server_.environment());
            EXPECT_EQ(finished.status, 0) << finished.errors;
            EXPECT_EQ(finished.errors.find("sent to lab: ") != std::string::npos, !worker.empty()) << finished.errors;
            EXPECT_EQ(finished.errors.find("part.cuh") != std::string::npos, !worker.empty()) << finished.errors;
        }
    }
}

TEST_F(Ssh, WhatRefusesIsReported)
{
    const std::tuple<std::string, const char*, const char*> refusals[] = {
        {worker_on("wrong_key"), "wrong_key could not be reached: ", "ssh-copy-id wrong_key"},
        {worker_on("stranger"), "stranger could not be reached: Host key verification failed.", "compare the key"},
        {"ssh lab /no/such/spillway-worker", "there is no such worker program on lab", "by its path"},
    };
    for (const auto& [worker, what, advice] : refusals) {
        const auto begin = Clock::now();
        const Finished run = run_on(worker);
        EXPECT_EQ(run.status, 1) << worker << run.output;
        EXPECT_NE(run.errors.find(what), std::string::npos) << worker << "\n" << run.errors;
        EXPECT_NE(run.errors.find(advice), std::string::npos) << run.errors;
        EXPECT_LT(seconds_since(begin), 15) << "what cannot get better is not tried again";
    }
}

TEST_F(Ssh, AMachineThatIsOffIsTriedAgainAndAnotherMayBeTaken)
{
    auto session = open(worker_on("closed"));
    ASSERT_TRUE(session);
    EXPECT_EQ(session->view().worker().host, "closed");
    EXPECT_EQ(session->view().worker().state, WorkerState::starting);
    ASSERT_TRUE(update_until(*session, [&] { return session->view().worker().restarts >= 2; }));
    ASSERT_TRUE(session->view().worker().trouble);
    EXPECT_NE(session->view().worker().trouble->what.find("closed could not be reached: "), std::string::npos);
    EXPECT_NE(session->view().worker().trouble->what.find("Connection refused"), std::string::npos)
        << session->view().worker().trouble->what;
    EXPECT_NE(session->view().worker().trouble->advice.find("check that the machine is on"), std::string::npos);

    ASSERT_FALSE(session->worker().use_machine("lab " + commands::program("spillway-worker").string()));
    EXPECT_EQ(session->view().worker().host, "lab");
    ASSERT_TRUE(update_until(*session, [&] { return is_answered(session->view()); }));
    ASSERT_TRUE(session->worker().use_machine("-oProxyCommand=touch lab")) << "an option is not a machine";
    EXPECT_EQ(session->view().worker().host, "lab");
    ASSERT_FALSE(session->worker().use_machine(""));
    EXPECT_EQ(session->view().worker().host, "");
    ASSERT_TRUE(update_until(*session, [&] {
        return session->view().worker().state == WorkerState::ready && is_answered(session->view());
    }));
}

TEST_F(Ssh, ALineThatIsCutInADragLosesNothing)
{
    auto session = open(worker_on("lab"));
    ASSERT_TRUE(session);
    session->select_experiment("running_mean");
    session->set_gpu("h200");
    ASSERT_TRUE(update_until(*session, [&] { return is_answered(session->view()); }));
    const auto drag = [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t window = from; window < to; ++window) {
            ASSERT_FALSE(session->set_values({{"window_size", window}}, session::Edit::dragging));
            session->update();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    };
    drag(33, 53);
    server_.cut();
    const auto cut = Clock::now();
    drag(53, 76);
    ASSERT_FALSE(session->set_values({{"window_size", std::int64_t{76}}}));
    ASSERT_TRUE(update_until(*session, [&] { return is_answered(session->view()); }));
    std::printf("cut in a drag: next right result after %.2f s\n", seconds_since(cut));
    EXPECT_EQ(session->view().current(session->view().selection().focus).result->compile->stack_frame_bytes, 4 * 76);
    EXPECT_GE(session->view().worker().restarts, 1);
    for (const auto& entry : session->view().log())
        EXPECT_EQ(entry.error.what.find("crashed the worker"), std::string::npos) << entry.error.what;
    // Requests from before the break are answered.
    ASSERT_FALSE(session->set_values({{"window_size", std::int64_t{52}}}));
    EXPECT_TRUE(update_until(*session, [&] { return is_answered(session->view()); }));
}

TEST_F(Ssh, ALineThatFallsSilentIsMadeAgain)
{
    worker_client::Dispatcher dispatcher(base::command_words(worker_on("lab")), {}, {20, 0.2, 0.5});
    const auto until = [&](auto done) {
        const auto begin = Clock::now();
        while (!done() && seconds_since(begin) < 30) dispatcher.wait_and_poll(0.02);
        return done();
    };
    ASSERT_TRUE(until([&] { return dispatcher.status().state == WorkerState::ready; })) << "connects";
    server_.silence();
    protocol::WhatIf question;
    question.gpu = catalogue::load_gpus(SPILLWAY_GPUS_ALONE)->front();
    question.needs.threads = 128;
    bool is_answered = false;
    dispatcher.submit(question, [&](const worker_client::Answer& answer) {
        is_answered = std::holds_alternative<protocol::WhatIfReply>(answer);
    });
    const auto begin = Clock::now();
    EXPECT_TRUE(until([&] { return is_answered; }));
    std::printf("silent line: next right result after %.2f s, with 0.7 s of patience\n", seconds_since(begin));
    EXPECT_GE(dispatcher.status().restarts, 1);
}

TEST_F(Ssh, AnotherVersionThereIsReported)
{
    const Finished other = run_on("ssh lab " LYING_WORKER " version");
    EXPECT_EQ(other.status, 1) << other.output;
    const std::string ours = std::to_string(protocol::version), theirs = std::to_string(protocol::version + 1);
    EXPECT_NE(other.errors.find("speaks version " + theirs + " of the messages, this program " + ours),
              std::string::npos)
        << other.errors;
    auto session = open("ssh lab " LYING_WORKER " honest");
    ASSERT_TRUE(session);
    ASSERT_TRUE(update_until(*session, [&] { return session->view().worker().state == WorkerState::ready; }));
    bool is_told = false;
    for (const auto& entry : session->view().log())
        is_told |= entry.error.what.find("is Spillway lying, this program") != std::string::npos;
    EXPECT_TRUE(is_told) << "the messages fit, the program's version does not";
}

TEST(WorkerPlace, KnowsAHostFromAnOption)
{
    using worker_client::host_of;
    EXPECT_EQ(host_of({"ssh", "lab", "spillway-worker"}), "lab");
    EXPECT_EQ(host_of({"/usr/bin/ssh", "-T", "-p", "22", "-oBatchMode=yes", "me@lab", "x"}), "me@lab");
    EXPECT_EQ(host_of({"ssh", "-vp", "22", "lab", "x"}), "lab");
    EXPECT_EQ(host_of({"ssh", "-p22", "lab", "x"}), "lab");
    EXPECT_EQ(host_of({"spillway-worker"}), "");
    EXPECT_EQ(host_of({"ssh", "-V"}), "");
    EXPECT_EQ(host_of({}), "");
    EXPECT_EQ(host_of(worker_client::command_for("lab")), "lab");
    EXPECT_EQ(worker_client::command_for("lab bin/worker").back(), "bin/worker");
    for (const char* machine : {"lab", "me@lab", "lab spillway-device/bin/spillway-worker", "[::1]"})
        EXPECT_FALSE(worker_client::why_no_machine(machine)) << machine;
    for (const char* machine :
         {"", " ", "-oProxyCommand=x", "lab -x", "lab a b", "lab;x", "lab $(x)", "lab\nx", "'lab'"})
        EXPECT_TRUE(worker_client::why_no_machine(machine)) << machine;
}

}  // namespace
}  // namespace spillway::remote
