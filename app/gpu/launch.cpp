#include "app/gpu/launch.h"

#include "app/gpu/buffer_data.h"

namespace spillway::gpu {
Launch::Launch(CuFunction function, const std::int64_t (&grid)[3], const std::int64_t (&block)[3],
               std::int64_t dynamic_shared_bytes, const std::vector<model::PlannedArgument>& arguments,
               const std::vector<CuPointer>& addresses)
    : function_(function), shared_bytes_(static_cast<unsigned int>(dynamic_shared_bytes))
{
    for (std::size_t i = 0; i < 3; ++i) {
        shape_[i] = static_cast<unsigned int>(grid[i]);
        shape_[3 + i] = static_cast<unsigned int>(block[i]);
    }
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        begins.push_back(values_.size());
        const auto words = arguments[i].buffer >= 0
                               ? std::vector<std::uint64_t>{addresses[i]}
                               : catalogue::argument_words(arguments[i].scalar_type, arguments[i].scalar);
        values_.insert(values_.end(), words.begin(), words.end());
    }
    for (const std::size_t begin : begins) pointers_.push_back(&values_[begin]);
}

void Launch::set_cluster(std::int64_t blocks)
{
    if (blocks <= 1) return;
    CuLaunchAttribute& attribute = attributes_.emplace_back();
    attribute.id = launch_cluster;
    attribute.value.cluster = {static_cast<unsigned int>(blocks), 1, 1};
}

void Launch::set_window(CuPointer begin, const model::PlannedWindow& window)
{
    CuLaunchAttribute& attribute = attributes_.emplace_back();
    attribute.id = launch_access_window;
    attribute.value.window = {reinterpret_cast<void*>(static_cast<std::uintptr_t>(begin)),
                              static_cast<std::size_t>(window.bytes), static_cast<float>(window.hit_ratio),
                              access_persisting, access_streaming};
}

CuLaunchConfig Launch::config(CuStream stream) const
{
    return {{shape_[0], shape_[1], shape_[2]},
            {shape_[3], shape_[4], shape_[5]},
            shared_bytes_,
            stream,
            attributes_.data(),
            static_cast<unsigned int>(attributes_.size())};
}

Failure Launch::active_clusters(const DriverApi& api, int& clusters) const
{
    const CuLaunchConfig launch_config = config(nullptr);
    return failure(api.active_clusters(&clusters, function_, &launch_config), "cuOccupancyMaxActiveClusters");
}

Failure Launch::enqueue(const DriverApi& api, CuStream stream) const
{
    if (!attributes_.empty()) {
        const CuLaunchConfig launch_config = config(stream);
        return failure(api.launch_extended(&launch_config, function_, pointers_.data(), nullptr), "cuLaunchKernelEx");
    }
    return failure(api.launch(function_, shape_[0], shape_[1], shape_[2], shape_[3], shape_[4], shape_[5],
                              shared_bytes_, stream, pointers_.data(), nullptr),
                   "cuLaunchKernel");
}

}  // namespace spillway::gpu
