#include "app/trace/injection/kernel_table.h"

namespace spillway::trace::injection {

std::size_t KernelTable::Hash::operator()(const Key& key) const
{
    std::size_t hash = std::hash<std::string>()(key.name);
    const auto mix = [&](std::int64_t value) {
        hash = (hash ^ static_cast<std::size_t>(value)) * std::size_t{0x9E3779B97F4A7C15};
    };
    const KernelShape& s = key.shape;
    for (const std::int64_t value :
         {s.grid[0], s.grid[1], s.grid[2], s.block[0], s.block[1], s.block[2], s.registers, s.static_shared_bytes,
          s.dynamic_shared_bytes, s.local_bytes, s.device, s.is_in_graph})
        mix(value);
    return hash;
}

KernelTable::Found KernelTable::find(std::string_view name, const KernelShape& shape)
{
    Key key{std::string(name), shape};
    if (const auto known = ids_.find(key); known != ids_.end()) return {known->second, false};
    if (ids_.size() >= most) return {};
    const auto id = static_cast<std::int64_t>(ids_.size());
    ids_.emplace(std::move(key), id);
    return {id, true};
}

}  // namespace spillway::trace::injection
