#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace spillway::model {

/// One GPU of assets/gpus.json, or the live GPU: figures for the compiler target and the occupancy calculator, and
/// datasheet peaks. Sizes are in bytes.
struct Gpu {
    std::string name;   ///< short name for --gpu: "h200"
    std::string label;  ///< "NVIDIA H200 SXM"
    int compute_major = 0;
    int compute_minor = 0;
    int sm_count = 0;
    int max_threads_per_block = 0;
    int max_threads_per_sm = 0;
    int max_blocks_per_sm = 0;  ///< for display; the calculator derives it from the compute capability
    int max_registers_per_thread = 0;
    int registers_per_block = 0;
    int registers_per_sm = 0;
    int warp_size = 32;
    std::int64_t shared_bytes_per_block = 0;        ///< without opt-in
    std::int64_t shared_bytes_per_block_optin = 0;  ///< largest dynamic shared memory with opt-in
    std::int64_t shared_bytes_per_sm = 0;
    std::int64_t reserved_shared_bytes_per_block = 0;
    std::int64_t data_cache_bytes = 0;  ///< shared memory and L1 of one SM together; known only from the table
    std::vector<std::int64_t> shared_splits_bytes;  ///< possible shared memory sizes within it, ascending
    std::int64_t l2_bytes = 0;
    std::int64_t memory_bytes = 0;
    double dram_bytes_per_second = 0;  ///< datasheet peak
    double boost_clock_hz = 0;         ///< datasheet
    bool compilable = true;            ///< false if the current compiler no longer targets the architecture
    std::string source;                ///< source of the figures
    std::string target;                ///< special target to compile for, "sm_90a"; empty: arch()

    [[nodiscard]] std::string compile_target() const { return target.empty() ? arch() : target; }
    /// "sm_90"
    [[nodiscard]] std::string arch() const
    {
        return "sm_" + std::to_string(compute_major) + std::to_string(compute_minor);
    }
    /// "sm_90a": the target with the instructions that only this architecture has. Before 9.0 there is none: "sm_80".
    [[nodiscard]] std::string specific_arch() const { return arch() + (compute_major >= 9 ? "a" : ""); }
    /// Whether this table entry describes the live GPU: the driver calls "NVIDIA H200 SXM" "NVIDIA H200".
    [[nodiscard]] bool is_same_model(const Gpu& live) const
    {
        const bool same_name = label.starts_with(live.label) || live.label.starts_with(label);
        return arch() == live.arch() && sm_count == live.sm_count && !label.empty() && !live.label.empty() && same_name;
    }
    [[nodiscard]] int max_warps_per_sm() const { return max_threads_per_sm / warp_size; }

    friend bool operator==(const Gpu&, const Gpu&) = default;
};

}  // namespace spillway::model
