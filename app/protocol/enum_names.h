#pragma once

// JSON name of each enumeration value that a message or a file holds.

#include <array>
#include <string_view>
#include <utility>

#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::protocol {

template <typename E>
struct EnumNames;

template <>
struct EnumNames<model::Status> {
    static constexpr std::array<std::pair<model::Status, std::string_view>, 6> table{{
        {model::Status::ok, "ok"},
        {model::Status::compile_error, "compile_error"},
        {model::Status::launch_error, "launch_error"},
        {model::Status::wrong_result, "wrong_result"},
        {model::Status::timed_out, "timed_out"},
        {model::Status::worker_died, "worker_died"},
    }};
};
template <>
struct EnumNames<model::MeasurementSource> {
    static constexpr std::array<std::pair<model::MeasurementSource, std::string_view>, 3> table{{
        {model::MeasurementSource::none, "none"},
        {model::MeasurementSource::live, "live"},
        {model::MeasurementSource::recorded, "recorded"},
    }};
};
template <>
struct EnumNames<model::VerificationStatus> {
    static constexpr std::array<std::pair<model::VerificationStatus, std::string_view>, 4> table{{
        {model::VerificationStatus::not_run, "not_run"},
        {model::VerificationStatus::matched, "matched"},
        {model::VerificationStatus::mismatched, "mismatched"},
        {model::VerificationStatus::over_limit, "over_limit"},
    }};
};
template <>
struct EnumNames<model::Bound> {
    static constexpr std::array<std::pair<model::Bound, std::string_view>, 2> table{{
        {model::Bound::time, "time"},
        {model::Bound::memory, "memory"},
    }};
};
template <>
struct EnumNames<model::ErrorKind> {
    static constexpr std::array<std::pair<model::ErrorKind, std::string_view>, 3> table{{
        {model::ErrorKind::no_kernel, "no_kernel"},
        {model::ErrorKind::unusable_file, "unusable_file"},
        {model::ErrorKind::passing, "passing"},
    }};
};
template <>
struct EnumNames<model::FaultKind> {
    static constexpr std::array<std::pair<model::FaultKind, std::string_view>, 20> table{{
        {model::FaultKind::out_of_bounds, "out_of_bounds"},
        {model::FaultKind::no_memory_there, "no_memory_there"},
        {model::FaultKind::misaligned, "misaligned"},
        {model::FaultKind::written_read_only, "written_read_only"},
        {model::FaultKind::freed_memory, "freed_memory"},
        {model::FaultKind::bad_free, "bad_free"},
        {model::FaultKind::shared_not_written, "shared_not_written"},
        {model::FaultKind::shared_race, "shared_race"},
        {model::FaultKind::shared_race_in_warp, "shared_race_in_warp"},
        {model::FaultKind::barrier_in_divergence, "barrier_in_divergence"},
        {model::FaultKind::barriers_mismatched, "barriers_mismatched"},
        {model::FaultKind::barrier_not_reached, "barrier_not_reached"},
        {model::FaultKind::bad_lane_mask, "bad_lane_mask"},
        {model::FaultKind::no_end, "no_end"},
        {model::FaultKind::stopped, "stopped"},
        {model::FaultKind::trapped, "trapped"},
        {model::FaultKind::unknown_function, "unknown_function"},
        {model::FaultKind::too_deep, "too_deep"},
        {model::FaultKind::too_much_memory, "too_much_memory"},
        {model::FaultKind::not_supported, "not_supported"},
    }};
};
template <>
struct EnumNames<model::Counted> {
    static constexpr std::array<std::pair<model::Counted, std::string_view>, 6> table{{
        {model::Counted::reads, "reads"},
        {model::Counted::writes, "writes"},
        {model::Counted::reads_by_one_thread, "reads_by_one_thread"},
        {model::Counted::sectors, "sectors"},
        {model::Counted::writes_elsewhere, "writes_elsewhere"},
        {model::Counted::warp_steps, "warp_steps"},
    }};
};
template <>
struct EnumNames<model::CauseKind> {
    static constexpr std::array<std::pair<model::CauseKind, std::string_view>, 9> table{{
        {model::CauseKind::dynamic_index, "dynamic_index"},
        {model::CauseKind::too_large, "too_large"},
        {model::CauseKind::spill, "spill"},
        {model::CauseKind::address_taken, "address_taken"},
        {model::CauseKind::call_stack, "call_stack"},
        {model::CauseKind::library_function, "library_function"},
        {model::CauseKind::parameter_copy, "parameter_copy"},
        {model::CauseKind::declared_volatile, "declared_volatile"},
        {model::CauseKind::unknown, "unknown"},
    }};
};

template <>
struct EnumNames<model::RepairKind> {
    static constexpr std::array<std::pair<model::RepairKind, std::string_view>, 7> table{{
        {model::RepairKind::grid_constant, "grid_constant"},
        {model::RepairKind::static_const, "static_const"},
        {model::RepairKind::select, "select"},
        {model::RepairKind::unroll, "unroll"},
        {model::RepairKind::inline_call, "inline_call"},
        {model::RepairKind::without_library, "without_library"},
        {model::RepairKind::without_bounds, "without_bounds"},
    }};
};
template <>
struct EnumNames<model::SpillTarget> {
    static constexpr std::array<std::pair<model::SpillTarget, std::string_view>, 2> table{{
        {model::SpillTarget::local, "local"},
        {model::SpillTarget::shared, "shared"},
    }};
};
template <>
struct EnumNames<model::Carveout> {
    static constexpr std::array<std::pair<model::Carveout, std::string_view>, 3> table{{
        {model::Carveout::standard, "default"},
        {model::Carveout::max_l1, "max_l1"},
        {model::Carveout::max_shared, "max_shared"},
    }};
};
template <>
struct EnumNames<model::LoadCache> {
    static constexpr std::array<std::pair<model::LoadCache, std::string_view>, 2> table{{
        {model::LoadCache::ca, "ca"},
        {model::LoadCache::cg, "cg"},
    }};
};
template <>
struct EnumNames<model::ScalarKind> {
    static constexpr std::array<std::pair<model::ScalarKind, std::string_view>, 13> table{{
        {model::ScalarKind::raw, "raw"},
        {model::ScalarKind::int8, "int8"},
        {model::ScalarKind::uint8, "uint8"},
        {model::ScalarKind::int16, "int16"},
        {model::ScalarKind::uint16, "uint16"},
        {model::ScalarKind::int32, "int32"},
        {model::ScalarKind::uint32, "uint32"},
        {model::ScalarKind::int64, "int64"},
        {model::ScalarKind::uint64, "uint64"},
        {model::ScalarKind::float16, "float16"},
        {model::ScalarKind::bfloat16, "bfloat16"},
        {model::ScalarKind::float32, "float32"},
        {model::ScalarKind::float64, "float64"},
    }};
};
template <>
struct EnumNames<model::Fill> {
    static constexpr std::array<std::pair<model::Fill, std::string_view>, 9> table{{
        {model::Fill::random, "random"},
        {model::Fill::random_integers, "random_integers"},
        {model::Fill::random_bytes, "random_bytes"},
        {model::Fill::ramp, "ramp"},
        {model::Fill::constant, "constant"},
        {model::Fill::zero, "zero"},
        {model::Fill::poison, "poison"},
        {model::Fill::permutation, "permutation"},
        {model::Fill::cycle, "cycle"},
    }};
};
template <>
struct EnumNames<model::MemoryPlace> {
    static constexpr std::array<std::pair<model::MemoryPlace, std::string_view>, 5> table{{
        {model::MemoryPlace::global, "global"},
        {model::MemoryPlace::constant, "constant"},
        {model::MemoryPlace::texture, "texture"},
        {model::MemoryPlace::pinned_host, "pinned_host"},
        {model::MemoryPlace::pageable_host, "pageable_host"},
    }};
};
template <>
struct EnumNames<model::TextureFilter> {
    static constexpr std::array<std::pair<model::TextureFilter, std::string_view>, 2> table{{
        {model::TextureFilter::point, "point"},
        {model::TextureFilter::linear, "linear"},
    }};
};
template <>
struct EnumNames<model::TextureEdge> {
    static constexpr std::array<std::pair<model::TextureEdge, std::string_view>, 3> table{{
        {model::TextureEdge::clamp, "clamp"},
        {model::TextureEdge::border, "border"},
        {model::TextureEdge::wrap, "wrap"},
    }};
};
template <>
struct EnumNames<model::CacheState> {
    static constexpr std::array<std::pair<model::CacheState, std::string_view>, 2> table{{
        {model::CacheState::cold, "cold"},
        {model::CacheState::warm, "warm"},
    }};
};
template <>
struct EnumNames<model::Timing> {
    static constexpr std::array<std::pair<model::Timing, std::string_view>, 3> table{{
        {model::Timing::kernel, "kernel"},
        {model::Timing::launch, "launch"},
        {model::Timing::first_launch, "first_launch"},
    }};
};
template <>
struct EnumNames<model::Library> {
    static constexpr std::array<std::pair<model::Library, std::string_view>, 2> table{{
        {model::Library::none, "none"},
        {model::Library::cublas_sgemm, "cublas_sgemm"},
    }};
};
template <>
struct EnumNames<model::LocalPool> {
    static constexpr std::array<std::pair<model::LocalPool, std::string_view>, 2> table{{
        {model::LocalPool::keep, "keep"},
        {model::LocalPool::release, "release"},
    }};
};

}  // namespace spillway::protocol
