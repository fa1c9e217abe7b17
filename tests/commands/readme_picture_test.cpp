// README's picture shows the window as it is. `./test.sh approve` draws it anew.

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/commands/run_json.h"
#include "tests/support/approved_picture.h"
#include "tests/support/source_folder.h"

namespace spillway::commands {
namespace {

TEST(ReadmePicture, shows_the_window_as_it_is)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    const std::string drawn = folder.file("picture.png");
    const std::filesystem::path kept = source_folder / "docs" / "picture.png";
    const Finished done =
        spillway({"screenshot", "--view", "v1/running_mean/set=window_size:32/gpu=h200/tab=lesson/step=4", "--size",
                  "1600x900", "-o", drawn});
    if (done.status != 0 && done.errors.find("OpenGL") != std::string::npos) GTEST_SKIP() << done.errors;
    ASSERT_EQ(done.status, 0) << done.errors;
    if (std::getenv("SPILLWAY_APPROVE_PICTURES") != nullptr)
        std::filesystem::copy_file(drawn, kept, std::filesystem::copy_options::overwrite_existing);
    const tests::Picture now = tests::read_png(drawn), shown = tests::read_png(kept);
    ASSERT_FALSE(now.rgba.empty());
    const double share = tests::share_that_differs(tests::halved(now), tests::halved(shown));
    EXPECT_LE(share, tests::largest_share)
        << 100 * share << " % of README's picture differs from the window; ./test.sh approve draws it anew";
}

}  // namespace
}  // namespace spillway::commands
