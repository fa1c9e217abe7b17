// same_recordings A B: whether two recordings hold the same configurations with the same answers of the compiler and
// the calculator. What differs is printed.

#include <cstdio>
#include <map>

#include "app/protocol/messages.h"
#include "app/protocol/recording_reader.h"

namespace {

using namespace spillway;
using Results = std::map<std::string, model::RunResult>;

Results results_of(const char* file)
{
    Results results;
    auto recording = protocol::read_recording(file);
    if (!recording) {
        std::printf("%s: %s\n", file, recording.error().line().c_str());
        return results;
    }
    if (recording->trouble) std::printf("%s: %s\n", file, recording->trouble->line().c_str());
    for (model::RunResult& result : recording->results) {
        // When and how fast it was compiled is each one's own.
        if (result.compile) {
            result.compile->seconds = result.compile->compiler_seconds = 0;
            result.compile->cached = false;
            result.compile->log.clear();
        }
        const std::string key = protocol::recorded_key(result);
        results.emplace(key, std::move(result));
    }
    return results;
}

}  // namespace

int main(int count, char** arguments)
{
    if (count != 3) return 2;
    const Results first = results_of(arguments[1]), second = results_of(arguments[2]);
    std::size_t differing = first.size() > second.size() ? first.size() - second.size() : second.size() - first.size();
    for (const auto& [key, result] : first) {
        const auto other = second.find(key);
        if (other != second.end() &&
            protocol::result_to_pretty_json({result}) == protocol::result_to_pretty_json({other->second}))
            continue;
        std::printf("differs: %s\n", key.c_str());
        ++differing;
    }
    std::printf("%zu and %zu results, %zu differ\n", first.size(), second.size(), differing);
    return first.empty() || differing != 0;
}
