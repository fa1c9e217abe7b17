#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/job.h"

namespace spillway::catalogue {

/// The experiments that loaded, and what was wrong with the others.
struct Catalogue {
    std::vector<model::Experiment> experiments;  ///< by topic, then in the catalogue's order
    std::vector<model::Error> problems;          ///< file and line, what was expected

    [[nodiscard]] const model::Experiment* find(std::string_view name) const;
};

/// Reads every subfolder that holds an experiment.json. A bad one becomes a problem; the others load.
/// `trusted` says whether kernels found there may be compiled without asking.
[[nodiscard]] Catalogue load_catalogue(const std::filesystem::path& folder, bool trusted);

/// Why a path that a user gave holds no experiments, as far as its files' names tell: for who drops a file on the
/// window, or a folder that lacks something.
[[nodiscard]] std::optional<model::Error> why_no_catalogue(const std::filesystem::path& path);

/// Reads one experiment folder.
[[nodiscard]] model::Expected<model::Experiment> load_experiment(const std::filesystem::path& folder);

/// Reads the text of an experiment.json; never throws, whatever the text. `kernel_source`, where given,
/// must define every kernel that an entry names. Folder, source and lesson are left empty. The Error's
/// `where` is file_name:line.
[[nodiscard]] model::Expected<model::Experiment> parse_experiment(
    std::string_view text, const std::string& file_name, std::optional<std::string_view> kernel_source = std::nullopt);

/// A link of a lesson that does something: [128 bytes](claim:local_array_128) or
/// [window 64](set:window_size=64,register_cap=0).
struct LessonLink {
    int line = 0;
    std::string text;
    std::string target;  ///< "claim:local_array_128"
};
[[nodiscard]] std::vector<LessonLink> lesson_links(std::string_view lesson);

/// The values of a lesson's "set:name=value,name=value" target.
[[nodiscard]] model::Expected<model::Values> parse_set_link(const model::Experiment& experiment,
                                                            std::string_view target);

/// Reads assets/gpus.json.
[[nodiscard]] model::Expected<std::vector<model::Gpu>> parse_gpus(std::string_view text, const std::string& file_name);
[[nodiscard]] model::Expected<std::vector<model::Gpu>> load_gpus(const std::filesystem::path& file);

/// Where the table's line of a GPU differs from what the driver says of the same: "l2_bytes is 62914560 here, 52428800 in
/// the table". Nothing where the table has no line of it, or all agree.
[[nodiscard]] std::vector<std::string> differences_from_table(const std::vector<model::Gpu>& table,
                                                              const model::Gpu& live);

/// SHA-256 of a kernel's text (hex), as used in CompileRequest::source_hash.
[[nodiscard]] std::string content_hash(std::string_view text);

/// Of the experiment's kernel text: as it was read, or of the text itself where it was not read from a file.
[[nodiscard]] std::string source_hash(const model::Experiment& experiment);

/// The kernel's text as the worker is given it.
[[nodiscard]] model::SourceText source_text(const model::Experiment& experiment);

/// Where a parameter begins on a GPU: its formula's number, brought into its range, or what it is everywhere.
[[nodiscard]] model::Value initial_value(const model::Parameter& parameter, const model::Gpu& gpu);
/// Every parameter and knob at its initial value.
[[nodiscard]] model::Values initial_values(const model::Experiment& experiment, const model::Gpu& gpu);

/// Lets values that nobody moved follow from one GPU to another.
void move_initial_values(const model::Experiment& experiment, const model::Gpu& from, const model::Gpu& to,
                         model::Values& values);

/// Checks and converts the text of `--set NAME=VALUE` ("32", "0x20", "4k" is not accepted, "float4",
/// "true"). The Error says the range or the choices.
[[nodiscard]] model::Expected<model::Value> parse_value(const model::Parameter& parameter, std::string_view text);

/// Whether the value lies in the parameter's range; the Error says the range.
[[nodiscard]] std::optional<model::Error> check_value(const model::Parameter& parameter, const model::Value& value);

/// The values a chart or slider steps through, ascending: all where there are at most `most`,
/// otherwise about that many evenly spread (on the parameter's scale), ends included.
[[nodiscard]] std::vector<model::Value> axis_values(const model::Parameter& parameter, int most);

/// Names of the parameters, then of the knobs.
[[nodiscard]] std::vector<std::string> parameter_names(const model::Experiment& experiment);

/// A value as a position on an axis: the number itself, the index of a choice, 0 or 1 of a flag.
[[nodiscard]] double axis_position(const model::Parameter& parameter, const model::Value& value);

/// The allowed value nearest to a position.
[[nodiscard]] model::Value nearest_value(const model::Parameter& parameter, double position);

/// Evaluates a formula. Names are the parameters and knobs (a choice means its number), the GPU's
/// limits as `gpu_...`, and `extra` (e.g. "local_array.stack_frame_bytes" in a claim).
/// The Error says which formula and what is wrong with it.
[[nodiscard]] model::Expected<double> evaluate(const model::Formula& formula, const model::Experiment& experiment,
                                               const model::Values& values, const model::Gpu* gpu,
                                               const std::vector<std::pair<std::string, double>>& extra = {});

/// One configuration of one variant with all formulas evaluated. `values` may be partial: the rest
/// takes initial values. The launch has at least one block, also where a formula gives none. Error: a
/// value out of range or a formula that does not give a size.
[[nodiscard]] model::Expected<model::Job> make_job(const model::Experiment& experiment, const model::Variant& variant,
                                                   const model::Values& values, const model::Gpu& gpu);

}  // namespace spillway::catalogue
