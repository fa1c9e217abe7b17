// Tasks, hand-ins and tests, torn or made by hand: whole or refused, and what is read is written and read the same.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/learner/concept_test.h"
#include "app/learner/hand_in.h"

namespace learner = spillway::learner;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto task = learner::parse_task(text)) {
        const auto again = learner::parse_task(learner::print_task(*task));
        if (!again || !(*again == *task)) std::abort();
    }
    if (const auto hand_in = learner::parse_hand_in(text)) {
        // A drawing that was skipped keeps nothing else: what is written once is read and written the same.
        const std::string written = learner::print_hand_in(*hand_in);
        const auto again = learner::parse_hand_in(written);
        if (!again || learner::print_hand_in(*again) != written) std::abort();
    }
    if (const auto paper = learner::parse_test_paper(text)) {
        const auto again = learner::parse_test_paper(learner::print_test_paper(*paper));
        if (!again || !(*again == *paper)) std::abort();
    }
    (void)learner::parse_concept_test(text);
    (void)learner::parse_misconceptions(text);
    return 0;
}
