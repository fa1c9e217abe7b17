#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace spillway::results {

/// Packs lines of a recording one by one, each as its difference from a sample line: lines of one experiment have most
/// of their text in common.
class LinePacker {
public:
    explicit LinePacker(const std::string& sample);
    ~LinePacker();
    LinePacker(LinePacker&&) noexcept;
    LinePacker& operator=(LinePacker&&) noexcept;

    /// Empty if zstd fails.
    [[nodiscard]] std::string pack(std::string_view line) const;
    /// Empty for bytes that are not a whole zstd frame of this sample.
    [[nodiscard]] std::string unpack(std::string_view packed) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace spillway::results
