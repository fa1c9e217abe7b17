// A page reads a file when it needs it. A file that did not come is asked for again after the next change.

#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/session/counting_link.h"
#include "tests/session/update_until.h"
#include "tests/support/environment.h"
#include "tests/support/scratch_folder.h"

namespace spillway::session {
namespace {

namespace fs = std::filesystem;

constexpr const char* listings_file = "running_mean-2200e69da2422121.ptx";
constexpr const char* reports_file = "running_mean-sm_75-2200e69da2422121.reports";

/// running_mean as in a page, with one file that has not come: it is empty.
class NotCome : public ::testing::Test {
protected:
    ~NotCome() override { fs::remove_all(folder_); }

    void lack(const char* what, const char* file)
    {
        fs::copy(assets_ / what, folder_ / what);
        fs::resize_file(folder_ / what / file, 0);
    }
    void bring(const char* what, const char* file)
    {
        fs::copy_file(assets_ / what / file, folder_ / what / file, fs::copy_options::overwrite_existing);
    }
    void open(const char* gpu)
    {
        session_ = open_without_worker(requests_);
        ASSERT_NE(session_, nullptr);
        session_->select_experiment("running_mean");
        session_->set_gpu(gpu);
    }
    /// For as long as requests that wait for a resting slider take.
    void rest()
    {
        ASSERT_TRUE(update_until(*session_, [updates = 0]() mutable { return ++updates > 100; }));
    }
    void leave_and_return()
    {
        const model::Value first = session_->view().selection().values.at("window_size");
        session_->set_values({{"window_size", model::Value(9)}});
        rest();
        session_->set_values({{"window_size", first}});
    }
    [[nodiscard]] bool lacks_report() const
    {
        const auto result = session_->view().current("local_array").result;
        return result != nullptr && !result->compile;
    }

    const fs::path assets_ = fs::path(SPILLWAY_SOURCE_DIR) / "assets";
    const fs::path folder_ = scratch_folder("not-come");
    const tests::Environment listings_{"SPILLWAY_PTX", (folder_ / "ptx").c_str()};
    const tests::Environment reports_{"SPILLWAY_REPORTS", (folder_ / "reports").c_str()};
    Requests requests_;
    std::unique_ptr<Session> session_;
};

TEST_F(NotCome, CodeIsAskedForAgainAfterAChange)
{
    fs::create_directory_symlink(assets_ / "reports", folder_ / "reports");
    lack("ptx", listings_file);
    open("h200");
    ASSERT_TRUE(update_until(*session_, [&] { return session_->view().listing_error().has_value(); }));
    EXPECT_EQ(session_->view().listing_error()->what, "The code of this setting did not come");
    rest();
    const int before = requests_.listings;
    rest();
    EXPECT_EQ(requests_.listings, before) << "not without a change";
    bring("ptx", listings_file);
    leave_and_return();
    EXPECT_TRUE(update_until(
        *session_, [&] { return session_->view().listing() != nullptr && !session_->view().listing_is_stale(); }));
    EXPECT_FALSE(session_->view().listing_error());
}

TEST_F(NotCome, AReportIsAskedForAgainAfterAChange)
{
    fs::create_directory_symlink(assets_ / "ptx", folder_ / "ptx");
    lack("reports", reports_file);
    open("t4");  // without a recording
    ASSERT_TRUE(update_until(*session_, [&] { return lacks_report(); }));
    EXPECT_EQ(session_->view().current("local_array").result->message,
              "The compile report of this setting did not come");
    rest();
    const int before = requests_.runs;
    rest();
    EXPECT_EQ(requests_.runs, before) << "not without a change";
    bring("reports", reports_file);
    leave_and_return();
    EXPECT_TRUE(update_until(*session_, [&] { return !lacks_report(); }));
}

}  // namespace
}  // namespace spillway::session
