#include "app/cli/guard_budget.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <set>

#include "app/base/output_file.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/cli/json_output.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

constexpr int budget_format = 1;
constexpr std::uintmax_t max_budget_bytes = std::uintmax_t{64} << 20;

model::Error wrong_budget(const fs::path& file, const std::string& what)
{
    return {what, file.string(), "repair it, or delete it and run `spillway guard PATH --budget FILE --update`"};
}

/// Names the first line that is not JSON. After a merge, git's conflict markers are the usual reason.
model::Error not_json(const fs::path& file, std::string_view text, std::size_t byte)
{
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
    const bool is_merged = text.find("<<<<<<< ") != std::string_view::npos;
    return wrong_budget(file, "line " + std::to_string(1 + std::count(text.begin(), end, '\n')) + " is not JSON" +
                                  (is_merged ? ": a merge left conflict markers in the file" : ""));
}

constexpr std::array whole_limits{"registers", "stack_frame_bytes", "spill_store_bytes", "spill_load_bytes",
                                  "static_shared_bytes"};
constexpr std::string_view share_limit = "theoretical_occupancy";

bool is_whole_limit(const std::string& key)
{
    return std::ranges::find(whole_limits, key) != whole_limits.end();
}

/// Why a member limits nothing.
std::string unusable_words(const std::string& key)
{
    if (key == share_limit) return " must be a number from 0 to 1";
    return is_whole_limit(key) ? " must be a whole number from 0 on" : " limits nothing: guard has no such number";
}

/// First member that limits nothing: an unknown name, or a value that it cannot have; empty if there is none.
std::string unusable_limit(const Json& json)
{
    for (const auto& [key, value] : json.items()) {
        const bool is_whole = is_whole_limit(key) && value.is_number_unsigned();
        const bool is_share =
            key == share_limit && value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1;
        if (!is_whole && !is_share) return key;
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

/// For each number, the limit that allows more.
GuardNumbers looser(const GuardNumbers& a, const GuardNumbers& b)
{
    GuardNumbers most = a;
    most.registers = std::max(a.registers, b.registers);
    most.stack_frame_bytes = std::max(a.stack_frame_bytes, b.stack_frame_bytes);
    most.spill_store_bytes = std::max(a.spill_store_bytes, b.spill_store_bytes);
    most.spill_load_bytes = std::max(a.spill_load_bytes, b.spill_load_bytes);
    most.shared_bytes = std::max(a.shared_bytes, b.shared_bytes);
    if (a.occupancy && b.occupancy) most.occupancy = std::min(a.occupancy, b.occupancy);
    return most;
}

}  // namespace

model::Expected<Budget> Budget::read(const fs::path& file, bool may_be_missing)
{
    Budget budget;
    std::error_code error;
    if (!fs::exists(file, error)) {
        if (may_be_missing) return budget;
        return model::Error{"there is no such budget", file.string(),
                            "`spillway guard PATH --budget FILE --update` writes it"};
    }
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > max_budget_bytes)
        return wrong_budget(file, "this is not a budget file");
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    Json json;
    try {
        json = Json::parse(text);
    } catch (const Json::parse_error& wrong) {
        return not_json(file, text, wrong.byte == 0 ? 0 : wrong.byte - 1);
    }
    if (!json.is_object() || !json.contains("kernels") || !json["kernels"].is_object())
        return wrong_budget(file, "this is not a budget: a JSON object with \"kernels\" was expected");
    if (json.value("format", Json()) != budget_format)
        return wrong_budget(file, "its \"format\" is not " + std::to_string(budget_format));
    for (const auto& [path, kernels] : json["kernels"].items()) {
        if (!kernels.is_object()) return wrong_budget(file, "\"" + path + "\" has no kernels");
        for (const auto& [kernel, targets] : kernels.items()) {
            if (!targets.is_object()) return wrong_budget(file, "\"" + kernel + "\" has no architectures");
            for (const auto& [arch, numbers] : targets.items()) {
                if (!numbers.is_object()) return wrong_budget(file, "\"" + kernel + "\" has no numbers for " + arch);
                if (const std::string key = unusable_limit(numbers); !key.empty())
                    return wrong_budget(file,
                                        "\"" + key + "\" of \"" + kernel + "\" for " + arch + unusable_words(key));
                budget.numbers_[{path, kernel, arch}] = guard_numbers_in(numbers);
            }
        }
    }
    json.erase("format");
    json.erase("kernels");
    budget.others_ = json.dump();
    return budget;
}

void Budget::take(const std::vector<GuardedKernel>& kernels, const std::vector<std::string>& without_kernels)
{
    for (const Key& key : unused_keys(kernels, without_kernels)) numbers_.erase(key);
    std::set<Key> taken;
    for (const GuardedKernel& kernel : kernels) {
        if (kernel.failure) continue;
        const Key key{kernel.file, kernel.kernel, kernel.arch};
        // A library may have a kernel twice: the budget allows both.
        numbers_[key] = taken.insert(key).second ? kernel.numbers : looser(numbers_[key], kernel.numbers);
    }
}

std::optional<model::Error> Budget::write(const fs::path& file) const
{
    Json json = Json::parse(others_);
    json["format"] = budget_format;
    json["kernels"] = Json::object();
    for (const auto& [key, numbers] : numbers_) json["kernels"][key[0]][key[1]][key[2]] = guard_json_of(numbers);
    return base::write_file(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

const GuardNumbers* Budget::find(const GuardedKernel& kernel) const
{
    const auto found = numbers_.find({kernel.file, kernel.kernel, kernel.arch});
    return found == numbers_.end() ? nullptr : &found->second;
}

std::vector<std::string> Budget::files() const
{
    std::set<std::string> files;
    for (const auto& [key, numbers] : numbers_) files.insert(key[0]);
    return {files.begin(), files.end()};
}

bool Budget::has_architecture(const std::string& arch) const
{
    return std::ranges::any_of(numbers_, [&](const auto& each) { return each.first[2] == arch; });
}

std::vector<std::string> Budget::name_instances(const std::vector<GuardedKernel>& kernels)
{
    std::map<Key, std::set<std::string>> instances;  // by an entry that names only their template
    std::set<Key> seen;
    for (const GuardedKernel& kernel : kernels) seen.insert({kernel.file, kernel.kernel, kernel.arch});
    for (const GuardedKernel& kernel : kernels) {
        const catalogue::NameParts parts = catalogue::name_parts(kernel.kernel);
        const Key entry{kernel.file, parts.base, kernel.arch};
        if (!kernel.failure && parts.is_template && numbers_.contains(entry) && !seen.contains(entry) &&
            find(kernel) == nullptr)
            instances[entry].insert(kernel.kernel);
    }
    std::vector<std::string> notes;
    for (const auto& [entry, names] : instances) {
        const std::string whose = entry[0] + ": the budget of " + entry[1] + " (" + entry[2] + ")";
        if (names.size() > 1) {
            unclear_.insert(entry);
            notes.push_back(whose + " may be that of " + *names.begin() + " or of " + *names.rbegin() +
                            "; --update writes one for each instance");
            continue;
        }
        notes.push_back(whose + " is taken for " + *names.begin() + "; --update writes this name");
        auto node = numbers_.extract(entry);
        node.key()[1] = *names.begin();
        numbers_.insert(std::move(node));
    }
    return notes;
}

bool is_of_local_memory(const std::vector<Excess>& excesses)
{
    return std::ranges::any_of(excesses, [](const Excess& excess) {
        return excess.number == GuardNumber::stack_frame_bytes || excess.number == GuardNumber::spill_store_bytes ||
               excess.number == GuardNumber::spill_load_bytes;
    });
}

std::vector<Excess> Budget::excesses(const GuardedKernel& kernel) const
{
    std::vector<Excess> found;
    const GuardNumbers* budget = find(kernel);
    if (budget == nullptr || kernel.failure) return found;
    const auto compare = [&](GuardNumber number, auto now, auto allowed) {
        if (now && allowed && *now > *allowed)
            found.push_back({number, static_cast<double>(*now), static_cast<double>(*allowed)});
    };
    const GuardNumbers& now = kernel.numbers;
    compare(GuardNumber::registers, now.registers, budget->registers);
    compare(GuardNumber::stack_frame_bytes, now.stack_frame_bytes, budget->stack_frame_bytes);
    compare(GuardNumber::spill_store_bytes, now.spill_store_bytes, budget->spill_store_bytes);
    compare(GuardNumber::spill_load_bytes, now.spill_load_bytes, budget->spill_load_bytes);
    compare(GuardNumber::static_shared_bytes, now.shared_bytes, budget->shared_bytes);
    constexpr double tolerance = 1e-6;
    if (now.occupancy && budget->occupancy && *now.occupancy < *budget->occupancy - tolerance)
        found.push_back({GuardNumber::theoretical_occupancy, *now.occupancy, *budget->occupancy});
    return found;
}

std::vector<Budget::Key> Budget::unused_keys(const std::vector<GuardedKernel>& kernels,
                                             const std::vector<std::string>& without_kernels) const
{
    const std::set<std::string> empty(without_kernels.begin(), without_kernels.end());
    std::set<std::pair<std::string, std::string>> compiled, failed;  // file and architecture
    std::set<Key> seen;
    for (const GuardedKernel& kernel : kernels) {
        (kernel.failure ? failed : compiled).emplace(kernel.file, kernel.arch);
        seen.insert({kernel.file, kernel.kernel, kernel.arch});
    }
    std::vector<Key> unused;
    for (const auto& [key, numbers] : numbers_) {
        const std::pair place(key[0], key[2]);
        const bool is_gone = compiled.contains(place) && !failed.contains(place) && !seen.contains(key);
        if (is_gone || empty.contains(key[0])) unused.push_back(key);
    }
    return unused;
}

std::vector<std::string> Budget::unused(const std::vector<GuardedKernel>& kernels,
                                        const std::vector<std::string>& without_kernels) const
{
    std::vector<std::string> unused;
    for (const Key& key : unused_keys(kernels, without_kernels))
        if (!unclear_.contains(key)) unused.push_back(key[0] + ": " + key[1] + " (" + key[2] + ")");
    return unused;
}

}  // namespace spillway::cli
