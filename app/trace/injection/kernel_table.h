#pragma once

// Table of kernels; a row stands for one name, grid, block and set of resources.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace spillway::trace::injection {

struct KernelShape {
    std::array<std::int64_t, 3> grid{}, block{};
    std::int64_t registers = 0;  ///< per thread
    std::int64_t static_shared_bytes = 0, dynamic_shared_bytes = 0;
    std::int64_t local_bytes = 0;  ///< per thread
    std::int64_t device = 0;
    std::int64_t is_in_graph = 0;

    friend bool operator==(const KernelShape&, const KernelShape&) = default;
};

/// Numbers kernels from 0; holds at most `most`.
class KernelTable {
public:
    static constexpr std::int64_t none = -1;
    static constexpr std::size_t most = 20000;

    struct Found {
        std::int64_t id = none;  ///< none: the table is full
        bool is_new = false;
    };
    [[nodiscard]] Found find(std::string_view name, const KernelShape& shape);

private:
    struct Key {
        std::string name;
        KernelShape shape;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    std::unordered_map<Key, std::int64_t, Hash> ids_;
};

}  // namespace spillway::trace::injection
