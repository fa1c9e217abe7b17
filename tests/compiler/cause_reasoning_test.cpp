// Causes from given facts, without a compiler: above all, no cause that the facts do not show.

#include "app/compiler/causes/cause_reasoning.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/compiler/causes.h"

namespace spillway::compiler {
namespace {

FunctionSeen function(std::int64_t frame, std::int64_t local, std::int64_t spilled = 0)
{
    FunctionSeen seen;
    seen.report.name = seen.locals.function = "k";
    seen.report.is_entry = true;
    seen.report.stack_frame_bytes = frame;
    seen.report.spill_store_bytes = spilled;
    seen.locals.bytes = local;
    seen.locals.uses.push_back({{0}, 7, false, false});
    return seen;
}

VariableSeen variable(std::int64_t bytes, std::set<Trial> gone_in)
{
    return {"v", "k", 5, bytes, true, std::move(gone_in)};
}

CauseFacts facts(FunctionSeen seen, std::vector<VariableSeen> variables = {})
{
    CauseFacts known;
    known.functions.push_back(std::move(seen));
    known.variables = std::move(variables);
    return known;
}

TEST(CauseReasoning, finds_no_cause_without_local_memory)
{
    EXPECT_TRUE(explain(facts(function(0, 0))).empty());
}

TEST(CauseReasoning, reports_unexplained_bytes_as_unknown)
{
    const auto causes = explain(facts(function(48, 0)));
    EXPECT_EQ(in_words(causes), "unknown 48 - 7");
    EXPECT_NE(causes.front().evidence.find("48 bytes"), std::string::npos);
}

TEST(CauseReasoning, reports_a_variable_that_no_trial_removed_as_unknown)
{
    CauseFacts all = facts(function(64, 64), {variable(64, {})});
    EXPECT_EQ(in_words(explain(all)), "unknown 64 v 5");
    EXPECT_NE(explain(all).front().evidence.find("nor constant indices"), std::string::npos);
    all.is_out_of_time = true;
    EXPECT_EQ(in_words(explain(all)), "unknown 64 v 5");
    EXPECT_EQ(explain(all).front().evidence.find("constant indices"), std::string::npos) << "it was perhaps not tried";
}

TEST(CauseReasoning, needs_no_trial_for_an_array_larger_than_all_registers)
{
    EXPECT_EQ(in_words(explain(facts(function(1024, 1024), {variable(1024, {})}))), "too_large 1024 v 5");
    EXPECT_EQ(in_words(explain(facts(function(1016, 1016), {variable(1016, {})}))), "unknown 1016 v 5");
}

TEST(CauseReasoning, gives_no_bytes_to_what_ptxas_keeps_in_registers)
{
    const auto causes = explain(facts(function(0, 16), {variable(16, {Trial::indices})}));
    EXPECT_EQ(in_words(causes), "dynamic_index 0 v 5");
    EXPECT_NE(causes.front().evidence.find("16 bytes of .local in PTX"), std::string::npos);
}

TEST(CauseReasoning, counts_padding_with_the_variable)
{
    const auto causes = explain(facts(function(24, 20), {variable(20, {Trial::indices})}));
    EXPECT_EQ(in_words(causes), "dynamic_index 24 v 5");
    EXPECT_NE(causes.front().evidence.find("4 bytes of the frame are padding"), std::string::npos);
}

TEST(CauseReasoning, counts_a_called_functions_array_that_ptxas_put_into_the_entrys_frame)
{
    CauseFacts known = facts(function(32, 0), {variable(32, {Trial::indices})});
    FunctionSeen called = function(0, 32);
    called.report.name = called.locals.function = known.variables[0].function = "work";
    called.report.is_entry = false;
    known.functions[0].locals.calls["work"] = 9;
    known.functions.push_back(called);
    const auto causes = explain(known);
    EXPECT_EQ(in_words(causes), "dynamic_index 32 v 5");
    EXPECT_EQ(causes.front().function, "k") << "the function that has the frame";
    known.functions[1].report.stack_frame_bytes = 32;
    EXPECT_EQ(in_words(explain(known)).substr(0, 13), "call_stack 32") << "it has a frame of its own";
}

/// Two functions that are called through one pointer: the stack holds the larger frame, whichever comes first.
TEST(CauseReasoning, counts_the_deepest_chain_of_called_functions)
{
    for (const bool is_large_first : {true, false}) {
        CauseFacts all = facts(function(16, 16), {variable(16, {Trial::indices})});
        all.functions.front().report.cumulative_stack_bytes = 56;
        for (const std::int64_t frame : {is_large_first ? 40 : 8, is_large_first ? 8 : 40}) {
            FunctionSeen called = function(frame, 0);
            called.report.name = called.locals.function = frame == 40 ? "large" : "small";
            called.report.is_entry = false;
            all.functions.push_back(called);
        }
        std::map<std::string, std::int64_t> bytes;
        for (const model::Cause& cause : explain(all)) bytes[cause.function] += cause.bytes;
        EXPECT_EQ(bytes, (std::map<std::string, std::int64_t>{{"k", 16}, {"large", 40}, {"small", 0}}));
    }
}

TEST(CauseReasoning, offers_no_repair_whose_block_cannot_start)
{
    CauseFacts known = facts(function(184, 0, 360));
    known.is_bounded = true;
    known.after[Trial::bounds]["k"] = function(0, 0);
    known.after[Trial::bounds]["k"].report.registers = 94;
    known.bound_threads = 512;
    ASSERT_TRUE(explain(known).front().repair);
    known.bound_threads = 1024;
    EXPECT_FALSE(explain(known).front().repair);
    EXPECT_NE(explain(known).front().evidence.find("94 registers are too many for a block of 1024 threads"),
              std::string::npos);
    // 9 warps take the registers of 12: the parts of an SM share them evenly.
    known.after[Trial::bounds]["k"].report.registers = 200;
    known.bound_threads = 288;
    EXPECT_FALSE(explain(known).front().repair);
    known.bound_threads = 256;
    EXPECT_TRUE(explain(known).front().repair);
}

/// The repair had the numbers of the called function.
TEST(CauseReasoning, a_called_functions_spills_are_repaired_in_the_kernels_frame)
{
    CauseFacts known = facts(function(104, 64));
    known.is_bounded = true;
    FunctionSeen work = function(0, 0, 40);
    work.report.is_entry = false;
    work.report.name = "work";
    known.functions.push_back(work);
    known.after[Trial::bounds]["k"] = function(64, 64);
    known.after[Trial::bounds]["work"] = function(0, 0);
    known.after[Trial::bounds]["work"].report.name = "work";
    const auto causes = explain(known);
    const auto spill = std::ranges::find(causes, model::CauseKind::spill, &model::Cause::kind);
    ASSERT_NE(spill, causes.end());
    ASSERT_TRUE(spill->repair);
    EXPECT_EQ(spill->repair->stack_frame_bytes, 64);
    EXPECT_NE(spill->evidence.find("the stack frame has 64 bytes"), std::string::npos) << spill->evidence;
}

TEST(CauseReasoning, distinguishes_an_array_of_a_loop_from_one_that_is_too_large)
{
    CauseFacts known = facts(function(512, 512), {variable(512, {Trial::loops})});
    known.after[Trial::loops]["k"] = function(0, 0);
    EXPECT_EQ(in_words(explain(known)), "dynamic_index 512 v 5");
    known.after[Trial::loops]["k"] = function(600, 0, 700);
    EXPECT_EQ(in_words(explain(known)), "too_large 512 v 5");
    known.is_bounded = true;  // spilled because of the bound
    EXPECT_EQ(in_words(explain(known)), "dynamic_index 512 v 5");
    EXPECT_EQ(in_words(explain(facts(function(2048, 2048), {variable(2048, {Trial::loops})}))), "too_large 2048 v 5");
}

TEST(CauseReasoning, counts_as_spill_only_what_disappears_without_bounds)
{
    CauseFacts known = facts(function(160, 64, 120), {variable(64, {Trial::indices})});
    known.is_bounded = true;
    known.after[Trial::bounds]["k"] = function(64, 64);
    EXPECT_EQ(in_words(explain(known)), "spill 96 - -, dynamic_index 64 v 5");
    known.after[Trial::bounds]["k"] = function(0, 64);
    known.functions.front().is_local_kept = false;
    EXPECT_EQ(in_words(explain(known)), "spill 160 - -, dynamic_index 0 v 5");
    known.functions.front().is_local_kept = true;
    EXPECT_EQ(in_words(explain(known)), "spill 96 - -, dynamic_index 64 v 5");
}

TEST(CauseReasoning, gives_the_line_of_a_spill_only_if_it_is_found)
{
    CauseFacts known = facts(function(96, 0, 120));
    known.functions.front().spill_place = SpillPlace{28, "", 60, 80};
    EXPECT_EQ(in_words(explain(known)), "spill 96 - 28");
    EXPECT_NE(explain(known).front().evidence.find("60 bytes of stores, 80 bytes of loads"), std::string::npos);
    known.functions.front().spill_place = model::Error{"no disassembler", "", ""};
    EXPECT_EQ(in_words(explain(known)), "spill 96 - -");
    EXPECT_NE(explain(known).front().evidence.find("no disassembler"), std::string::npos);
}

TEST(CauseReasoning, distinguishes_an_address_from_a_copy)
{
    CauseFacts known = facts(function(16, 16), {variable(16, {Trial::calls})});
    EXPECT_EQ(in_words(explain(known)), "too_large 16 v 5");
    known.functions.front().locals.uses.push_back({{0}, 0, true, true});
    EXPECT_EQ(in_words(explain(known)), "address_taken 16 v 5");
}

TEST(CauseReasoning, counts_the_librarys_local_memory_in_its_caller)
{
    CauseFacts known = facts(function(40, 0));
    known.functions.front().locals.calls = {{"__internal_slow", 9}};
    FunctionSeen slow = function(0, 40);
    slow.report.name = slow.locals.function = "__internal_slow";
    slow.report.is_entry = false;
    known.functions.push_back(slow);
    EXPECT_EQ(in_words(explain(known)), "library_function 40 __internal_slow 9");
    known.library_calls = {{9, {"sin"}}};
    EXPECT_EQ(in_words(explain(known)), "library_function 40 sin 9");
    known.functions[0].report.stack_frame_bytes = 0;
    known.functions[0].locals.calls.clear();
    known.functions[1].report.stack_frame_bytes = 48;
    EXPECT_EQ(in_words(explain(known)), "library_function 48 __internal_slow -") << "a frame of its own";
}

TEST(CauseReasoning, reports_a_called_functions_frame_as_call_stack)
{
    CauseFacts known = facts(function(0, 0));
    FunctionSeen called = function(24, 0, 20);
    called.report.name = "f";
    called.report.is_entry = false;
    called.locals.declared_line = 3;
    known.functions.push_back(called);
    EXPECT_EQ(in_words(explain(known)), "call_stack 24 f 3");
}

}  // namespace
}  // namespace spillway::compiler
