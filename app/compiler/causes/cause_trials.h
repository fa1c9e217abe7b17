#pragma once

// Compiles edited versions of a kernel's source, within the time limit of one request for causes.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/clock.h"
#include "app/catalogue/plain/device_part.h"
#include "app/compiler/causes/cause_finder.h"
#include "app/compiler/causes/cause_reasoning.h"
#include "app/compiler/causes/source_words.h"
#include "app/compiler/compile_service.h"

namespace spillway::compiler {

/// Functions that the entry reaches, by mangled name (stable_names.h).
using Functions = std::map<std::string, FunctionSeen>;
[[nodiscard]] Functions functions_of(const Compiled& compiled, const std::string& name);

class Trials {
public:
    /// `request` has line information.
    Trials(CompileService& service, const model::CompileRequest& request, const model::SourceText& source,
           const StopQuestion& should_stop);
    Trials(const Trials&) = delete;
    Trials& operator=(const Trials&) = delete;

    [[nodiscard]] bool is_stopped() const { return should_stop_ && should_stop_(); }
    [[nodiscard]] bool is_too_late() const;
    /// True if no further trial starts.
    [[nodiscard]] bool is_over() const { return is_stopped() || is_too_late(); }
    /// True if the last trial was stopped, or did not start: whether its source compiles is unknown.
    [[nodiscard]] bool was_stopped() const { return is_over() || was_stopped_; }
    /// True if a trial reached a time limit of its own.
    [[nodiscard]] bool took_too_long() const { return took_too_long_; }

    /// Call before the first edit: changes texts(). Trials of a whole file are then compiled by NVRTC, which takes a
    /// fifth of nvcc's time, if it puts the same bytes at the same lines into local memory as the unedited compile;
    /// without the file's other kernels if that is so for this kernel alone. A file that takes nvcc long is compiled by
    /// it without the other kernels.
    void compare_compilers_with(const Compiled& unedited);
    /// Starts the time limit of all trials: that of a file which takes long to compile is longer.
    void start_clock(double compile_seconds);

    /// The kernel's file first; of a whole file also its own headers.
    [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }
    /// Whether the build options of a whole file cap its registers: -maxrregcount.
    [[nodiscard]] bool has_file_cap() const;
    /// Name of a file in compiler messages.
    [[nodiscard]] const std::string& name(std::size_t file) const { return names_[file]; }
    /// Index of the file with this name in compiler messages; 0, the kernel's file, if there is none or it is empty.
    [[nodiscard]] std::size_t file_of(const std::string& name) const;
    [[nodiscard]] const std::string& text() const { return texts_.front(); }
    [[nodiscard]] const std::string& source_name() const { return source_.name; }

    /// Edits of all files, each made by `make(text)`.
    template <typename Make>
    [[nodiscard]] Edits in_all(Make make) const
    {
        Edits all;
        for (std::size_t file = 0; file < texts_.size(); ++file)
            for (Edit& edit : make(std::string_view(texts_[file]))) {
                edit.file = file;
                all.push_back(std::move(edit));
            }
        return all;
    }

    /// Functions after the edits, in machine code. Empty if the edited source does not compile.
    [[nodiscard]] std::optional<Functions> compile(const Edits& edits, const model::CompileRequest& request);
    /// Same to PTX only: faster, and independent of ptxas errors. Stopped after `max_seconds`: not compiled.
    [[nodiscard]] NvrtcResult compile_to_ptx(const Edits& edits, double max_seconds = max_seconds_for_causes);

private:
    void start_trial(double max_seconds);
    void end_trial(const std::optional<model::Error>& stopped, bool cancelled);
    [[nodiscard]] model::SourceText with(const Edits& edits) const;
    [[nodiscard]] NvrtcResult compile_file_to_ptx(const model::SourceText& source);
    [[nodiscard]] std::optional<NvrtcResult> compile_device_to_ptx(const model::SourceText& source);
    [[nodiscard]] bool is_by_nvcc() const;  ///< whether nvcc compiles a whole file
    [[nodiscard]] bool may_take_nvrtc() const;
    [[nodiscard]] NvrtcResult compile_by_nvcc(const model::SourceText& source);
    [[nodiscard]] bool does_agree(const std::optional<NvrtcResult>& made, const Compiled& unedited) const;
    void keep_one_kernel(const std::string& mangled);

    CompileService& service_;
    const model::CompileRequest& request_;
    const model::SourceText& source_;
    const StopQuestion& should_stop_;
    const StopQuestion stop_ = [this] { return is_over() || base::seconds_since(trial_start_) > max_trial_seconds_; };
    base::Clock::time_point start_ = base::Clock::now();
    double max_seconds_ = max_seconds_for_causes;
    base::Clock::time_point trial_start_ = start_;
    double max_trial_seconds_ = max_seconds_for_causes;
    bool was_stopped_ = false, took_too_long_ = false;
    std::optional<catalogue::SourceFiles> files_;  ///< of a whole file; their texts are in texts_
    std::vector<std::string> texts_, names_;
    std::vector<catalogue::RefusedLine> refused_;  ///< lines that NVRTC does not take
    bool takes_nvrtc_ = false;                     ///< for trials of a whole file that nvcc compiled
    catalogue::WithInstances with_instances_ = catalogue::WithInstances::launched;
    std::string nvrtc_entry_;  ///< the instance that NVRTC makes; empty: none beside the file's kernels
};

}  // namespace spillway::compiler
