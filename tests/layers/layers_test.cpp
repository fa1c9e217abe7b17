#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/layers/layer_rules.h"

namespace spillway::layers {
namespace {

const std::filesystem::path source_dir = SPILLWAY_SOURCE_DIR;

TEST(Layers, ArrowsOfTheProgramRunDownwards)
{
    for (const Violation& violation : find_violations(source_dir)) ADD_FAILURE() << violation.text();
}

// The fixture breaks each rule once: a check that finds nothing there would find nothing anywhere.
TEST(Layers, EachForbiddenArrowOfTheFixtureIsFound)
{
    std::vector<std::string> found;
    for (const Violation& violation : find_violations(source_dir / "tests/layers/fixture"))
        found.push_back(violation.text());
    const std::vector<std::string> expected = {
        "app/charts/chart.h:3: <imgui.h> belongs to the window, and to the charts' imgui_painter",
        "app/gpu/run.cpp:1: does not begin with the header of its name",
        "app/gpu/run.cpp:22: elsewhere does not stand in the header of its name",
        "app/gpu/run.cpp:32: declared_elsewhere does not stand in the header of its name",
        "app/main.cpp:2: the program may not use worker",
        "app/model/model.h:4: <nlohmann/json.hpp>: model uses the standard library only",
        "app/model/model.h:5: model may not use protocol",
        "app/protocol/reader.h:3: an empty text does not mean that all is well: std::optional does",
        "app/protocol/reader.h:5: what went wrong comes back as a value, not through a parameter",
        "app/protocol/reader.h:7: an empty text does not mean that all is well: std::optional does",
        "app/session/CMakeLists.txt:1: session may not use worker",
        "app/session/session.h:4: <nvrtc.h> is CUDA, which only compiler, gpu and trace/injection may touch",
        "app/session/session.h:5: session may not use compiler",
        "app/session/session.h:6: \"../window/panel.h\": name our headers from the root, app/...",
        "app/session/session.h:7: <uv.h>: processes and threads stay behind app/worker_client/link.h",
        "app/session/session.h:8: <libwebsockets.h> belongs to app/room/server",
        "app/stray/stray.h:1: no folder app/stray in the design's table",
        "app/window/kit/CMakeLists.txt:1: window/kit may not use window/panels",
        "app/window/kit/lonely.cpp:1: has no header of its name",
        "app/window/kit/widgets.h:2: window/kit may not use window/panels",
        "app/window/kit/widgets.h:6: a font is freed when fonts are built anew: ask the theme for it in each frame",
        "app/window/stray.h:2: window may not use model",
        "app/worker/worker.cpp:3: worker may not use session",
    };
    EXPECT_EQ(found, expected);
}

TEST(Layers, NoLibraryLinksInACircle)
{
    EXPECT_EQ(find_circles(source_dir), std::vector<std::string>{});
    const std::vector<std::string> expected = {
        "spillway_window_kit > spillway_window_panels > spillway_window_kit",
        "spillway_window_panels > spillway_window_kit > spillway_window_panels",
    };
    EXPECT_EQ(find_circles(source_dir / "tests/layers/fixture"), expected);
}

// The walk of ARCHITECTURE.md is followed file by file.
TEST(Layers, TheWalkNamesFilesThatAreThere)
{
    std::ifstream file(source_dir / "ARCHITECTURE.md");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    static const std::regex path(R"(\bapp/[a-z_/]+\.(cpp|h|inc)\b)");
    int named = 0;
    for (std::sregex_iterator match(text.begin(), text.end(), path), end; match != end; ++match, ++named)
        EXPECT_TRUE(std::filesystem::exists(source_dir / match->str())) << match->str();
    EXPECT_GT(named, 20);
}

}  // namespace
}  // namespace spillway::layers
