#include "tests/exercises/learners.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "tests/support/shipped_catalogue.h"
#include "tests/support/source_folder.h"

namespace spillway::learners {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void read_fault(Written& written)
{
    const std::string begins = "// Wrong: ", line = written.lines.substr(0, written.lines.find('\n'));
    if (written.name.rfind("right_", 0) == 0) return;
    ASSERT_EQ(line.rfind(begins, 0), 0U) << written.name << " does not say what is wrong";
    std::istringstream words(line.substr(begins.size()));
    std::string kind, id;
    words >> kind;
    if (kind == "result") written.fault = Fault::result;
    if (kind == "barrier") written.fault = Fault::barrier;
    if (kind == "beside") written.fault = Fault::beside;
    if (kind == "accesses") written.fault = Fault::accesses;
    if (kind == "goal") written.fault = Fault::goal;
    if (kind == "does") written.fault = Fault::no_compile;
    if (kind == "not") written.fault = Fault::not_the_exercise;
    while ((kind == "goal" || kind == "accesses") && words >> id) written.missed.insert(id);
    ASSERT_NE(written.fault, Fault::none) << written.name << ": " << line;
}

}  // namespace

std::vector<Written> written_for(const std::string& exercise)
{
    std::vector<Written> all;
    for (const auto& file : fs::directory_iterator(source_folder / "tests/exercises/learners" / exercise)) {
        if (file.path().extension() != ".cu") continue;
        Written written{file.path().stem(), read(file.path()), Fault::none, {}};
        read_fault(written);
        all.push_back(std::move(written));
    }
    std::sort(all.begin(), all.end(), [](const Written& a, const Written& b) { return a.name < b.name; });
    return all;
}

const std::vector<const model::Experiment*>& all_exercises()
{
    static const auto found = [] {
        std::vector<const model::Experiment*> all;
        for (const model::Experiment& lesson : shipped_catalogue().experiments)
            for (const model::Experiment& each : lesson.exercises) all.push_back(&each);
        return all;
    }();
    return found;
}

}  // namespace spillway::learners
