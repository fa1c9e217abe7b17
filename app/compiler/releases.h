#pragma once

// NVRTC of other CUDA releases than the worker's own, for requests that name one ("12.9"). Each starts at its first
// request.

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/compiler/toolchain.h"

namespace spillway::compiler {

/// Headers of an NVRTC library: of its toolkit, or of the wheel beside it. May be empty.
[[nodiscard]] std::vector<std::filesystem::path> headers_beside(const std::filesystem::path& library);

/// True if a full version ("13.0.88") belongs to a release ("13.0").
[[nodiscard]] bool is_of_release(const std::string& version, const std::string& release);

/// True for a release name such as "12.9".
[[nodiscard]] bool is_release(const std::string& text);

/// Thread-safe.
class Releases {
public:
    explicit Releases(Toolchain own);

    [[nodiscard]] const Toolchain& own() const { return own_; }
    /// Toolchain of a release, without nvcc; for "" the worker's own, with nvcc. If a release is not installed or does
    /// not start, `nvrtc` is an Error. The first call for a release takes some 0.3 s.
    [[nodiscard]] const Toolchain& of(const std::string& release);
    /// Part of the cache key for a release. Starts nothing.
    [[nodiscard]] std::string identity(const std::string& release) const;

private:
    [[nodiscard]] bool is_own(const std::string& release) const;
    [[nodiscard]] const model::Tool* find(const std::string& release) const;
    [[nodiscard]] Toolchain start(const std::string& release) const;

    Toolchain own_, own_nvrtc_;  ///< the second one without nvcc
    std::string own_identity_;
    std::mutex mutex_;  ///< guards the members below
    std::map<std::string, std::unique_ptr<const Toolchain>> started_;
};

}  // namespace spillway::compiler
