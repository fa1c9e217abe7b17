// Targets beside the usual architecture, and the code that only they have.

#include "app/catalogue/plain/special_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalogue/plain/nvcc_flags.h"
#include "app/model/targets.h"

namespace spillway::catalogue {
namespace {

using testing::ElementsAre;

TEST(SpecialTargets, TheFamilyTargetComesFirstAndOlderArchitecturesHaveNone)
{
    EXPECT_THAT(model::special_targets("sm_90"), ElementsAre("sm_90a"));
    EXPECT_THAT(model::special_targets("sm_100"), ElementsAre("sm_100f", "sm_100a"));
    EXPECT_THAT(model::special_targets("sm_103"), ElementsAre("sm_103f", "sm_103a"));
    EXPECT_THAT(model::special_targets("sm_120"), ElementsAre("sm_120f", "sm_120a"));
    for (const char* none : {"sm_89", "sm_75", "sm_90a", "sm_100f", "compute_90", "sm_", "sm_x", ""})
        EXPECT_TRUE(model::special_targets(none).empty()) << none;
    for (const char* special : {"sm_90a", "sm_100f", "sm_120a"}) {
        EXPECT_TRUE(model::is_special_target(special)) << special;
        EXPECT_TRUE(is_nvcc_flag("-arch=" + std::string(special))) << special;
    }
    for (const char* usual : {"sm_90", "sm_90b", "sm_a", "sm_1000a", "sm_9xa", "h200:sm_90a"})
        EXPECT_FALSE(model::is_special_target(usual)) << usual;
}

TEST(SpecialCode, IsFoundByTheMacroThatOnlyItsTargetDefines)
{
    const std::string text =
        "// __CUDA_ARCH_FEAT_SM90_ALL in a comment\n"
        "#include <cstdint>\n"
        "#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n#define IS_90A 1\n#endif\n"
        "#ifdef __CUDA_ARCH_FEAT_SM100_ALL\n#endif\n";
    ASSERT_TRUE(special_code_in(text, "sm_90"));
    EXPECT_EQ(special_code_in(text, "sm_90")->line, 3);
    EXPECT_EQ(special_code_in(text, "sm_90")->target, "sm_90a");
    EXPECT_EQ(special_code_in(text, "sm_100")->line, 6);
    EXPECT_EQ(special_code_in(text, "sm_100")->target, "sm_100a");
    EXPECT_FALSE(special_code_in(text, "sm_120"));
    EXPECT_FALSE(special_code_in(text, "sm_90a")) << "compiled for this target";
    EXPECT_TRUE(has_special_code(text));

    const std::string family = "#if __CUDA_ARCH_FAMILY_SPECIFIC__ == 1000\n#endif\n";
    EXPECT_EQ(special_code_in(family, "sm_100")->target, "sm_100f");
    EXPECT_EQ(special_code_in("#if __CUDA_ARCH_SPECIFIC__ == 900\n#endif\n", "sm_90")->target, "sm_90a");
    EXPECT_FALSE(special_code_in(family, "sm_80"));
    for (const char* none : {"", "#if __CUDA_ARCH__ >= 900\n#endif\n", "// __CUDA_ARCH_FEAT_SM90_ALL\n"}) {
        EXPECT_FALSE(special_code_in(none, "sm_90")) << none;
        EXPECT_FALSE(has_special_code(none)) << none;
    }
}

}  // namespace
}  // namespace spillway::catalogue
