// A view is copied, sent and opened again: the same selection, and what does not fit changes nothing.
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "app/catalogue/formula/parameter_values.h"
#include "app/window/kit/compat.h"
#include "app/window/panels/views.h"
#include "running_mean_window.h"
#include "tests/support/scratch_folder.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

using Views = RunningMeanWindow;

std::string clipboard()
{
    const char* text = ImGui::GetClipboardText();
    return text == nullptr ? "" : text;
}

void set_everything(session::Session& session, ViewState& view)
{
    session.set_gpu("t4");
    session.set_x_axis("block_size");
    session.set_focus("sliding_sum");
    ASSERT_FALSE(session.set_values({{"window_size", std::int64_t{48}}}));
    view.charts["running_mean"] = {"registers", "theoretical_occupancy"};
    view.y_scales["registers"] = charts::AxisScale::logarithmic;
    view.hidden_variants = {"local_array"};
    view.tab = "report";
    view.dark = false;
}

TEST_F(Views, AViewThatIsCopiedIsFoundAgainAfterEverythingHasChanged)
{
    set_everything(driver->session(), driver->app().view());
    driver->frames(4);
    const session::Selection before = driver->session().view().selection();
    driver->press('L', true);
    const std::string link = clipboard();
    EXPECT_TRUE(link.starts_with("spillway://v1/running_mean/gpu=t4/")) << link;

    driver->session().select_experiment("stencil");
    driver->session().set_gpu("h200");
    ViewState& view = driver->app().view();
    view.tab = "code";
    view.dark = view.present = true;
    view.hidden_variants.clear();
    view.charts.clear();
    view.filled = Part::charts;
    driver->frames(4);

    const auto refused = show_view(link, driver->session(), view);
    ASSERT_FALSE(refused) << refused->line();
    driver->frames(4);
    EXPECT_EQ(driver->session().view().selection(), before);
    EXPECT_EQ(view.tab, "report");
    EXPECT_FALSE(view.dark || view.present);
    EXPECT_EQ(view.filled, Part::none);
    EXPECT_EQ(view.hidden_variants, std::set<std::string>{"local_array"});
    EXPECT_EQ(*link_to_view(driver->session().view(), view), link);
    driver->keep_picture("view_opened");
}

TEST_F(Views, TheMenuCopiesAndSaves)
{
    driver->click("share");
    driver->keep_picture("share_menu");
    driver->click("share:link");
    EXPECT_TRUE(clipboard().starts_with("spillway://v1/running_mean/")) << clipboard();
    const fs::path here = fs::current_path(), folder = scratch_folder("saved_view");
    fs::current_path(folder);
    driver->click("share");
    driver->click("share:file");
    fs::current_path(here);
    const auto saved = read_view((folder / "spillway-running_mean.spillway-view").string());
    ASSERT_TRUE(saved) << saved.error().line();
    EXPECT_EQ(*saved, clipboard() + "\n");
    fs::remove_all(folder);
}

TEST_F(Views, AnAIsWorkedOutAndPinnedFirst)
{
    const std::string line =
        "v1/running_mean/gpu=h200/set=window_size:32/a=running_mean/a.gpu=h200/a.set=window_size:8/tab=compare";
    ASSERT_FALSE(show_view(line, driver->session(), driver->app().view()));
    driver->until([&] { return driver->app().view().pinned != nullptr; });
    const teaching::Pinned& a = *driver->app().view().pinned;
    EXPECT_EQ(a.selection.values.at("window_size"), model::Value(std::int64_t{8}));
    EXPECT_FALSE(a.results.empty());
    EXPECT_EQ(value("window_size"), 32);
    EXPECT_EQ(driver->app().view().tab, "compare");
}

TEST_F(Views, WhatDoesNotFitIsRefusedAndNothingChanges)
{
    const session::Selection before = driver->session().view().selection();
    ViewState& view = driver->app().view();
    const std::string tab = view.tab;
    for (const char* line :
         {"v1/no_experiment", "v2/running_mean", "v1/running_mean/gpu=no_gpu", "v1/running_mean/set=window_size:100000",
          "v1/running_mean/set=window_size:many", "v1/running_mean/set=no_knob:1", "v1/running_mean/x=no_axis",
          "v1/running_mean/variant=no_variant", "v1/running_mean/hidden=no_variant", "v1/running_mean/charts=registers",
          "v1/running_mean/charts=registers,no_metric", "v1/running_mean/scales=registers:cubic",
          "v1/running_mean/tab=no_tab", "v1/running_mean/tab=talk", "v1/running_mean/fill=door",
          "v1/running_mean/step=900",
          // Everything before the last field fits.
          "v1/stencil/gpu=t4/tab=code/theme=light/a=running_mean/a.set=window_size:100000"}) {
        const auto refused = show_view(line, driver->session(), view);
        ASSERT_TRUE(refused) << line;
        EXPECT_FALSE(refused->what.empty() || refused->where.empty() || refused->advice.empty()) << refused->line();
        EXPECT_EQ(driver->session().view().selection(), before) << line;
        EXPECT_EQ(view.tab, tab);
        EXPECT_TRUE(view.dark);
    }
}

TEST_F(Views, TheSameOverAllExperimentsAndRandomSettings)
{
    std::mt19937 random(21);
    session::Session& session = driver->session();
    ViewState& view = driver->app().view();
    const std::string elsewhere = "v1/running_mean/gpu=h200/tab=lesson";
    for (const model::Experiment& experiment : session.view().catalogue().experiments) {
        for (int i = 0; i < 5; ++i) {
            session::Selection wanted =
                session::initial_selection(experiment, session.view().gpus()[random() % session.view().gpus().size()]);
            for (const auto* group : {&experiment.parameters, &experiment.knobs})
                for (const model::Parameter& parameter : *group) {
                    const auto all = catalogue::axis_values(parameter, 50);
                    wanted.values[parameter.name] = all[random() % all.size()];
                    if (random() % 3 == 0) wanted.x_axis = parameter.name;
                }
            wanted.focus = experiment.variants[random() % experiment.variants.size()].name;
            ASSERT_FALSE(session.select(wanted));
            const auto link = link_to_view(session.view(), view);
            ASSERT_TRUE(link) << link.error().line();
            ASSERT_FALSE(show_view(elsewhere, session, view));
            const auto refused = show_view(*link, session, view);
            ASSERT_FALSE(refused) << refused->line() << ": " << *link;
            EXPECT_EQ(session.view().selection(), wanted) << *link;
            EXPECT_EQ(*link_to_view(session.view(), view), *link);
        }
    }
}

/// Ten views are made on one machine, and opened on another with another GPU chosen.
TEST_F(Views, TenViewsAreSentThroughAFileAndALink)
{
    const fs::path folder = scratch_folder("views");
    std::vector<std::pair<session::Selection, std::string>> sent;
    for (const model::Experiment& experiment : driver->session().view().catalogue().experiments) {
        if (sent.size() == 10) break;
        driver->session().select_experiment(experiment.name);
        driver->session().set_gpu("h200");
        const auto all = catalogue::axis_values(driver->session().view().x_parameter(), 50);
        ASSERT_FALSE(driver->session().set_values({{driver->session().view().x_parameter().name, all.back()}}));
        sent.emplace_back(driver->session().view().selection(),
                          *link_to_view(driver->session().view(), driver->app().view()));
    }
    ASSERT_EQ(sent.size(), 10u);
    auto other = Driver::open();
    other->session().set_gpu("t4");
    for (std::size_t i = 0; i < sent.size(); ++i) {
        const auto& [selection, link] = sent[i];
        if (i % 2 == 0) {
            const fs::path file = folder / (std::to_string(i) + ".spillway-view");
            std::ofstream(file) << link << "\n";
            other->surface().drop(file);
        } else if (const auto refused = show_view(link, other->session(), other->app().view())) {
            FAIL() << refused->line();
        }
        other->frames(4);
        EXPECT_EQ(other->session().view().selection(), selection) << link;
        other->session().set_gpu("t4");
    }
    fs::remove_all(folder);
}

TEST_F(Views, ADroppedFileThatIsNoViewIsRefusedInTheStatusLine)
{
    const fs::path folder = scratch_folder("no_view");
    const session::Selection before = driver->session().view().selection();
    std::ofstream(folder / "no.spillway-view") << std::string(10000, 'x');
    driver->surface().drop(folder / "no.spillway-view");
    driver->frames(3);
    EXPECT_FALSE(driver->app().view().status_notice.empty());
    EXPECT_EQ(driver->session().view().selection(), before);
    fs::remove_all(folder);
}

TEST_F(Views, TheStepOfTheLessonIsFoundAgain)
{
    ViewState& view = driver->app().view();
    ASSERT_FALSE(show_view("v1/running_mean/tab=lesson/step=3", driver->session(), view));
    driver->frames(10);
    EXPECT_EQ(driver->step(), 3);
    const std::string link = *link_to_view(driver->session().view(), view);
    EXPECT_NE(link.find("/step=3"), std::string::npos) << link;
    ASSERT_FALSE(show_view("v1/running_mean/tab=lesson", driver->session(), view));
    driver->frames(10);
    EXPECT_EQ(driver->step(), 1);
    view.tab = "memory";
    ASSERT_FALSE(show_view("v1/running_mean/step=3", driver->session(), view));
    EXPECT_EQ(view.tab, "lesson") << "a step is read on the lesson's tab";
}

}  // namespace
}  // namespace spillway::window
