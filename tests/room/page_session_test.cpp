// The page's session and the room's desk, with a real worker and without a network between them.

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "app/base/paths.h"
#include "app/catalogue/exercises.h"
#include "app/learner/exercise_folder.h"
#include "app/room/live/desk.h"
#include "app/session/session.h"
#include "app/worker_client/room_link.h"
#include "tests/support/scratch_folder.h"

namespace spillway::room {
namespace {

namespace fs = std::filesystem;
using worker_client::RoomSocket;

constexpr ClientId page_client = 1;

/// The network between a page and its room, which may be cut.
class Network : public Outbox {
public:
    void send(ClientId, Slot, std::string) override {}
    void add(ClientId, std::string line) override { to_page.emplace_back(std::move(line)); }
    [[nodiscard]] std::size_t unsent_bytes(ClientId) const override { return 0; }
    void drop(ClientId) override { is_dropped = true; }

    void connect()
    {
        is_open = true;
        to_page.emplace_back(RoomSocket::Opened{});
        desk->opened(page_client, "page");
    }
    void cut()
    {
        is_open = false;
        to_page.emplace_back(RoomSocket::Lost{});
        desk->closed(page_client);
    }

    Desk* desk = nullptr;
    bool is_open = false, is_dropped = false;
    std::vector<RoomSocket::Event> to_page;
};

class NetworkSocket : public RoomSocket {
public:
    explicit NetworkSocket(Network& network) : network_(network) {}
    bool send(const std::string& text) override
    {
        const double now = std::chrono::duration<double>(base::Clock::now().time_since_epoch()).count();
        if (network_.is_open) network_.desk->received(page_client, text, now);
        return network_.is_open;
    }
    void drop() override { network_.cut(); }
    std::vector<Event> take() override { return std::exchange(network_.to_page, {}); }

private:
    Network& network_;
};

class PageSession : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = scratch_folder("page_session");
        for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
            setenv(variable, folder_.c_str(), 1);
        results::Sources sources;
        sources.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
        sources.gpus_file = SPILLWAY_GPUS_ALONE;
        session::Options options;
        options.installed_experiments = sources.installed_experiments;
        options.gpus_file = fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
        options.worker_command = "none";
        options.guess_ahead = false;
        options.open_link = [this](const std::function<void()>& wake) {
            return std::make_unique<worker_client::RoomLink>(std::make_unique<NetworkSocket>(network_), wake);
        };
        const auto open_worker = [](std::function<void()> wake) {
            return worker_client::open_link({base::worker_program().string()}, std::move(wake));
        };
        desk_ = std::make_unique<Desk>(std::move(*results::ResultLibrary::load(std::move(sources))),
                                       std::vector<Workers::Place>{{open_worker, ""}}, nullptr, Desk::Code::exercises);
        network_.desk = desk_.get();
        desk_->begin(network_, [] {});
        auto opened = session::Session::open(std::move(options));
        ASSERT_TRUE(opened) << opened.error().line();
        session_ = std::move(*opened);
    }
    void TearDown() override
    {
        session_.reset();
        desk_.reset();
        fs::remove_all(folder_);
    }

    template <typename Done>
    bool until(Done done, double seconds = 60)
    {
        const auto begin = base::Clock::now();
        while (!done() && base::seconds_since(begin) < seconds) {
            desk_->poll(base::seconds_since(begin));
            if (!session_->update()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return done();
    }
    [[nodiscard]] const results::CurvePoint& focused() const
    {
        return session_->view().current(session_->view().selection().focus);
    }
    /// The setting's compiler report; null while there is none.
    [[nodiscard]] const model::CompileReport* report(std::int64_t register_cap) const
    {
        const results::CurvePoint& point = focused();
        const bool is_of_cap = point.result != nullptr && point.state >= results::PointState::ready &&
                               point.result->compile &&
                               point.result->parameters.at("register_cap") == model::Value(register_cap);
        return is_of_cap ? &*point.result->compile : nullptr;
    }
    bool set_cap(std::int64_t cap) { return !session_->set_values({{"register_cap", cap}}); }
    [[nodiscard]] bool is_unanswered() const
    {
        const results::CurvePoint& point = focused();
        return point.result != nullptr && point.state >= results::PointState::ready && !point.result->compile;
    }

    fs::path folder_;
    Network network_;
    std::unique_ptr<Desk> desk_;
    std::unique_ptr<session::Session> session_;
};

TEST_F(PageSession, TheRoomAnswersWhatDoesNotShipIsLostAndComesBack)
{
    ASSERT_TRUE(until([&] { return report(0) != nullptr; })) << "it ships";
    ASSERT_TRUE(set_cap(41));
    ASSERT_TRUE(until([&] { return is_unanswered(); })) << "it does not ship";

    network_.connect();
    ASSERT_TRUE(until([&] { return session_->view().worker().is_room || desk_->under_way() > 0; }, 20))
        << "the worker's greeting";
    if (!session_->view().worker().hello->compiler.available) GTEST_SKIP() << "no compiler here";
    ASSERT_TRUE(until([&] { return report(41) != nullptr; }));
    EXPECT_EQ(report(41)->register_cap_requested, 41);
    EXPECT_FALSE(session_->view().worker().is_shipped);
    ASSERT_TRUE(until([&] { return session_->view().listing() != nullptr && !session_->view().listing_is_stale(); }));
    const int done = session_->view().progress().done;
    ASSERT_TRUE(until([&] { return session_->view().progress().done > done + 8; })) << "the curve fills";
    EXPECT_FALSE(network_.is_dropped);

    network_.cut();
    ASSERT_TRUE(until([&] { return session_->view().worker().is_shipped; }));
    EXPECT_NE(report(41), nullptr) << "stays";
    ASSERT_FALSE(session_->view().log().empty());
    EXPECT_NE(session_->view().log().back().error.what.find("no connection"), std::string::npos);
    ASSERT_TRUE(set_cap(43));
    ASSERT_TRUE(until([&] { return is_unanswered(); }));

    network_.connect();
    ASSERT_TRUE(until([&] { return report(43) != nullptr; }));
    EXPECT_EQ(session_->view().log().back().severity, base::Severity::info) << "the status line is empty again";
}

/// As a click on "Begin with your own copy" does, and the editor.
TEST_F(PageSession, LinesOfAnExerciseAreCompiledByTheRoom)
{
    network_.connect();
    ASSERT_TRUE(until([&] { return session_->view().worker().is_room; }, 20));
    const auto& hello = session_->view().worker().hello;
    if (!hello->compiler.available || !hello->takes_code) GTEST_SKIP() << "no confined compiler here";
    const model::Experiment exercise = session_->view().catalogue().find("address_taken")->exercises.front();
    const auto folder = learner::begin_exercise(exercise);
    ASSERT_TRUE(folder) << folder.error().line();
    ASSERT_FALSE(session_->add_catalogue_folder(learner::exercises_folder()));
    session_->trust_experiment(exercise.name);
    session_->select_experiment(exercise.name);
    session_->set_focus("yours");
    const auto frame = [&]() -> std::optional<std::int64_t> {
        const results::CurvePoint& point = focused();
        if (point.result == nullptr || point.state < results::PointState::ready || !point.result->compile)
            return std::nullopt;
        return point.result->compile->stack_frame_bytes;
    };
    ASSERT_TRUE(until([&] { return frame().has_value(); })) << "as it begins";
    EXPECT_GT(*frame(), 0);

    std::string text = exercise.source;
    const std::size_t mine = text.find(catalogue::yours_begins);
    const std::size_t function = text.find("__noinline__", mine), loop = text.find("    for (int last", mine);
    text.insert(loop, "#pragma unroll\n");
    text.replace(function, 12, "__forceinline__");
    const model::Experiment& copy = session_->view().experiment();
    (void)session_->files().save_source(copy.source_file, text, copy.source);
    ASSERT_EQ(session_->view().experiment().source, text);
    ASSERT_TRUE(until([&] { return frame() == 0; })) << "as it was changed";
    EXPECT_FALSE(network_.is_dropped);
}

}  // namespace
}  // namespace spillway::room
