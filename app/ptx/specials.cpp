#include "app/ptx/specials.h"

#include <algorithm>
#include <array>

namespace spillway::ptx {
namespace {

/// In the order of Special.
constexpr std::array<std::string_view, static_cast<std::size_t>(Special::count)> names{"%tid.x",
                                                                                       "%tid.y",
                                                                                       "%tid.z",
                                                                                       "%ntid.x",
                                                                                       "%ntid.y",
                                                                                       "%ntid.z",
                                                                                       "%ctaid.x",
                                                                                       "%ctaid.y",
                                                                                       "%ctaid.z",
                                                                                       "%nctaid.x",
                                                                                       "%nctaid.y",
                                                                                       "%nctaid.z",
                                                                                       "%laneid",
                                                                                       "%warpid",
                                                                                       "%nwarpid",
                                                                                       "%smid",
                                                                                       "%nsmid",
                                                                                       "%gridid",
                                                                                       "%lanemask_eq",
                                                                                       "%lanemask_le",
                                                                                       "%lanemask_lt",
                                                                                       "%lanemask_ge",
                                                                                       "%lanemask_gt",
                                                                                       "%clusterid.x",
                                                                                       "%clusterid.y",
                                                                                       "%clusterid.z",
                                                                                       "%nclusterid.x",
                                                                                       "%nclusterid.y",
                                                                                       "%nclusterid.z",
                                                                                       "%cluster_ctaid.x",
                                                                                       "%cluster_ctaid.y",
                                                                                       "%cluster_ctaid.z",
                                                                                       "%cluster_nctaid.x",
                                                                                       "%cluster_nctaid.y",
                                                                                       "%cluster_nctaid.z",
                                                                                       "%cluster_ctarank",
                                                                                       "%cluster_nctarank",
                                                                                       "%dynamic_smem_size",
                                                                                       "%total_smem_size",
                                                                                       "%envreg1",
                                                                                       "%envreg2",
                                                                                       "%envreg",
                                                                                       "%clock",
                                                                                       "%clock_hi",
                                                                                       "%clock64",
                                                                                       "%globaltimer",
                                                                                       "%globaltimer_lo",
                                                                                       "%globaltimer_hi"};

}  // namespace

std::optional<Special> special_of(std::string_view name)
{
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<Special>(found - names.begin());
    if (name.starts_with("%envreg")) return Special::envreg;
    return std::nullopt;
}

std::string_view name_at_special(std::int32_t offset)
{
    const auto number = static_cast<std::size_t>(offset / special_offset(static_cast<Special>(1)));
    return number < names.size() ? names[number] : std::string_view();
}

}  // namespace spillway::ptx
