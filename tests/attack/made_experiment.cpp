#include "tests/attack/made_experiment.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace spillway::attack {

std::filesystem::path write(const MadeExperiment& made, const std::filesystem::path& folder)
{
    const std::filesystem::path place = folder / made.name;
    std::filesystem::create_directories(place);
    const auto text = [](const std::string& plain) { return nlohmann::json(plain).dump(); };
    std::ofstream(place / "experiment.json")
        << "{\"name\": " << text(made.name) << ", \"title\": " << text(made.title)
        << ", \"question\": \"What does it do?\", \"topic\": \"Strangers\", \"x_axis\": \"n\",\n"
           "\"parameters\": [{\"name\": \"n\", \"range\": [1, 64], \"initial\": 1}],\n"
           "\"buffers\": [{\"name\": \"out\", \"element\": \"float\", \"count\": \"elements\", \"output\": true}],\n"
           "\"arguments\": [{\"buffer\": \"out\"}], \"work\": {\"bytes_moved\": \"4 * elements\"},\n"
           "\"variants\": [{\"name\": \"only\", \"entry\": "
        << text(made.entry) << ", \"help\": " << text(made.help) << "}]" << made.more << "}\n";
    std::ofstream(place / "kernel.cu") << made.kernel;
    std::ofstream(place / "lesson.md") << made.lesson;
    return place;
}

}  // namespace spillway::attack
