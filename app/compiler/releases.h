#pragma once

// NVRTC of other CUDA releases than the worker's own, for requests that name one ("12.9"): each is started when it is
// first asked for.

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/compiler/toolchain.h"

namespace spillway::compiler {

/// Headers that belong to an NVRTC library: of its toolkit, or of the wheel beside it. Empty where there are none.
[[nodiscard]] std::vector<std::filesystem::path> headers_beside(const std::filesystem::path& library);

/// Whether a full version ("13.0.88") is of a release ("13.0").
[[nodiscard]] bool is_of_release(const std::string& version, const std::string& release);

/// Whether a text is a release's name: "12.9".
[[nodiscard]] bool is_release(const std::string& text);

/// Thread safe.
class Releases {
public:
    explicit Releases(Toolchain own);

    [[nodiscard]] const Toolchain& own() const { return own_; }
    /// The toolchain of a release; for "" the worker's own, with nvcc, which a release by its name is without. Where a
    /// release is not installed, or does not start, its `nvrtc` is the Error. Starting one takes some 0.3 s.
    [[nodiscard]] const Toolchain& of(const std::string& release);
    /// What answers of a release are kept by. Starts nothing.
    [[nodiscard]] std::string identity(const std::string& release) const;

private:
    [[nodiscard]] bool is_own(const std::string& release) const;
    [[nodiscard]] const model::Tool* find(const std::string& release) const;
    [[nodiscard]] Toolchain start(const std::string& release) const;

    Toolchain own_, own_nvrtc_;  ///< the latter without nvcc
    std::string own_identity_;
    std::mutex mutex_;  ///< guards what follows
    std::map<std::string, std::unique_ptr<const Toolchain>> started_;
};

}  // namespace spillway::compiler
