// A folder that somebody drops on the window: shown as text, and compiled only once its banner's buttons were clicked.

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "driver.h"
#include "tests/support/scratch_folder.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

constexpr const char* for_now = "banner";
constexpr const char* for_good = "banner 1";

class Trust : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = scratch_folder("dropped");
        const fs::path original = fs::path(SPILLWAY_SOURCE_DIR) / "kernels/running_mean";
        fs::copy(original, folder_ / "dropped", fs::copy_options::recursive);
        std::ifstream in(original / "experiment.json");
        std::string text{std::istreambuf_iterator<char>(in), {}};
        const std::string name = "\"running_mean\"";
        text.replace(text.find(name), name.size(), "\"dropped\"");
        std::ofstream(folder_ / "dropped/experiment.json", std::ios::trunc) << text;
        // Another text: an answer belongs to its text, whoever asks, and the shipped one's may be known.
        std::ofstream(folder_ / "dropped/kernel.cu", std::ios::app) << "// somebody else's\n";
    }
    void TearDown() override
    {
        driver_.reset();
        fs::remove_all(folder_);
    }

    /// Starts the program anew and drops the folder on its window.
    void start()
    {
        driver_.reset();
        driver_ = Driver::open();
        if (!driver_) return;
        driver_->surface().drop(folder_);
        driver_->frames(4);
        ASSERT_EQ(driver_->session().view().selection().experiment, "dropped");
    }
    [[nodiscard]] bool is_on_screen(const char* item) const { return driver_->app().items().find(item).has_value(); }
    [[nodiscard]] bool is_trusted() const { return driver_->session().view().experiment().origin.trusted; }
    [[nodiscard]] results::PointState state() const
    {
        return driver_->session().view().current(driver_->session().view().selection().focus).state;
    }
    [[nodiscard]] bool has_compiler() const
    {
        const auto& hello = driver_->session().view().worker().hello;
        return hello && hello->compiler.available;
    }

    fs::path folder_;
    std::unique_ptr<Driver> driver_;
};

TEST_F(Trust, IsAskedForByABannerAndHoldsAsLongAsTheButtonSays)
{
    start();
    if (!driver_) GTEST_SKIP() << "no OpenGL without a display here";
    EXPECT_FALSE(is_trusted());
    EXPECT_TRUE(is_on_screen(for_now));
    EXPECT_TRUE(is_on_screen(for_good));
    driver_->frames(20);
    EXPECT_LT(state(), results::PointState::ready) << "compiled before anybody trusted it";
    driver_->keep_picture("trust_asked");

    driver_->click(for_now);
    EXPECT_TRUE(is_trusted());
    EXPECT_FALSE(is_on_screen(for_good)) << "it still asks";
    driver_->settle();
    if (has_compiler()) {
        EXPECT_EQ(state(), results::PointState::ready);
    }
    std::ofstream(folder_ / "dropped/kernel.cu", std::ios::app) << "// edited\n";
    EXPECT_TRUE(is_trusted()) << "a folder is trusted, not a text";

    start();
    EXPECT_FALSE(is_trusted()) << "until the program ends, and no longer";
    ASSERT_TRUE(is_on_screen(for_good));
    driver_->click(for_good);
    EXPECT_TRUE(is_trusted());
    EXPECT_FALSE(is_on_screen(for_good));

    start();
    EXPECT_TRUE(is_trusted()) << "for good";
    EXPECT_FALSE(is_on_screen(for_good));
    driver_->settle();
    if (has_compiler()) {
        EXPECT_EQ(state(), results::PointState::ready);
    }
}

}  // namespace
}  // namespace spillway::window
