#include "app/compiler/causes/cause_finder.h"

#include <algorithm>
#include <bit>

#include "app/compiler/causes/cause_reasoning.h"
#include "app/compiler/causes/cause_repairs.h"
#include "app/compiler/causes/cause_source.h"
#include "app/compiler/causes/cause_trials.h"
#include "app/compiler/causes/library_trials.h"
#include "app/compiler/causes/repair_trials.h"
#include "app/compiler/causes/stable_names.h"
#include "app/compiler/ptx.h"

namespace spillway::compiler {
namespace {

constexpr std::size_t max_variables = 400;      // per source
constexpr std::size_t max_marked_at_once = 10;  // alignments are powers of two
constexpr double max_seconds_unrolled = 10;  // full unrolling may compile for minutes, and the other trials need time

class Finder {
public:
    Finder(CompileService& service, const model::CompileRequest& request, const model::SourceText& source,
           const StopQuestion& should_stop)
        : service_(service),
          request_(with_lines(request)),
          source_(source),
          should_stop_(should_stop),
          trials_(service, request_, source, should_stop)
    {
    }

    CausesAnswer run()
    {
        // The limit of the trials begins after this compile.
        const CompileAnswer base = service_.get(request_, source_, should_stop_);
        if (trials_.is_stopped()) return {{}, std::nullopt, true, false};
        if (base.compiled->error) return {{}, *base.compiled->error, false, false};
        seen_ = functions_of(*base.compiled, source_.name);
        put_entry_first(stable_names(base.compiled->entry));
        if (!has_local_memory()) return {};
        trials_.start_clock(base.compiled->report.compiler_seconds);
        trials_.compare_compilers_with(*base.compiled);
        find_spill_places(*base.compiled);
        note_library_calls(trials_, facts_);
        // Ask the PTX, which also has the bounds from macros and from the toolkit's headers.
        facts_.is_bounded = request_.register_cap > 0 || trials_.has_file_cap() || facts_.functions.front().is_bounded;
        facts_.bound_threads = base.compiled->report.launch_bound_threads.value_or(0);
        find_variables_of(0, 1);
        try_library(trials_, request_, seen_, facts_);
        if (is_open()) find_variables_of(1, trials_.texts().size());
        try_bounds();
        try_parameters(trials_, request_, facts_);
        try_whether_kept();
        try_calls();
        try_loops();
        try_indices();
        look_at_uses();
        try_selection(trials_, request_, seen_, facts_);
        if (is_open()) find_toolkit_uses(stable_names(base.compiled->ptx));
        if (trials_.is_stopped()) return {{}, std::nullopt, true, false};
        const bool has_places =
            std::none_of(facts_.functions.begin(), facts_.functions.end(),
                         [](const auto& function) { return function.spill_place && !*function.spill_place; });
        facts_.is_out_of_time = trials_.is_too_late() || trials_.took_too_long();
        return {explained(*base.compiled), std::nullopt, false, has_places && !trials_.is_too_late()};
    }

private:
    [[nodiscard]] static model::CompileRequest with_lines(model::CompileRequest request)
    {
        request.line_info = true;
        return request;
    }

    void put_entry_first(const std::string& entry)
    {
        facts_.functions.push_back(seen_[entry]);
        for (const auto& [name, function] : seen_)
            if (name != entry) facts_.functions.push_back(function);
    }

    /// The function's name in this compile, without the replacements of stable_names().
    [[nodiscard]] static std::string name_in(const Compiled& base, const FunctionSeen& function)
    {
        for (const model::FunctionReport& report : base.report.functions)
            if (stable_names(report.name) == function.report.name) return report.name;
        return function.report.name;
    }

    /// The causes, with the function names of this compile.
    [[nodiscard]] std::vector<model::Cause> explained(const Compiled& base) const
    {
        std::vector<model::Cause> causes = explain(facts_);
        for (model::Cause& cause : causes)
            for (const model::FunctionReport& report : base.report.functions)
                if (stable_names(report.name) == cause.function) cause.function = report.name;
        return causes;
    }

    void find_spill_places(const Compiled& base)
    {
        const auto spills = [](const FunctionSeen& function) { return function.report.spill_store_bytes > 0; };
        if (std::none_of(facts_.functions.begin(), facts_.functions.end(), spills)) return;
        const auto sass = service_.disassembly().get(base, source_.name, SassDetail::lines);
        for (FunctionSeen& function : facts_.functions)
            if (spills(function))
                function.spill_place = sass ? place_in_users_files(base, *sass, function) : sass.error();
    }

    /// Adds the source line that a place in a header of the toolkit was inlined into.
    [[nodiscard]] model::Expected<SpillPlace> place_in_users_files(const Compiled& base, const SassCode& sass,
                                                                   const FunctionSeen& function) const
    {
        model::Expected<SpillPlace> place = find_spill_place(sass, name_in(base, function));
        if (place && !place->header.empty() && !is_users(place->header))
            place->source_line = source_line_of_ptx(base.ptx, place->ptx_line, source_.name);
        return place;
    }

    [[nodiscard]] bool is_users(const std::string& header) const
    {
        for (std::size_t file = 0; file < trials_.texts().size(); ++file)
            if (trials_.name(file) == header) return true;
        return false;
    }

    /// Finds uses in the toolkit's headers. These are all headers beside the request's own files; no trial edits them.
    void find_toolkit_uses(const std::string& ptx)
    {
        for (FunctionSeen& function : facts_.functions) {
            if (function.locals.bytes == 0) continue;
            for (HeaderUse& use : header_uses(ptx, function.report.name, source_.name))
                if (!function.toolkit_use && !use.function.empty() && !is_users(use.header))
                    function.toolkit_use = std::move(use);
        }
    }

    [[nodiscard]] bool has_local_memory() const
    {
        return std::any_of(seen_.begin(), seen_.end(), [](const auto& entry) {
            const FunctionSeen& function = entry.second;
            return function.report.stack_frame_bytes > 0 || function.report.spill_store_bytes > 0 ||
                   function.locals.bytes > 0;
        });
    }

    /// True if functions of the source have more local memory than the known variables and library calls.
    [[nodiscard]] bool is_open() const
    {
        std::int64_t explained = 0;
        for (const VariableSeen& variable : facts_.variables) explained += variable.bytes;
        for (const LibrarySeen& call : facts_.library) explained += call.bytes;
        return explained < own_local_bytes(seen_);
    }

    /// Finds the variables in local memory that these files declare: the kernel's file is the first, its headers
    /// follow. All headers are searched at once, because another compile costs much more than further variables.
    void find_variables_of(std::size_t first, std::size_t end)
    {
        std::vector<LocalVariable> locals;
        for (std::size_t file = first; file < end && !trials_.is_over(); ++file)
            for (LocalVariable& local : find_local_variables(trials_.texts()[file])) {
                local.file = file;
                locals.push_back(std::move(local));
            }
        std::stable_partition(locals.begin(), locals.end(), [](const auto& local) { return local.is_array; });
        if (locals.size() > max_variables) locals.resize(max_variables);
        if (locals.empty()) return;
        const auto sizes = find_sizes(locals);
        const std::size_t begin = candidates_.size();
        candidates_.insert(candidates_.end(), locals.begin(), locals.end());
        // A variable larger than all local memory is rarely in it, and then only in part.
        std::vector<std::size_t> fitting, larger;
        for (const auto& [index, by_function] : sizes) {
            sizes_[begin + index] = by_function;
            const bool fits = std::ranges::any_of(
                by_function, [&](const auto& size) { return size.second <= largest_local_bytes(); });
            (fits ? fitting : larger).push_back(begin + index);
        }
        note_marked(fitting);
        if (is_open()) note_marked(larger);
    }

    /// Bytes of a candidate in this function; its largest, if the function has none of its own.
    [[nodiscard]] std::int64_t size_in(std::size_t candidate, const std::string& function) const
    {
        const SizesByFunction& sizes = sizes_.at(candidate);
        if (const auto own = sizes.find(function); own != sizes.end()) return own->second;
        return std::ranges::max_element(sizes, {}, [](const auto& size) { return size.second; })->second;
    }

    [[nodiscard]] std::int64_t largest_local_bytes() const
    {
        std::int64_t bytes = 0;
        for (const auto& [name, function] : seen_) bytes = std::max(bytes, function.locals.bytes);
        return bytes;
    }

    /// Notes which of these candidates are in local memory, once for each function.
    void note_marked(const std::vector<std::size_t>& candidates)
    {
        for (const auto& [index, function] : marked_in_local_memory({}, candidates)) {
            const LocalVariable& local = candidates_[index];
            facts_.variables.push_back(
                {local.name, function, local.line, size_in(index, function), local.is_array, {}, {}, {}});
            facts_.variables.back().is_volatile =
                is_volatile(trials_.texts()[local.file], {local.name, local.name_end});
            if (local.file > 0) facts_.variables.back().file = trials_.name(local.file);
            in_memory_.push_back(index);
        }
    }

    /// Size of each candidate that the entry reaches. Removes candidates that the compiler rejects as variables.
    std::map<std::size_t, SizesByFunction> find_sizes(std::vector<LocalVariable>& locals)
    {
        constexpr int max_attempts = 4;
        for (int attempt = 0; attempt < max_attempts && !trials_.is_over() && !locals.empty(); ++attempt) {
            const NvrtcResult result = trials_.compile_to_ptx(tell_sizes(locals));
            if (result.compiled) return told_sizes(result.output.ptx);
            std::map<std::size_t, std::set<int>> wrong;  // lines of each file
            for (const LocalVariable& local : locals)
                if (!wrong.contains(local.file))
                    wrong[local.file] = complained_lines(result.log, trials_.name(local.file));
            if (std::erase_if(locals, [&](const auto& local) { return wrong[local.file].contains(local.line); }) == 0)
                break;
        }
        if (!trials_.was_stopped()) facts_.not_compiled.insert(Trial::sizes);
        return {};
    }

    using Marked = std::set<std::pair<std::size_t, std::string>>;  ///< candidate and function

    /// Candidates that are in local memory after the edits, with each function that has them.
    Marked marked_in_local_memory(const Edits& edits, std::vector<std::size_t> open)
    {
        Marked found;
        could_mark_ = true;
        while (!open.empty() && !trials_.is_over()) {
            const std::size_t count = std::min(open.size(), max_marked_at_once);
            std::vector<std::size_t> batch(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(count));
            open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(count));
            while (!batch.empty() && mark_once(edits, batch, found)) {
            }
        }
        return found;
    }

    /// Marks each candidate of the batch with a different alignment, and finds the largest one in each function. It
    /// hides the smaller ones there, so a candidate stays in the batch until it is visible, or absent, in each function
    /// that has its code. Returns false when the batch holds nothing more.
    bool mark_once(const Edits& edits, std::vector<std::size_t>& batch, Marked& found)
    {
        std::int64_t first = 32;  // larger than any type's alignment and any in the source
        for (const auto& [name, function] : seen_) first = std::max(first, function.locals.alignment * 2);
        first = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(first)));
        Edits marked = edits;
        for (std::size_t i = 0; i < batch.size(); ++i) marked.push_back(align(candidates_[batch[i]], first << i));
        const NvrtcResult result = trials_.compile_to_ptx(marked);
        could_mark_ = could_mark_ && result.compiled;
        if (!result.compiled) return false;
        std::map<std::string, std::size_t> tops;  // places in the batch, by function
        for (const PtxLocals& locals : read_ptx_locals(result.output.ptx, source_.name)) {
            if (!seen_.contains(locals.function) || locals.alignment < first) continue;
            const auto index =
                static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(locals.alignment / first)));
            if (index >= batch.size()) continue;
            found.emplace(batch[index], locals.function);
            tops[locals.function] = index;
        }
        std::set<std::size_t> done;
        for (const auto& [function, top] : tops)
            if (!is_hidden(batch, top, tops)) done.insert(batch[top]);
        std::erase_if(batch, [&](std::size_t index) { return done.contains(index); });
        return !done.empty();
    }

    /// Whether a larger alignment may hide the candidate at this place in another function that has its code.
    [[nodiscard]] bool is_hidden(const std::vector<std::size_t>& batch, std::size_t place,
                                 const std::map<std::string, std::size_t>& tops) const
    {
        const auto sizes = sizes_.find(batch[place]);
        return sizes != sizes_.end() && std::ranges::any_of(sizes->second, [&](const auto& size) {
                   const auto top = tops.find(size.first);
                   return top != tops.end() && top->second > place;
               });
    }

    /// Records the variables that a trial removed from local memory.
    void note_gone(Trial trial, const Edits& edits, std::int64_t local_bytes_after)
    {
        std::set<std::size_t> candidates(in_memory_.begin(), in_memory_.end()), still;
        if (local_bytes_after > 0)
            for (const auto& [index, function] : marked_in_local_memory(edits, {candidates.begin(), candidates.end()}))
                still.insert(index);
        if (local_bytes_after > 0 && !could_mark_) return;
        for (std::size_t i = 0; i < in_memory_.size(); ++i)
            if (!still.contains(in_memory_[i])) facts_.variables[i].gone_in.insert(trial);
    }

    void try_bounds()
    {
        const bool spills = std::any_of(seen_.begin(), seen_.end(),
                                        [](const auto& entry) { return entry.second.report.spill_store_bytes > 0; });
        if (!spills || !facts_.is_bounded) return;
        model::CompileRequest request = request_;
        constexpr int no_cap = 255;  // replaces the file's own -maxrregcount
        request.register_cap = trials_.has_file_cap() ? no_cap : 0;
        request.min_blocks_per_sm = request.bounds_threads = 0;
        Edits edits = trials_.in_all(drop_bounds);
        edits.push_back(undefine_bounds());
        auto after = trials_.compile(edits, request);
        const auto entry = after ? after->find(facts_.functions.front().report.name) : Functions::const_iterator();
        facts_.keeps_bounds = after && entry != after->end() && entry->second.is_bounded;
        if (!facts_.keeps_bounds) take(Trial::bounds, std::move(after));
    }

    /// With spills, the size of the stack frame does not show whether it also holds the arrays. Aligning one array to
    /// 64 bytes changes the frame size of an entry in a recognizable way.
    void try_whether_kept()
    {
        constexpr std::int64_t alignment = 64, frame_remainder = 48;
        for (std::size_t i = 0; i < in_memory_.size(); ++i) {
            auto function = std::find_if(
                facts_.functions.begin(), facts_.functions.end(),
                [&](const FunctionSeen& seen) { return seen.report.name == facts_.variables[i].function; });
            const bool needs_no_trial = function == facts_.functions.end() || !function->report.is_entry ||
                                        function->report.spill_store_bytes == 0 ||
                                        function->locals.alignment >= alignment || function->is_local_kept;
            if (needs_no_trial) continue;
            const auto after = trials_.compile({align(candidates_[in_memory_[i]], alignment)}, request_);
            if (!after || !after->contains(function->report.name)) continue;
            const std::int64_t frame = after->at(function->report.name).report.stack_frame_bytes;
            function->is_local_kept = frame % alignment == frame_remainder;
        }
    }

    /// Keeps a trial's result, or notes that it did not compile. True if there is a result.
    bool take(Trial trial, std::optional<Functions> after)
    {
        if (!after && !trials_.was_stopped()) facts_.not_compiled.insert(trial);
        if (after) facts_.after[trial] = std::move(*after);
        return facts_.after.contains(trial);
    }

    void try_calls()
    {
        const Edits edits = trials_.in_all(inline_calls);
        if (edits.empty() || seen_.size() < 2) return;
        if (take(Trial::calls, trials_.compile(edits, request_)))
            note_gone(Trial::calls, edits, own_local_bytes(facts_.after[Trial::calls]));
    }

    void try_loops()
    {
        const bool is_open = std::any_of(facts_.variables.begin(), facts_.variables.end(),
                                         [](const VariableSeen& variable) { return variable.gone_in.empty(); });
        const Edits edits = trials_.in_all(unroll_loops);
        if (!is_open || edits.empty() || trials_.is_over()) return;
        const NvrtcResult unrolled = trials_.compile_to_ptx(edits, max_seconds_unrolled);
        if (!unrolled.compiled && !trials_.was_stopped()) facts_.not_compiled.insert(Trial::loops);
        if (!unrolled.compiled) return;
        const std::int64_t left = inspect_ptx(unrolled.output.ptx, names()).local_bytes;
        note_gone(Trial::loops, edits, left);
        const bool is_gone = std::any_of(facts_.variables.begin(), facts_.variables.end(),
                                         [](const auto& variable) { return variable.gone_in.contains(Trial::loops); });
        // A removed array may be spilled instead. Skip this for arrays larger than all registers: they are always
        // spilled and take long to compile.
        if (!is_gone || has_beyond_registers()) return;
        if (auto after = trials_.compile(edits, request_)) facts_.after[Trial::loops] = std::move(*after);
        try_few_loops(trials_, request_, unrolled_variables(), facts_);
    }

    /// Variables of the kernel's file that unrolled loops removed.
    [[nodiscard]] std::vector<LocalVariable> unrolled_variables() const
    {
        std::vector<LocalVariable> found;
        for (std::size_t i = 0; i < in_memory_.size(); ++i) {
            const LocalVariable& local = candidates_[in_memory_[i]];
            if (local.file == 0 && facts_.variables[i].gone_in.contains(Trial::loops)) found.push_back(local);
        }
        return found;
    }

    [[nodiscard]] bool has_beyond_registers() const
    {
        return std::any_of(facts_.variables.begin(), facts_.variables.end(),
                           [](const VariableSeen& variable) { return variable.bytes > max_register_bytes; });
    }

    [[nodiscard]] std::set<std::string> names() const
    {
        std::set<std::string> all;
        for (const auto& [name, function] : seen_)
            if (!is_library_function_name(name)) all.insert(name);
        return all;
    }

    /// Makes the indices of all arrays constant at once, which explains most kernels in one compile. If an array
    /// stays in local memory, tries each alone.
    void try_indices()
    {
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < in_memory_.size(); ++i)
            if (facts_.variables[i].gone_in.empty() && !constant_indices(i).empty()) open.push_back(i);
        if (open.size() > 1 && are_gone_with_constant_indices(open)) return note_indices(open);
        for (const std::size_t i : open)
            if (are_gone_with_constant_indices({i})) note_indices({i});
    }

    [[nodiscard]] Edits constant_indices(std::size_t variable) const
    {
        return trials_.in_all(
            [&](std::string_view text) { return fix_indices(text, facts_.variables[variable].name); });
    }

    void note_indices(const std::vector<std::size_t>& variables)
    {
        for (const std::size_t i : variables) facts_.variables[i].gone_in.insert(Trial::indices);
    }

    bool are_gone_with_constant_indices(const std::vector<std::size_t>& variables)
    {
        if (trials_.is_over()) return false;
        constexpr std::int64_t alignment = 1024;
        Edits edits;
        for (const std::size_t i : variables) {
            const Edits fixed = constant_indices(i);
            edits.insert(edits.end(), fixed.begin(), fixed.end());
            edits.push_back(align(candidates_[in_memory_[i]], alignment));
        }
        const NvrtcResult fixed = trials_.compile_to_ptx(edits);
        if (!fixed.compiled && variables.size() == 1 && !trials_.was_stopped())
            facts_.not_compiled.insert(Trial::indices);
        if (!fixed.compiled) return false;
        const auto after = read_ptx_locals(fixed.output.ptx, source_.name);
        return std::none_of(after.begin(), after.end(), [&](const PtxLocals& locals) {
            return locals.alignment >= alignment && seen_.contains(locals.function);
        });
    }

    /// Finds how PTX uses each variable that no trial removed. Constant indices also remove variables whose address is
    /// stored or chosen, so look at those too if the function does that.
    void look_at_uses()
    {
        const std::set<Trial> only_indices{Trial::indices};
        for (std::size_t i = 0; i < facts_.variables.size() && !trials_.is_over(); ++i) {
            VariableSeen& variable = facts_.variables[i];
            const auto& uses = seen_[variable.function].locals.uses;
            const bool has_pointers =
                std::ranges::any_of(uses, [](const LocalUse& use) { return use.escapes || use.offsets.size() > 1; });
            if (variable.gone_in.empty() || (variable.gone_in == only_indices && has_pointers))
                variable.use = use_in_ptx(i);
        }
    }

    /// Aligns the variable to more bytes than all variables have together. The others then fit before or after it, so
    /// its offset is 0 or that alignment.
    [[nodiscard]] std::optional<ObjectUse> use_in_ptx(std::size_t i)
    {
        const VariableSeen& variable = facts_.variables[i];
        const PtxLocals& now = seen_[variable.function].locals;
        if (now.bytes == variable.bytes) return whole_use(now);
        const std::int64_t larger = std::max({now.bytes, variable.bytes, now.alignment}) * 2;
        const auto alignment = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(larger)));
        const NvrtcResult aligned = trials_.compile_to_ptx({align(candidates_[in_memory_[i]], alignment)});
        if (!aligned.compiled) return std::nullopt;
        for (const PtxLocals& locals : read_ptx_locals(aligned.output.ptx, source_.name))
            if (locals.function == variable.function && locals.alignment >= alignment)
                return object_use(locals, locals.bytes > alignment ? alignment : 0, variable.bytes);
        return std::nullopt;
    }

    CompileService& service_;
    const model::CompileRequest request_;
    const model::SourceText& source_;
    const StopQuestion& should_stop_;
    Trials trials_;
    Functions seen_;
    CauseFacts facts_;
    std::vector<LocalVariable> candidates_;
    bool could_mark_ = true;                        ///< every compile of the last marking succeeded
    std::map<std::size_t, SizesByFunction> sizes_;  ///< of the candidates
    std::vector<std::size_t> in_memory_;            ///< indices of candidates, in the order of facts_.variables
};

}  // namespace

namespace {

/// Avoids all trials if an earlier compile shows that nothing is in local memory.
bool is_known_without_local_memory(CompileService& service, const model::CompileRequest& request,
                                   const model::SourceText& source)
{
    auto known = service.find(request, source);
    if (!known) known = service.find_shipped(request, source);
    if (!known || known->compiled->error || known->compiled->ptx_inspection.local_bytes > 0) return false;
    const auto& functions = known->compiled->report.functions;
    return std::none_of(functions.begin(), functions.end(), [](const model::FunctionReport& function) {
        return function.stack_frame_bytes > 0 || function.spill_store_bytes > 0;
    });
}

}  // namespace

CausesAnswer find_causes(CompileService& service, const model::CompileRequest& request, const model::SourceText& source,
                         const StopQuestion& should_stop)
{
    if (is_known_without_local_memory(service, request, source)) return {};
    return Finder(service, request, source, should_stop).run();
}

}  // namespace spillway::compiler
