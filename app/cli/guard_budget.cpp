#include "app/cli/guard_budget.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <set>

#include "app/base/output_file.h"
#include "app/cli/json_output.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

constexpr int budget_format = 1;
constexpr std::uintmax_t most_budget_bytes = std::uintmax_t{64} << 20;

model::Error wrong_budget(const fs::path& file, const std::string& what)
{
    return {what, file.string(), "`spillway guard PATH --budget FILE --update` writes it"};
}

/// First member that limits nothing: an unknown name, or no number; empty if there is none.
std::string unusable_limit(const Json& json)
{
    constexpr std::array whole{"registers", "stack_frame_bytes", "spill_store_bytes", "spill_load_bytes",
                               "static_shared_bytes"};
    for (const auto& [key, value] : json.items()) {
        const bool is_whole = std::ranges::find(whole, key) != whole.end() && value.is_number_unsigned();
        if (!is_whole && !(key == "theoretical_occupancy" && value.is_number())) return key;
    }
    return "";
}

GuardNumbers guard_numbers_in(const Json& json)
{
    GuardNumbers numbers;
    const auto whole = [&](const char* key) {
        return json.contains(key) && json[key].is_number_integer() ? std::optional(json[key].get<std::int64_t>())
                                                                   : std::nullopt;
    };
    if (const auto registers = whole("registers")) numbers.registers = static_cast<int>(*registers);
    numbers.stack_frame_bytes = whole("stack_frame_bytes");
    numbers.spill_store_bytes = whole("spill_store_bytes");
    numbers.spill_load_bytes = whole("spill_load_bytes");
    numbers.shared_bytes = whole("static_shared_bytes");
    if (json.contains("theoretical_occupancy") && json["theoretical_occupancy"].is_number())
        numbers.occupancy = json["theoretical_occupancy"].get<double>();
    return numbers;
}

Json guard_json_of(const GuardNumbers& numbers)
{
    Json json = Json::object();
    if (numbers.registers) json["registers"] = *numbers.registers;
    if (numbers.stack_frame_bytes) json["stack_frame_bytes"] = *numbers.stack_frame_bytes;
    if (numbers.spill_store_bytes) json["spill_store_bytes"] = *numbers.spill_store_bytes;
    if (numbers.spill_load_bytes) json["spill_load_bytes"] = *numbers.spill_load_bytes;
    if (numbers.shared_bytes) json["static_shared_bytes"] = *numbers.shared_bytes;
    if (numbers.occupancy) json["theoretical_occupancy"] = *numbers.occupancy;
    return json;
}

}  // namespace

model::Expected<Budget> Budget::read(const fs::path& file, bool may_be_missing)
{
    Budget budget;
    std::error_code error;
    if (!fs::exists(file, error)) {
        if (may_be_missing) return budget;
        return wrong_budget(file, "there is no such budget");
    }
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > most_budget_bytes)
        return wrong_budget(file, "this is no budget file");
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("kernels") || !json["kernels"].is_object())
        return wrong_budget(file, "this is no budget: a JSON object with \"kernels\" was expected");
    if (json.value("format", Json()) != budget_format)
        return wrong_budget(file, "its \"format\" is not " + std::to_string(budget_format));
    for (const auto& [path, kernels] : json["kernels"].items()) {
        if (!kernels.is_object()) return wrong_budget(file, "\"" + path + "\" has no kernels");
        for (const auto& [kernel, targets] : kernels.items()) {
            if (!targets.is_object()) return wrong_budget(file, "\"" + kernel + "\" has no architectures");
            for (const auto& [arch, numbers] : targets.items()) {
                if (!numbers.is_object()) return wrong_budget(file, "\"" + kernel + "\" has no numbers for " + arch);
                if (const std::string key = unusable_limit(numbers); !key.empty())
                    return wrong_budget(file, "\"" + key + "\" of \"" + kernel + "\" for " + arch + " limits nothing");
                budget.numbers_[{path, kernel, arch}] = guard_numbers_in(numbers);
            }
        }
    }
    return budget;
}

void Budget::take(const std::vector<GuardedKernel>& kernels)
{
    std::set<std::pair<std::string, std::string>> replaced;  // file and architecture
    for (const GuardedKernel& kernel : kernels)
        if (!kernel.failure) replaced.emplace(kernel.file, kernel.arch);
    std::erase_if(numbers_, [&](const auto& entry) { return replaced.contains({entry.first[0], entry.first[2]}); });
    for (const GuardedKernel& kernel : kernels)
        if (!kernel.failure) numbers_[{kernel.file, kernel.kernel, kernel.arch}] = kernel.numbers;
}

std::optional<model::Error> Budget::write(const fs::path& file) const
{
    Json json{{"format", budget_format}, {"kernels", Json::object()}};
    for (const auto& [key, numbers] : numbers_) json["kernels"][key[0]][key[1]][key[2]] = guard_json_of(numbers);
    return base::write_file(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

const GuardNumbers* Budget::find(const GuardedKernel& kernel) const
{
    const auto found = numbers_.find({kernel.file, kernel.kernel, kernel.arch});
    return found == numbers_.end() ? nullptr : &found->second;
}

bool Budget::has_file(const std::string& file) const
{
    return std::ranges::any_of(numbers_, [&](const auto& each) { return each.first.front() == file; });
}

std::vector<Excess> Budget::excesses(const GuardedKernel& kernel) const
{
    std::vector<Excess> found;
    const GuardNumbers* budget = find(kernel);
    if (budget == nullptr || kernel.failure) return found;
    const auto compare = [&](const char* name, auto now, auto allowed) {
        if (now && allowed && *now > *allowed)
            found.push_back({name, static_cast<double>(*now), static_cast<double>(*allowed)});
    };
    const GuardNumbers& now = kernel.numbers;
    compare("registers", now.registers, budget->registers);
    compare("stack frame bytes", now.stack_frame_bytes, budget->stack_frame_bytes);
    compare("spill store bytes", now.spill_store_bytes, budget->spill_store_bytes);
    compare("spill load bytes", now.spill_load_bytes, budget->spill_load_bytes);
    compare("static shared bytes", now.shared_bytes, budget->shared_bytes);
    constexpr double tolerance = 1e-6;
    if (now.occupancy && budget->occupancy && *now.occupancy < *budget->occupancy - tolerance)
        found.push_back({"theoretical occupancy", *now.occupancy, *budget->occupancy});
    return found;
}

std::vector<std::string> Budget::unused(const std::vector<GuardedKernel>& kernels,
                                        const std::vector<std::string>& read) const
{
    std::set<std::string> without_kernels(read.begin(), read.end());
    std::set<std::pair<std::string, std::string>> files;
    std::set<Key> seen;
    for (const GuardedKernel& kernel : kernels) {
        if (!kernel.failure) files.emplace(kernel.file, kernel.arch);
        seen.insert({kernel.file, kernel.kernel, kernel.arch});
        without_kernels.erase(kernel.file);
    }
    std::vector<std::string> unused;
    for (const auto& [key, numbers] : numbers_)
        if ((files.contains({key[0], key[2]}) && !seen.contains(key)) || without_kernels.contains(key[0]))
            unused.push_back(key[0] + ": " + key[1] + " (" + key[2] + ")");
    return unused;
}

}  // namespace spillway::cli
