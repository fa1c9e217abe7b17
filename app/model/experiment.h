#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/model/access.h"
#include "app/model/build_settings.h"
#include "app/model/origin.h"
#include "app/model/value.h"

namespace spillway::model {

enum class ParameterKind { integer, choice, flag };
enum class Scale { linear, power_of_two };

/// One of the values a choice parameter can take: `--set element=float4`.
struct Choice {
    std::string name;   ///< on the command line and in files
    std::string code;   ///< what stands in the kernel's template argument; the name where absent
    double number = 0;  ///< what the parameter's name means in a formula (e.g. bytes per element)
    std::string help{};
    std::string label{};  ///< on the screen; empty: the name
    [[nodiscard]] const std::string& words() const { return label.empty() ? name : label; }
};

/// A formula over parameters, knobs and GPU limits, as text; evaluated by app/catalogue.
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
    std::string zero_label;                  ///< how 0 is written where it means something else: "none"
    std::vector<Choice> choices;             ///< choice kind
    Value initial;                           ///< of one with a formula: on the GPU that formulas are tried with
    std::string macro;        ///< the #define whose number it is; empty: the one of its name, see Experiment::defines
    Formula initial_formula;  ///< over the GPU's figures; see catalogue::initial_value(). Empty: `initial` everywhere
    bool is_knob = false;

    [[nodiscard]] const Choice* find_choice(const std::string& wanted) const;
};

/// pageable_host memory can only be copied from or to, see Variant::copy.
enum class MemoryPlace { global, constant, texture, pinned_host, pageable_host };
enum class TextureFilter { point, linear };
enum class TextureEdge { clamp, border, wrap };

/// Memory that a kernel is given. Counts and offsets are in elements.
struct Buffer {
    std::string name;
    MemoryPlace place = MemoryPlace::global;
    std::string element;  ///< C++ type name, or "{parameter}"
    Formula element_bytes;
    Formula count;
    /// "random" (real numbers), "random_integers", "random_bytes", "ramp" (from, from + step, ...), "constant" (from),
    /// "zero", "poison" (a pattern no kernel computes), "permutation" (one random cycle through all indices, for
    /// pointer chasing), "cycle" (index i holds (i + step) mod count)
    std::string initial;
    Formula from, to, step;  ///< of `initial`; `to` is inclusive for random_integers. Default 0, 1, 1
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
    bool is_plain = false;    ///< of a texture: a pointer to its texels, not its texture object
    std::string scalar_type;  ///< "int", "size_t", "float", ...
    Formula scalar;
};

/// A stretch of a buffer whose lines a launch asks L2 to keep, in the part of L2 that is set aside for such lines.
struct AccessWindow {
    std::string buffer;
    Formula bytes;            ///< from the buffer's beginning
    Formula hit_ratio;        ///< which share of the window is kept
    Formula set_aside_bytes;  ///< of L2
};

struct LaunchShape {
    Formula grid[3];
    Formula block[3];
    Formula dynamic_shared_bytes;
    Formula stack_bytes;   ///< stack per thread for calls whose depth ptxas cannot know; empty: the driver's default
    Formula cluster = {};  ///< blocks of a cluster, side by side in x; empty: no clusters
    std::optional<AccessWindow> access_window = {};
};

/// A plain copy by the driver instead of a kernel, between two of the experiment's buffers.
struct Copy {
    std::string from, to;
    Formula bytes;
};

/// A function of a library instead of a kernel. It gets the variant's arguments.
enum class Library {
    none,
    cublas_sgemm,  ///< C = A * B in single precision: buffers a, b and c of n rows of n floats, and n
};

enum class CacheState { cold, warm };
/// kernel: the GPU's time. launch: the host's, from its call until the result is there. first_launch: the same of the
/// first launch in a fresh context.
enum class Timing { kernel, launch, first_launch };
/// Whether the context keeps the memory that local memory once grew to (CU_CTX_LMEM_RESIZE_TO_MAX).
enum class LocalPool { keep, release };

/// What the kernel does for its user, so that a time becomes a rate.
struct Work {
    Formula bytes_moved;                  ///< read plus written by the algorithm, not by the cache
    Formula bytes_requested;              ///< what the threads request, whichever memory answers
    Formula flops;                        ///< floating-point operations, a fused one counts as two
    Formula accesses_per_thread;          ///< latency experiments: dependent accesses, for cycles per access
    std::string cycles_buffer;            ///< output buffer that holds clock64 differences
    CacheState cache = CacheState::cold;  ///< of the L2 before each sample
    Timing timing = Timing::kernel;
};

struct Variant {
    std::string name;
    std::string label;
    std::string help;
    std::string entry;                  ///< "running_mean_local<{window_size}>"
    bool is_best = false;               ///< written as well as the field knows how
    std::optional<LaunchShape> launch;  ///< where it differs from the experiment's
    std::vector<Argument> arguments;    ///< where they differ; empty: the experiment's
    std::optional<Copy> copy;           ///< instead of a kernel; `entry` is then empty
    Library library = Library::none;    ///< likewise
    std::optional<Work> work;           ///< where it differs: the experiment's with this variant's keys
    LocalPool local_pool = LocalPool::keep;
    int minimum_compute = 0;  ///< 80: needs compute capability 8.0; 0: none

    [[nodiscard]] bool is_kernel() const { return !copy && library == Library::none; }
};

struct Reference {
    std::string entry;  ///< a plain kernel of the same file that computes the same output; empty: nothing to verify
    std::optional<LaunchShape> launch;
    std::vector<Argument> arguments;
    double relative_tolerance = 0;  ///< 0: bit for bit
    double absolute_tolerance = 0;
};

/// One number of the lesson, as a condition a machine can check.
/// What a claim says of the points of an axis.
enum class ClaimShape {
    everywhere,  ///< its condition holds at each
    rises,       ///< its number does not fall from one point to the next, and rises over the whole
    falls,
    cliff,  ///< its number is on one level up to a point, and on another from a later one on
    best,   ///< its condition, that a variant is the best, holds from a point on and nowhere before it
};

/// A claim about more than one setting.
struct ClaimAxis {
    std::string parameter;
    std::vector<Value> range;  ///< first and last; empty: all that is recorded
    ClaimShape shape = ClaimShape::everywhere;
    double slack = 0;            ///< rises, falls: the share by which a point may be on the wrong side of the last
    std::vector<Value> between;  ///< cliff: the last point of the one level, the first of the other
    double factor = 1;           ///< cliff: by how much the levels differ at least; below 1 it goes down
    double flat = 0;             ///< cliff: by which share the points of one level may differ; 0: as much as they like
    std::optional<Value> from;   ///< best: where it begins; none: everywhere
};

struct Claim {
    std::string id;
    std::string text;  ///< the sentence, for `check` and tooltips
    Values set;
    std::string gpu;  ///< names in assets/gpus.json, with commas between them, or "all"
    /// Over "variant.metric": a condition, true when not 0; of an axis that rises, falls or has a cliff, a number.
    Formula expect;
    bool needs_measurement = false;  ///< speed: only where a GPU or a recording is
    std::optional<ClaimAxis> over;   ///< checked at every point of an axis with a result
};

enum class QuestionKind { number, choice, curve };

/// How much a question asks for: 1, it can be seen or follows from a rule just told; 2, it is predicted from the
/// lesson's idea; 3, it is reckoned, or takes two ideas together, also of other lessons.
inline constexpr int question_levels = 3;

/// One answer of a choice. The right one is the one whose condition holds.
struct Option {
    std::string text;
    Formula when;               ///< over "variant.metric"
    std::string reply;          ///< what would have to be true for it; links name claims
    std::string misconception;  ///< an id of assets/misconceptions.json; empty: it is chosen for a good reason
};

/// A curve that the learner draws before they see it.
struct CurveToDraw {
    std::string metric, variant;
    std::string over;            ///< the parameter that is the x axis
    double least = 0, most = 1;  ///< of the y axis it is drawn on, as the chart writes it: GB/s, %
};

/// What a lesson asks before it shows. The answer is the compiler's or the recording's, never the file's.
struct Question {
    std::string id;
    std::string text;
    int level = 0;  ///< 1 to question_levels
    QuestionKind kind = QuestionKind::number;
    Values set;                       ///< where it is asked; what is not named is at its initial value
    Formula answer;                   ///< number: over "variant.metric"
    std::string unit;                 ///< number
    std::vector<Option> choices;      ///< choice
    CurveToDraw curve;                ///< curve
    std::vector<std::string> hides;   ///< claims whose words the lesson covers until then
    std::vector<std::string> covers;  ///< metrics that would tell, beside those that decide it
    std::string why;                  ///< a sentence that is shown with the answer
};

/// What makes an experiment a kernel to mend: its claims are what the learner's variant has to reach.
struct Exercise {
    std::string lesson;              ///< the experiment it belongs to
    std::string variant;             ///< the one that the learner mends
    std::vector<std::string> hints;  ///< shown one after another, each telling more than the one before
};

/// Where a lesson stands among the others.
struct CoursePlace {
    std::vector<std::string> prerequisites;  ///< names of lessons that come before
    std::vector<std::string> teaches;        ///< terms of the glossary that it explains
    int difficulty = 0;                      ///< 1 to 3; 0: not said
    int minutes = 0;                         ///< for a learner alone, with its questions; 0: not said
};

/// A line of the grid that `record` measures.
struct GridAxis {
    std::string parameter;
    std::vector<Value> values;
};
struct Grid {
    std::vector<GridAxis> axes;
    Values set;
};

/// An experiment: the content of kernels/<name>/.
struct Experiment {
    std::string name;
    std::string title;
    std::string question;  ///< "Where does window[] live?"
    std::string topic;
    int order = 1000;  ///< place in the catalogue, ascending
    CoursePlace course;
    Origin origin;
    std::string source_file;                  ///< absolute path of kernel.cu
    std::string source;                       ///< its text
    bool is_whole_file = false;               ///< compiled whole, host part and all
    std::string compiled_source;              ///< of such a one: with its headers, as catalogue::bundled() writes them
    std::string compiled_name;                ///< likewise: its file's name in the compiler's messages
    std::vector<std::string> compiled_files;  ///< likewise: the .cu and its headers, as they are named there
    std::vector<std::string> defines;         ///< parameters that are macros of the kernel's text
    BuildSettings build;                      ///< of a plain .cu: what its user says of how to build it,
    BuildSettings build_beside;               ///< and what a .spillway.json beside it says
    std::string lesson;                       ///< Markdown
    std::vector<Parameter> parameters;
    std::vector<Parameter> knobs;  ///< all knobs, ranges narrowed where the experiment says so
    std::vector<Variant> variants;
    std::string x_axis;  ///< the parameter charts are drawn over at first
    std::string focus;   ///< the variant whose code is shown at first
    /// Keys of model::metrics(): the charts that stand side by side at first, two to four.
    std::vector<std::string> charts{"bytes_per_second", "theoretical_occupancy", "stack_frame_bytes"};
    std::vector<Buffer> buffers;
    std::vector<Argument> arguments;
    LaunchShape launch;
    Work work;
    Reference reference;
    std::vector<Access> accesses;
    std::vector<Claim> claims;
    std::vector<Question> questions;
    std::vector<Experiment> exercises;  ///< as they come, to be copied; what is worked on is an experiment of its own
    std::optional<Exercise> exercise;   ///< of an experiment that is one
    std::vector<Grid> recording;
    /// A .cu without an experiment.json.
    [[nodiscard]] bool is_plain() const { return is_whole_file && origin.description_hash.empty(); }

    [[nodiscard]] const Parameter* find_parameter(const std::string& name) const;  ///< knobs too
    [[nodiscard]] const Variant* find_variant(const std::string& name) const;
};

/// What ptxas takes for --register-usage-level, 0 to 10, where it gets none.
inline constexpr int standard_register_usage_level = 5;

/// The knobs that fit every kernel, with their widest ranges. Names are the design's.
[[nodiscard]] const std::vector<Parameter>& standard_knobs();

}  // namespace spillway::model
