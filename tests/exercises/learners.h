#pragma once

// The kernels that learners might write (learners/EXERCISE/right_*.cu and wrong_*.cu), and how each is to be judged. A
// wrong one says in its first line what is wrong with it:
//
//   // Wrong: result            its output is not the reference's
//   // Wrong: barrier           its output is, until the block's threads run in another order
//   // Wrong: beside            it writes beside a buffer
//   // Wrong: accesses [ID...]  its output is right, and it goes to memory more often, or through more steps, than the
//                               exercise allows (and misses these goals)
//   // Wrong: goal ID [ID...]   its output is right, and these goals, by their ids, are missed
//   // Wrong: does not compile
//   // Wrong: not the exercise  its lines speak of the reference

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/model/experiment.h"

namespace spillway::learners {

enum class Fault { none, result, barrier, beside, accesses, goal, no_compile, not_the_exercise };

struct Written {
    std::string name;  ///< "right_with_a_shuffle"
    std::string lines;
    Fault fault = Fault::none;
    std::set<std::string> missed;  ///< ids of goals
};

/// All of an exercise, by name. A first line that says something else fails the test.
[[nodiscard]] std::vector<Written> written_for(const std::string& exercise);

/// The exercises of all lessons that ship.
[[nodiscard]] const std::vector<const model::Experiment*>& all_exercises();

}  // namespace spillway::learners
