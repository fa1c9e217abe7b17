// Refusals by the reader of PTX: their words and lines.
#include "app/ptx/reader.h"

#include <gtest/gtest.h>

namespace spillway::ptx {
namespace {

/// Why the module, or the kernel in it, is refused; "none" if it is not.
std::string refusal(const std::string& body)
{
    // The body begins in line 4.
    const auto module =
        read_module(".version 8.0\n.target sm_90\n.entry k() { .reg .b32 %r<4>; .reg .pred %p1;\n" + body);
    if (!module) return module.error().line();
    const Function* kernel = module->find_entry("k");
    return kernel != nullptr && kernel->why_refused ? kernel->why_refused->line() : "none";
}

TEST(PtxReader, NamesTheLineAndWhatBelongsThere)
{
    const std::pair<const char*, const char*> cases[] = {
        {"mov.u32 %r1, 1;\nadd.s32 %r1, ;\nret; }", "PTX, line 5: there is \";\" where an operand belongs"},
        {"$a:\n$a:\nret; }", "PTX, line 5: the label \"$a\" is defined twice"},
        {"bra $a, $b;\n$a:\n$b:\nret; }", "PTX, line 4: a branch needs one target"},
        {"call k, (nothing);\n\nret; }", "PTX, line 4: a call with \"nothing\", which is not a parameter"},
        {"@\"\" ret; }", "PTX, line 4: there is \"\" where a predicate belongs"},
        {"@7 ret; }", "PTX, line 4: there is \"7\" where a predicate belongs"},
    };
    for (const auto& [body, expected] : cases) EXPECT_EQ(refusal(body), expected) << body;
    EXPECT_EQ(refusal("@%p1 ret; ret; }"), "none");
    EXPECT_EQ(refusal("add.s32 %r1,"), "PTX, line 4: a function without an end");
    const auto cut = read_module(".version 8.0\n.target sm_90\n.entry k(.param .u64 a");
    ASSERT_FALSE(cut);
    EXPECT_NE(cut.error().line().find("the text ends where"), std::string::npos) << cut.error().line();
}

}  // namespace
}  // namespace spillway::ptx
