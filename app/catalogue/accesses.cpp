#include "app/catalogue/accesses.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/catalogue/formula/formula.h"
#include "app/model/shared_banks.h"

namespace spillway::catalogue {
namespace {

using model::AccessMemory;

struct AccessMetric {
    const char* name;
    AccessMemory memory;
};
constexpr AccessMetric access_metrics[] = {{"access_sectors_per_request", AccessMemory::global},
                                           {"access_bank_conflicts", AccessMemory::shared},
                                           {"access_words", AccessMemory::constant}};

/// Rounds down, including negative values.
std::int64_t floor_div(std::int64_t value, std::int64_t by)
{
    return value >= 0 ? value / by : -((-value + by - 1) / by);
}

model::Expected<double> number_of(const std::string& formula, const Scope& scope)
{
    const auto number = evaluate(formula, scope);
    if (!number) return number;
    const bool is_allowed = std::isfinite(*number) && std::floor(*number) == *number &&
                            std::abs(*number) < static_cast<double>(max_address);
    if (is_allowed) return number;
    return model::Error{"\"" + formula + "\" must give a whole number below 2^40 in magnitude", "accesses", ""};
}

const model::Access* first_access(const model::Experiment& experiment, const std::string& variant, AccessMemory memory)
{
    for (const model::Access* access : accesses_of(experiment, variant))
        if (access->memory == memory) return access;
    return nullptr;
}

}  // namespace

model::Expected<WarpAccess> warp_access(const model::Experiment& experiment, const model::Access& access,
                                        const model::Values& values, const model::Gpu& gpu)
{
    Scope scope = make_scope(experiment, values, &gpu);
    scope.emplace_back("lane", 0);
    double& lane = scope.back().second;
    const auto bytes = number_of(access.bytes, scope);
    if (!bytes) return bytes.error();
    WarpAccess warp;
    warp.bytes = static_cast<std::int64_t>(*bytes);
    const bool is_size = warp.bytes == 1 || warp.bytes == 2 || warp.bytes == 4 || warp.bytes == 8 || warp.bytes == 16;
    if (!is_size)
        return model::Error{"\"" + access.bytes + "\" gives " + std::to_string(warp.bytes) + " bytes a lane",
                            "accesses", "1, 2, 4, 8 or 16 were expected"};
    for (int i = 0; i < warp_lanes; ++i) {
        lane = i;
        if (!access.active.empty()) {
            const auto active = evaluate(access.active, scope);
            if (!active) return active.error();
            if (*active == 0) continue;
        }
        const auto address = number_of(access.address, scope);
        if (!address) return address.error();
        warp.addresses[static_cast<std::size_t>(i)] = static_cast<std::int64_t>(*address);
    }
    return warp;
}

Touched touched(const WarpAccess& access)
{
    std::set<std::int64_t> lines, sectors, bytes;
    for (const auto& address : access.addresses) {
        if (!address) continue;
        for (std::int64_t byte = *address; byte < *address + access.bytes; ++byte) {
            bytes.insert(byte);
            sectors.insert(floor_div(byte, sector_bytes));
            lines.insert(floor_div(byte, line_bytes));
        }
    }
    return {{lines.begin(), lines.end()}, {sectors.begin(), sectors.end()}, static_cast<std::int64_t>(bytes.size())};
}

int lanes_at_a_time(const WarpAccess& access)
{
    const auto share_in_pairs = [&](std::size_t distance) {
        for (std::size_t lane = 0; lane < access.addresses.size(); ++lane) {
            const auto &own = access.addresses[lane], &other = access.addresses[lane ^ distance];
            if (own && other && *own != *other) return false;
        }
        return true;
    };
    return model::lanes_served_together(access.bytes, share_in_pairs(1) || share_in_pairs(2));
}

BankUse bank_use(const WarpAccess& access)
{
    BankUse use;
    const int together = lanes_at_a_time(access);
    for (int first = 0; first < warp_lanes; first += together) {
        std::array<std::set<std::int64_t>, bank_count> wanted;
        for (int lane = first; lane < first + together; ++lane) {
            const auto& address = access.addresses[static_cast<std::size_t>(lane)];
            if (!address) continue;
            const std::int64_t last = floor_div(*address + access.bytes - 1, bank_bytes);
            for (std::int64_t word = floor_div(*address, bank_bytes); word <= last; ++word)
                wanted[static_cast<std::size_t>(word - floor_div(word, bank_count) * bank_count)].insert(word);
        }
        int turns = 0;
        for (std::size_t bank = 0; bank < wanted.size(); ++bank) {
            const int words = static_cast<int>(wanted[bank].size());
            use.words[bank] = std::max(use.words[bank], words);
            turns = std::max(turns, words);
        }
        use.turns += turns;
        use.conflicts += std::max(0, turns - 1);
    }
    return use;
}

int distinct_words(const WarpAccess& access)
{
    std::set<std::int64_t> words;
    for (const auto& address : access.addresses)
        if (address) words.insert(floor_div(*address, bank_bytes));
    return static_cast<int>(words.size());
}

std::vector<const model::Access*> accesses_of(const model::Experiment& experiment, const std::string& variant)
{
    std::vector<const model::Access*> found;
    for (const model::Access& access : experiment.accesses) {
        const auto& variants = access.variants;
        if (variants.empty() || std::find(variants.begin(), variants.end(), variant) != variants.end())
            found.push_back(&access);
    }
    return found;
}

std::vector<std::string> access_names(const model::Experiment& experiment, const std::string& variant)
{
    std::vector<std::string> found;
    for (const AccessMetric& metric : access_metrics)
        if (first_access(experiment, variant, metric.memory) != nullptr) found.emplace_back(metric.name);
    return found;
}

std::optional<double> access_number(const model::Experiment& experiment, const std::string& variant,
                                    const std::string& name, const model::Values& values, const model::Gpu& gpu)
{
    const auto known = std::find_if(std::begin(access_metrics), std::end(access_metrics),
                                    [&](const AccessMetric& metric) { return name == metric.name; });
    if (known == std::end(access_metrics)) return std::nullopt;
    const model::Access* access = first_access(experiment, variant, known->memory);
    if (access == nullptr) return std::nullopt;
    const auto warp = warp_access(experiment, *access, values, gpu);
    if (!warp) return std::nullopt;
    switch (known->memory) {
        case AccessMemory::global: return static_cast<double>(touched(*warp).sectors.size());
        case AccessMemory::shared: return bank_use(*warp).conflicts;
        case AccessMemory::constant: break;
    }
    return distinct_words(*warp);
}

}  // namespace spillway::catalogue
