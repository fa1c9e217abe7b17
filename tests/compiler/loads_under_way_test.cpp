#include "app/compiler/loads_under_way.h"

#include <gtest/gtest.h>

namespace spillway::compiler {
namespace {

using Rows = std::vector<model::ListingLine>;

constexpr int none = 7;

/// `sets` and `waits_for`: barriers, as the bits of an instruction name them.
model::ListingLine row(const std::string& code, int sets = none, int waits_for = none)
{
    model::ListingLine line{"    " + code, 0, false};
    line.control = (sets << 5) | (none << 8) | (waits_for == none ? 0 : 1 << (waits_for + 11));
    return line;
}

model::ListingLine label(const std::string& name)
{
    return {name + ":", 0, false};
}

Rows one_after_the_other()
{
    return {label(".L_x_0"), row("LDG.E R2, [R4]", 2), row("IADD3 R0, R0, R2, RZ", none, 2), row("@!P0 BRA `(.L_x_0)")};
}

Rows before(Rows rows, const Rows& more)
{
    rows.insert(rows.end(), more.begin(), more.end());
    return rows;
}

TEST(LoadsUnderWay, AreThoseBeforeTheFirstWait)
{
    EXPECT_EQ(loads_under_way({}), 0);
    EXPECT_EQ(loads_under_way({row("LDS R2, [R4]", 2), row("EXIT")}), 0) << "shared memory";
    EXPECT_EQ(loads_under_way({row("@P0 LDG.E R2, [R4]", 2), row("LD.E R3, [R4]", 2), row("LDG.E.128 R8, [R4]", 3),
                               row("IADD3 R0, R2, R3, RZ", none, 2), row("LDG.E R3, [R4]", 2)}),
              3);
}

TEST(LoadsUnderWay, OfALoopCountButNotThoseAroundIt)
{
    const Rows ten(10, row("LDG.E R9, [R4]", 0));
    EXPECT_EQ(loads_under_way(one_after_the_other()), 1);
    EXPECT_EQ(loads_under_way(before(ten, one_after_the_other())), 1);
    EXPECT_EQ(loads_under_way(before(one_after_the_other(), ten)), 1);
    Rows two = one_after_the_other();
    two.insert(two.begin() + 1, row("LDG.E R3, [R4]", 2));
    two.front() = label(".L_x_1");
    two.back() = row("@!P0 BRA `(.L_x_1)");
    EXPECT_EQ(loads_under_way(before(one_after_the_other(), two)), 2);
}

TEST(LoadsUnderWay, CountInAllCodeIfNoLoopLoads)
{
    const Rows empty_loop{label(".L_x_3"), row("BRA `(.L_x_3)")};
    const Rows branches_ahead{row("@P0 BRA `(.L_x_9)"), row("LDG.E R2, [R4]", 0), row("LDG.E R3, [R4]", 1),
                              label(".L_x_9"), row("EXIT")};
    EXPECT_EQ(loads_under_way(before(branches_ahead, empty_loop)), 2);
}

}  // namespace
}  // namespace spillway::compiler
