#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/model/access.h"
#include "app/model/build_settings.h"
#include "app/model/error.h"
#include "app/model/origin.h"
#include "app/model/value.h"

namespace spillway::model {

enum class ParameterKind { integer, choice, flag };
enum class Scale { linear, power_of_two };

/// One allowed value of a choice parameter: `--set element=float4`.
struct Choice {
    std::string name;   ///< name on the command line and in files
    std::string code;   ///< text of the kernel's template argument; the name if empty
    double number = 0;  ///< value of the parameter's name in a formula (e.g. bytes per element)
    std::string help{};
    std::string label{};  ///< label on the screen; empty: the name
    [[nodiscard]] const std::string& words() const { return label.empty() ? name : label; }
};

/// Text of a formula over parameters, knobs and GPU limits; app/catalogue evaluates it.
using Formula = std::string;

/// A parameter of one experiment, or a knob that fits every kernel.
struct Parameter {
    std::string name;
    std::string label;
    std::string unit;  ///< "", "threads", "bytes", ...
    std::string help;
    ParameterKind kind = ParameterKind::integer;
    std::int64_t first = 0;  ///< integer kind: inclusive range
    std::int64_t last = 0;
    std::int64_t step = 1;
    Scale scale = Scale::linear;
    std::vector<std::int64_t> extra_values;  ///< allowed besides the range (0 for "none")
    std::string zero_label;                  ///< label of 0 if it has a special meaning: "none"
    std::vector<Choice> choices;             ///< choice kind
    Value initial;                           ///< with a formula: its value on the sample GPU
    std::string macro;  ///< #define whose number it sets; empty: the macro of the same name, see Experiment::defines
    Formula initial_formula;  ///< over the GPU's figures, see catalogue::initial_value(); empty: `initial` on every GPU
    bool is_knob = false;

    [[nodiscard]] const Choice* find_choice(const std::string& wanted) const;
};

/// pageable_host memory can only be a source or target of copies, see Variant::copy.
enum class MemoryPlace { global, constant, texture, pinned_host, pageable_host };
enum class TextureFilter { point, linear };
enum class TextureEdge { clamp, border, wrap };

/// Memory passed to a kernel. Counts and offsets are in elements.
struct Buffer {
    std::string name;
    MemoryPlace place = MemoryPlace::global;
    std::string element;  ///< C++ type name, or "{parameter}"
    Formula element_bytes;
    Formula count;
    /// "random" (real numbers), "random_integers", "random_bytes", "ramp" (from, from + step, ...), "constant" (from),
    /// "zero", "poison" (a pattern that no kernel computes), "permutation" (one random cycle through all indices, for
    /// pointer chasing), "cycle" (index i holds (i + step) mod count). Empty: "random_integers"
    /// from 0 to 255 for integers, else "random"
    std::string initial;
    Formula from, to, step;  ///< parameters of `initial`; `to` is inclusive for random_integers. Empty: 0, 1, 1
    std::uint64_t seed = 1;
    std::string constant_symbol;  ///< place constant: the __constant__ variable in kernel.cu
    Formula width, height;        ///< place texture: two-dimensional when height is given
    TextureFilter texture_filter = TextureFilter::point;
    TextureEdge texture_edge = TextureEdge::clamp;
    bool is_output = false;
};

/// One kernel argument, in order: a buffer (with an offset in elements) or a scalar.
struct Argument {
    std::string buffer;       ///< name of a Buffer, or empty
    Formula offset_elements;  ///< buffer arguments
    bool is_plain = false;    ///< texture: pass a pointer to its texels, not its texture object
    std::string scalar_type;  ///< "int", "size_t", "float", ...
    Formula scalar;
};

/// Range of a buffer that a launch asks L2 to keep, in the part of L2 set aside for it.
struct AccessWindow {
    std::string buffer;
    Formula bytes;            ///< from the start of the buffer
    Formula hit_ratio;        ///< share of the window that is kept
    Formula set_aside_bytes;  ///< part of L2
};

struct LaunchShape {
    Formula grid[3];
    Formula block[3];
    Formula dynamic_shared_bytes;
    Formula stack_bytes;   ///< stack per thread for calls of unknown depth; empty: the driver's default
    Formula cluster = {};  ///< blocks per cluster, along x; empty: no clusters
    std::optional<AccessWindow> access_window = {};
};

/// A copy by the driver between two of the experiment's buffers, in place of a kernel.
struct Copy {
    std::string from, to;
    Formula bytes;
};

/// A library function in place of a kernel. It gets the variant's arguments.
enum class Library {
    none,
    cublas_sgemm,  ///< C = A * B in single precision: buffers a, b and c of n rows of n floats, then n
};

enum class CacheState { cold, warm };
/// kernel: GPU time. launch: host time from the call until the result is available. first_launch: the same for the
/// first launch in a fresh context.
enum class Timing { kernel, launch, first_launch };
/// Whether the context keeps local memory allocated at its largest size (CU_CTX_LMEM_RESIZE_TO_MAX).
enum class LocalPool { keep, release };

/// Useful work of the kernel; turns a time into a rate.
struct Work {
    Formula bytes_moved;                  ///< read plus written by the algorithm, not by the cache
    Formula bytes_requested;              ///< requested by the threads, from any memory level
    Formula flops;                        ///< floating-point operations; a fused multiply-add counts as two
    Formula accesses_per_thread;          ///< latency experiments: dependent accesses, for cycles per access
    std::string cycles_buffer;            ///< output buffer that holds clock64 differences
    CacheState cache = CacheState::cold;  ///< state of L2 before each sample
    Timing timing = Timing::kernel;
};

struct Variant {
    std::string name;
    std::string label;
    std::string help;
    std::string entry;                  ///< "running_mean_local<{window_size}>"
    bool is_best = false;               ///< the best-known implementation
    std::optional<LaunchShape> launch;  ///< where it differs from the experiment's launch
    std::vector<Argument> arguments;    ///< where they differ from the experiment's; empty: the same
    std::optional<Copy> copy;           ///< in place of a kernel; `entry` is then empty
    Library library = Library::none;    ///< in place of a kernel
    std::optional<Work> work;           ///< where it differs: the experiment's work with this variant's keys
    LocalPool local_pool = LocalPool::keep;
    int minimum_compute = 0;                ///< 80: needs compute capability 8.0; 0: none
    bool is_architecture_specific = false;  ///< compiled for sm_90a, not sm_90, where the GPU has such a target
    bool is_of_claim = false;               ///< a kernel of causes.cu, which only a claim's case runs
    std::string launch_note{};              ///< of a plain .cu: its block size is assumed, and why; else empty

    [[nodiscard]] bool is_kernel() const { return !copy && library == Library::none; }
};

struct Reference {
    std::string entry;  ///< simple kernel of the same file with the same output; empty: output not verified
    std::optional<LaunchShape> launch;
    std::vector<Argument> arguments;
    double relative_tolerance = 0;  ///< 0: bit-identical
    double absolute_tolerance = 0;
};

/// Statement of a claim about the points of an axis.
enum class ClaimShape {
    everywhere,  ///< the condition holds at every point
    rises,       ///< the number never falls from point to point, and rises overall
    falls,
    cliff,  ///< the number has one level up to a point and another level from a later point
    best,   ///< the condition (a variant is the best) holds from a point on and not before it
};

/// A claim about more than one setting.
struct ClaimAxis {
    std::string parameter;
    std::vector<Value> range;  ///< first and last; empty: all recorded points
    ClaimShape shape = ClaimShape::everywhere;
    double slack = 0;            ///< rises, falls: share by which a point may be on the wrong side of the one before
    std::vector<Value> between;  ///< cliff: last point of the first level, first point of the second
    double factor = 1;           ///< cliff: least ratio of the two levels; below 1 the number drops
    double flat = 0;             ///< cliff: largest spread within a level, as a share; 0: any
    std::optional<Value> from;   ///< best: first point where it holds; empty: everywhere
};

/// One side of a counterfactual: the cause as it is, removed, or doubled.
struct ClaimCase {
    std::string name;     ///< in the claim's formula, in place of a variant
    std::string variant;  ///< of the experiment, or the name of one of its claim_kernels
    Values set;           ///< values that differ from the claim's
};

/// One statement of the lesson as a condition that a machine can check.
struct Claim {
    std::string id;
    std::string text;  ///< the sentence, shown by `check` and in tooltips
    Values set;
    std::string gpu;  ///< names in assets/gpus.json separated by commas, or "all"
    /// Over "variant.metric". A condition (true if nonzero); for an axis that rises, falls or has a cliff, a number.
    Formula expect;
    bool needs_measurement = false;  ///< about speed: checked only with a GPU or a recording
    std::optional<ClaimAxis> over;   ///< checked at every point of this axis that has a result
    /// Counterfactual: what is removed or doubled ("number of calls"), in another variant, along the axis or in another
    /// case. Empty: the claim states a fact and no cause.
    std::string cause;
    std::vector<ClaimCase> cases;  ///< stand for the variants in `expect`; empty: it names variants
};

enum class QuestionKind { number, choice, curve };

/// Difficulty of a question. 1: visible, or follows from a rule just explained. 2: a prediction from the lesson's idea.
/// 3: needs a calculation, or two ideas together, possibly from other lessons.
inline constexpr int question_levels = 3;

/// One option of a choice question. The right option is the one whose condition holds.
struct Option {
    std::string text;
    Formula when;               ///< over "variant.metric"
    std::string reply;          ///< response to this choice: when it would be right; links name claims
    std::string misconception;  ///< id in assets/misconceptions.json; empty: no known misconception
};

/// A curve that the learner draws before seeing the real one.
struct CurveToDraw {
    std::string metric, variant;
    std::string over;            ///< parameter of the x axis
    double least = 0, most = 1;  ///< range of the y axis in the chart's unit: GB/s, %
};

/// A question that a lesson asks before it shows results. The answer comes from the compiler or a recording, never from
/// the file.
struct Question {
    std::string id;
    std::string text;
    int level = 0;  ///< 1 to question_levels
    QuestionKind kind = QuestionKind::number;
    Values set;                       ///< settings of the question; other parameters have their initial values
    Formula answer;                   ///< number: over "variant.metric"
    std::string unit;                 ///< number
    std::vector<Option> choices;      ///< choice
    CurveToDraw curve;                ///< curve
    std::vector<std::string> hides;   ///< claims whose text the lesson covers until the answer
    std::vector<std::string> covers;  ///< further metrics that would reveal the answer
    std::string why;                  ///< explanation shown with the answer
};

/// Marks an experiment as an exercise: a kernel to fix. The learner's variant must reach its claims.
struct Exercise {
    std::string lesson;              ///< experiment that the exercise belongs to
    std::string variant;             ///< variant that the learner fixes
    std::vector<std::string> hints;  ///< shown one after another, each more specific
};

/// Position of a lesson in the course.
struct CoursePlace {
    std::vector<std::string> prerequisites;  ///< names of earlier lessons
    std::vector<std::string> teaches;        ///< glossary terms that it explains
    int difficulty = 0;                      ///< 1 to 3; 0: unknown
    int minutes = 0;                         ///< for one learner, with its questions; 0: unknown
};

/// One axis of the grid that `record` measures.
struct GridAxis {
    std::string parameter;
    std::vector<Value> values;
};
struct Grid {
    std::vector<GridAxis> axes;
    Values set;
};

/// One of the three charts that an experiment does not open with, and why.
struct ChartLeftOut {
    std::string metric;
    std::string reason;  ///< a sentence, shown below the charts
};

/// Content of one folder kernels/<name>/.
struct Experiment {
    std::string name;
    std::string title;
    std::string question;  ///< "Where does window[] live?"
    std::string topic;
    int order = 1000;  ///< sort key in the catalogue, ascending
    CoursePlace course;
    Origin origin;
    std::string source_file;      ///< absolute path of kernel.cu
    std::string source;           ///< its text
    bool is_whole_file = false;   ///< compiled as a whole file with its host code
    std::string compiled_source;  ///< whole files: the text with its headers, as catalogue::bundled() writes it
    std::string compiled_name;    ///< whole files: the file's name in compiler messages
    std::vector<std::string> compiled_files;  ///< whole files: the .cu and its headers, as compiler messages name them
    std::vector<std::string> defines;         ///< parameters that are macros of the kernel's text
    bool has_special_code = false;            ///< whole files: some code is for a special target alone (special_code.h)
    std::optional<int> max_compile_seconds;   ///< whole files: time limit in their build settings
    BuildSettings build;                      ///< plain .cu: build settings that the user typed
    BuildSettings build_beside;               ///< plain .cu: build settings of the .spillway.json beside it
    BuildSettings build_project;              ///< plain .cu: build settings of a compile_commands.json above it
    std::string project_commands;             ///< plain .cu: path of that file; empty: none names the .cu
    std::optional<Error> project_error{};     ///< plain .cu: a nearer compile_commands.json that cannot be read
    std::vector<std::string> left_out;        ///< plain .cu: options of that file that Spillway does not take
    std::string lesson;                       ///< Markdown
    std::vector<Parameter> parameters;
    std::vector<Parameter> knobs;  ///< all knobs, with ranges narrowed by the experiment
    std::vector<Variant> variants;
    std::vector<Variant> claim_kernels;  ///< of causes.cu; no chart, table or recording has them
    std::string claim_source;            ///< text of causes.cu
    std::string claim_source_hash;
    std::string x_axis;  ///< initial x axis of the charts
    std::string focus;   ///< variant whose code is shown first
    /// Keys of model::metrics(): the charts shown first, two to four side by side.
    std::vector<std::string> charts{"bytes_per_second", "theoretical_occupancy", "stack_frame_bytes"};
    std::vector<ChartLeftOut> charts_left_out;
    std::vector<Buffer> buffers;
    std::vector<Argument> arguments;
    LaunchShape launch;
    Work work;
    Reference reference;
    std::vector<Access> accesses;
    std::vector<Claim> claims;
    std::vector<Question> questions;
    std::vector<Experiment> exercises;  ///< originals, to be copied; a learner's copy is an experiment of its own
    std::optional<Exercise> exercise;   ///< set for an exercise
    std::vector<Grid> recording;
    /// A .cu without an experiment.json.
    [[nodiscard]] bool is_plain() const { return is_whole_file && origin.description_hash.empty(); }

    [[nodiscard]] const Parameter* find_parameter(const std::string& name) const;  ///< knobs too
    [[nodiscard]] const Variant* find_variant(const std::string& name) const;      ///< claim kernels too
};

/// Default of ptxas for --register-usage-level (0 to 10).
inline constexpr int standard_register_usage_level = 5;

/// Knobs that fit every kernel, with their widest ranges.
[[nodiscard]] const std::vector<Parameter>& standard_knobs();

}  // namespace spillway::model
