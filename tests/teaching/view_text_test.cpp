// A view as one line of text: what is written is read back, and what is not a view is refused with a sentence.
#include "app/teaching/view_text.h"

#include <gtest/gtest.h>

#include <random>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/teaching/talk.h"

namespace spillway::teaching {
namespace {

using Random = std::mt19937;

template <class List>
const auto& any_of(const List& list, Random& random)
{
    return list[random() % list.size()];
}

/// Any of its values, as text.
std::string any_value(const model::Parameter& parameter, Random& random)
{
    return model::to_string(any_of(catalogue::axis_values(parameter, 50), random));
}

ViewSetting any_setting(const model::Experiment& experiment, Random& random)
{
    ViewSetting setting;
    setting.experiment = experiment.name;
    setting.gpu = any_of(std::vector<std::string>{"", "h200", "t4", "NVIDIA RTX 4090 / 2"}, random);
    if (random() % 2 == 0) setting.recording = "h200";
    setting.variant = any_of(experiment.variants, random).name;
    for (const auto* group : {&experiment.parameters, &experiment.knobs})
        for (const model::Parameter& parameter : *group) {
            setting.values[parameter.name] = any_value(parameter, random);
            if (random() % 4 == 0) setting.x_axis = parameter.name;
        }
    return setting;
}

View any_view(const model::Experiment& experiment, Random& random)
{
    View view;
    view.setting = any_setting(experiment, random);
    if (random() % 3 == 0) view.a = any_setting(experiment, random);
    view.charts = experiment.charts;
    if (random() % 2 == 0) view.y_scales[view.charts.front()] = "logarithmic";
    if (random() % 2 == 0) view.hidden = {experiment.variants.front().name, "ä, b:c=d/e%20"};
    view.tab = any_of(std::vector<std::string>{"", "lesson", "code"}, random);
    view.filled = any_of(std::vector<std::string>{"", "charts"}, random);
    view.step = static_cast<int>(random() % 20);
    if (random() % 2 == 0)
        view.warp = {static_cast<std::int64_t>(random() % 70000), static_cast<int>(random() % 32),
                     static_cast<catalogue::WarpStop>(random() % 6), 1 + static_cast<std::int64_t>(random() % 5000)};
    view.present = random() % 2 == 0;
    view.shows_everything = random() % 2 == 0;
    view.theme = static_cast<ViewTheme>(random() % 3);
    return view;
}

TEST(ViewText, WhatIsWrittenIsReadBackOverAllExperimentsAndRandomSettings)
{
    const auto catalogue =
        catalogue::load_catalogue({std::filesystem::path(SPILLWAY_SOURCE_DIR) / "kernels", model::Place::installed});
    ASSERT_GE(catalogue.experiments.size(), 21u);
    Random random(21);
    for (const model::Experiment& experiment : catalogue.experiments)
        for (int i = 0; i < 100; ++i) {
            const View view = any_view(experiment, random);
            const std::string line = format_view(view);
            const auto read = parse_view(line);
            ASSERT_TRUE(read) << line << ": " << read.error().line();
            EXPECT_EQ(*read, view) << line;
            EXPECT_EQ(format_view(*read), line);
            // It stands in an address, and in a shell's line without quotes.
            EXPECT_EQ(line.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.~/=:,%"),
                      std::string::npos)
                << line;
        }
}

TEST(ViewText, TheLineIsStable)
{
    View view;
    view.setting = {"running_mean", "h200", "h200", "window_size", "local_array", {{"window_size", "48"}}};
    view.tab = "code";
    view.step = 3;
    view.theme = ViewTheme::light;
    EXPECT_EQ(format_view(view),
              "v1/running_mean/gpu=h200/recording=h200/x=window_size/variant=local_array/set=window_size:48/tab=code/"
              "step=3/theme=light");
}

TEST(ViewText, ItIsReadOutOfAnAddressAFileAndAMail)
{
    const View plain = *parse_view("v1/stencil/gpu=t4");
    for (const char* text : {"spillway://v1/stencil/gpu=t4", "spillway://v1/stencil/gpu=t4/", "#v1/stencil/gpu=t4",
                             "  v1/stencil/gpu=t4\r\n", "spillway://v1/stencil/gpu=t4\n"}) {
        const auto read = parse_view(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(*read, plain) << text;
    }
}

TEST(ViewText, WhatIsNoViewIsRefusedInThreeParts)
{
    const std::string many(max_view_bytes, 'x');
    for (const std::string& text : {std::string(),
                                    std::string("v1"),
                                    std::string("v1/"),
                                    std::string("stencil"),
                                    std::string("v0/stencil"),
                                    std::string("v01/stencil"),
                                    std::string("v2/stencil"),
                                    std::string("v99999999999/stencil"),
                                    std::string("v1/stencil/gpu"),
                                    std::string("v1/stencil/gpu="),
                                    std::string("v1/stencil/gpu=t4/gpu=t4"),
                                    std::string("v1/stencil/code=int"),
                                    std::string("v1/stencil/set=a"),
                                    std::string("v1/stencil/set=a:1,a:2"),
                                    std::string("v1/stencil/set=a:1:2"),
                                    std::string("v1/stencil/step=0"),
                                    std::string("v1/stencil/step=1000"),
                                    std::string("v1/stencil/step=2x"),
                                    std::string("v1/stencil/present=yes"),
                                    std::string("v1/stencil/theme=pink"),
                                    std::string("v1/stencil/tab=%0"),
                                    std::string("v1/stencil/tab=%zz"),
                                    std::string("v1/stencil/tab=a%0Ab"),
                                    std::string("v1/stencil/tab=%ff"),
                                    std::string("v1/stencil/tab=a b"),
                                    std::string("v1/stencil/a.gpu=t4"),
                                    std::string("v1/../etc"),
                                    "v1/" + many}) {
        const auto read = parse_view(text);
        ASSERT_FALSE(read) << text;
        for (const std::string& part : {read.error().what, read.error().where, read.error().advice})
            EXPECT_FALSE(part.empty()) << text;
        EXPECT_LT(read.error().line().size(), 300u);
    }
    EXPECT_NE(parse_view("v2/stencil").error().line().find("version 2"), std::string::npos);
    EXPECT_NE(parse_view("v2/stencil").error().advice.find("newer"), std::string::npos);
}

TEST(ViewText, APlaceInAWarpsRunIsReadWithinBounds)
{
    const auto read = parse_view("v1/coalescing/tab=warp/warp=3:1:access2");
    ASSERT_TRUE(read) << read.error().line();
    EXPECT_EQ(read->warp, (catalogue::WarpPlace{3, 1, catalogue::WarpStop::access, 2}));
    EXPECT_EQ(parse_view("v1/coalescing")->warp, std::nullopt) << "an older link";
    for (const char* place :
         {"", "1", "1:2", "1:2:", "1:2:0", "-1:0:1", "0:32:1", "0:0:x1", "0:0:access", "0:0:access0", "0:0:1:2",
          "01:0:1", "99999999999999999999:0:1", "2147483648:0:1", "0:0:10000001", "0:0: 1"}) {
        const auto refused = parse_view(std::string("v1/coalescing/warp=") + place);
        EXPECT_FALSE(refused) << place;
    }
}

TEST(Talk, WhatIsWrittenIsReadBack)
{
    Talk talk{"Where spills go", {{"v1/running_mean/gpu=h200", "# First\n\nSay *this*.\n"}, {"v1/stencil", ""}}};
    const auto read = parse_talk(print_talk(talk));
    ASSERT_TRUE(read) << read.error().line();
    EXPECT_EQ(*read, talk);
    EXPECT_EQ(print_talk(*read), print_talk(talk));
}

TEST(Talk, WhatIsNoTalkIsRefusedAndTheStopIsNamed)
{
    const auto talk_of = [](const std::string& stops) { return R"({"spillway_talk": 1, "stops": )" + stops + "}"; };
    for (const std::string& text :
         {std::string(), std::string("[]"), std::string("{}"), std::string(R"({"spillway_talk": 1})"),
          std::string(R"({"spillway_talk": 2, "stops": []})"), std::string(R"({"spillway_talk": "1", "stops": []})"),
          talk_of("{}"), talk_of("[1]"), talk_of("[{}]"), talk_of(R"([{"view": 1}])"),
          talk_of(R"([{"view": "v1/a", "notes": []}])"), talk_of("[[[[[[]]]]]]"),
          talk_of(R"([{"view": "v1/a", "notes": ")" + std::string(max_note_bytes + 1, 'x') + "\"}]"),
          std::string(max_talk_bytes + 1, ' ')}) {
        const auto read = parse_talk(text);
        ASSERT_FALSE(read) << text.substr(0, 80);
        EXPECT_FALSE(read.error().where.empty() || read.error().advice.empty()) << read.error().line();
    }
    const auto windows = parse_talk(talk_of(R"([{"view": "v1/a", "notes": "\ufeffOne.\r\nTwo."}])"));
    ASSERT_TRUE(windows);
    EXPECT_EQ(windows->stops[0].notes, "One.\nTwo.") << "typed in a Windows editor";
    const auto second = parse_talk(talk_of(R"([{"view": "v1/a"}, {"view": "rm -rf"}])"));
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().what.find("stop 2"), std::string::npos) << second.error().line();
}

}  // namespace
}  // namespace spillway::teaching
