#include "app/compiler/causes/cause_finder.h"

#include <algorithm>
#include <bit>

#include "app/base/clock.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/causes/cause_reasoning.h"
#include "app/compiler/causes/cause_source.h"
#include "app/compiler/options.h"
#include "app/compiler/ptx.h"

namespace spillway::compiler {
namespace {

constexpr std::size_t most_variables = 400;      // per source
constexpr std::size_t most_marked_at_once = 10;  // alignments are powers of two

using Functions = std::map<std::string, FunctionSeen>;

Functions functions_of(const Compiled& compiled, const std::string& name)
{
    Functions functions;
    const auto reached = reachable_functions(compiled.ptx, compiled.entry);
    for (PtxLocals& locals : read_ptx_locals(compiled.ptx, name)) {
        if (!reached.contains(locals.function)) continue;
        FunctionSeen& function = functions[locals.function];
        function.report.name = locals.function;
        function.report.is_entry = locals.function == compiled.entry;
        function.locals = std::move(locals);
        function.is_recursive =
            !function.report.is_entry &&
            std::any_of(function.locals.calls.begin(), function.locals.calls.end(), [&](auto& call) {
                return reachable_functions(compiled.ptx, call.first).contains(function.report.name);
            });
    }
    for (const model::FunctionReport& report : compiled.report.functions) functions[report.name].report = report;
    return functions;
}

/// Text of the kernel's own file.
std::string text_of(const model::CompileRequest& request, const model::SourceText& source)
{
    const auto files = request.whole_file ? catalogue::unbundled(source.text) : std::nullopt;
    return files ? files->files.front().text : source.text;
}

class Finder {
public:
    Finder(CompileService& service, const model::CompileRequest& request, const model::SourceText& source,
           const StopQuestion& should_stop)
        : service_(service),
          request_(request),
          source_(source),
          text_(text_of(request, source)),
          should_stop_(should_stop)
    {
        request_.line_info = true;
    }

    CausesAnswer run()
    {
        const CompileAnswer base = service_.get(request_, source_, stop_);
        if (is_stopped()) return {{}, std::nullopt, true};
        if (base.compiled->error) return {{}, *base.compiled->error, false};
        seen_ = functions_of(*base.compiled, source_.name);
        put_entry_first(base.compiled->entry);
        if (!has_local_memory()) return {};
        find_spill_places(*base.compiled);
        note_library_calls();
        facts_.is_bounded = request_.register_cap > 0 || request_.min_blocks_per_sm > 0 || !drop_bounds(text_).empty();
        find_variables();
        try_bounds();
        try_whether_kept();
        try_calls();
        try_loops();
        try_indices();
        try_library();
        if (is_stopped()) return {{}, std::nullopt, true};
        return {explain(facts_), std::nullopt, false};
    }

private:
    [[nodiscard]] bool is_stopped() const { return should_stop_ && should_stop_(); }
    [[nodiscard]] bool is_too_late() const { return base::seconds_since(start_) > most_seconds_for_causes; }

    void put_entry_first(const std::string& entry)
    {
        facts_.functions.push_back(seen_[entry]);
        for (const auto& [name, function] : seen_)
            if (name != entry) facts_.functions.push_back(function);
    }

    void find_spill_places(const Compiled& base)
    {
        const auto spills = [](const FunctionSeen& function) { return function.report.spill_store_bytes > 0; };
        if (std::none_of(facts_.functions.begin(), facts_.functions.end(), spills)) return;
        const auto sass = service_.disassembly().get(base, source_.name);
        for (FunctionSeen& function : facts_.functions)
            if (spills(function))
                function.spill_place = sass ? find_spill_place(*sass, function.report.name) : sass.error();
    }

    void note_library_calls()
    {
        std::set<int> ambiguous;
        for (const LibraryCall& call : library_calls(text_)) {
            const auto [known, is_new] = facts_.library_calls.emplace(call.line, call.name);
            if (!is_new && known->second != call.name) ambiguous.insert(call.line);
        }
        for (const int line : ambiguous) facts_.library_calls.erase(line);
    }

    [[nodiscard]] bool has_local_memory() const
    {
        return std::any_of(seen_.begin(), seen_.end(), [](const auto& entry) {
            const FunctionSeen& function = entry.second;
            return function.report.stack_frame_bytes > 0 || function.report.spill_store_bytes > 0 ||
                   function.locals.bytes > 0;
        });
    }

    /// Bytes of `.local` in functions of the source, without CUDA's own.
    [[nodiscard]] static std::int64_t own_local_bytes(const Functions& functions)
    {
        std::int64_t bytes = 0;
        for (const auto& [name, function] : functions)
            if (!is_library_function_name(name)) bytes += function.locals.bytes;
        return bytes;
    }

    /// Source with its text replaced.
    [[nodiscard]] model::SourceText with_text(std::string text) const
    {
        model::SourceText source{{}, source_.name, std::move(text)};
        if (auto files = request_.whole_file ? catalogue::unbundled(source_.text) : std::nullopt) {
            files->files.front().text = std::move(source.text);
            source.text = catalogue::bundled(*files);
        }
        source.hash = catalogue::content_hash(source.text);
        return source;
    }

    NvrtcResult compile_file_to_ptx(const model::SourceText& source)
    {
        model::CompileRequest request = request_;
        request.source_hash = source.hash;
        const Compiled compiled = compile(service_.tools_of(request), request, source, stop_);
        NvrtcResult result;
        result.compiled = !compiled.error;
        result.output = {compiled.ptx, {}, compiled.entry};
        if (compiled.error) result.log = compiled.error->what;
        return result;
    }

    /// Compiles the edited source to machine code. Empty if it does not compile.
    std::optional<Functions> compile_again(const Edits& edits, const model::CompileRequest& request)
    {
        if (is_too_late() || is_stopped()) return std::nullopt;
        const model::SourceText text = with_text(edited(text_, edits));
        model::CompileRequest again = request;
        again.source_hash = text.hash;
        const CompileAnswer answer = service_.get(again, text, stop_);
        if (answer.compiled->error) return std::nullopt;
        return functions_of(*answer.compiled, source_.name);
    }

    /// Compiles the edited source to PTX only: faster, and independent of ptxas errors.
    NvrtcResult compile_to_ptx(const Edits& edits)
    {
        if (request_.whole_file) return compile_file_to_ptx(with_text(edited(text_, edits)));
        const Toolchain& tools = service_.tools_of(request_);
        const Nvrtc& nvrtc = **tools.nvrtc;
        model::CompileRequest request = request_;
        request.arch.replace(0, 2, "compute");
        const auto options = nvrtc_options(request, tools.include_folders, nvrtc.version_number(), false);
        return nvrtc.compile(edited(text_, edits), source_.name, request.entry, options, stop_, Extent::one_kernel);
    }

    /// Finds the variables in local memory.
    void find_variables()
    {
        if (own_local_bytes(seen_) == 0) return;
        candidates_ = find_local_variables(text_);
        if (candidates_.size() > most_variables) candidates_.resize(most_variables);
        std::stable_partition(candidates_.begin(), candidates_.end(), [](const auto& local) { return local.is_array; });
        const std::map<std::size_t, std::int64_t> sizes = find_sizes();
        std::vector<std::size_t> sized;
        for (const auto& [index, bytes] : sizes) sized.push_back(index);
        for (const auto& [index, function] : marked_in_local_memory({}, sized)) {
            const LocalVariable& local = candidates_[index];
            facts_.variables.push_back({local.name, function, local.line, sizes.at(index), local.is_array, {}});
            in_memory_.push_back(index);
        }
    }

    /// Size of each candidate that the entry reaches. Removes candidates that the compiler rejects as variables.
    std::map<std::size_t, std::int64_t> find_sizes()
    {
        constexpr int most_attempts = 4;
        for (int attempt = 0; attempt < most_attempts && !is_too_late(); ++attempt) {
            const NvrtcResult result = compile_to_ptx(tell_sizes(candidates_));
            if (result.compiled) return told_sizes(result.output.ptx);
            const std::set<int> wrong = complained_lines(result.log, source_.name);
            const auto removed =
                std::erase_if(candidates_, [&](const auto& local) { return wrong.contains(local.line); });
            if (removed == 0) break;
        }
        return {};
    }

    /// Candidates that are in local memory after the edits, with their function.
    std::map<std::size_t, std::string> marked_in_local_memory(const Edits& edits, std::vector<std::size_t> open)
    {
        std::map<std::size_t, std::string> found;
        could_mark_ = true;
        while (!open.empty() && !is_too_late() && !is_stopped()) {
            const std::size_t count = std::min(open.size(), most_marked_at_once);
            std::vector<std::size_t> batch(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(count));
            open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(count));
            while (!batch.empty() && mark_once(edits, batch, found)) {
            }
        }
        return found;
    }

    /// Marks each candidate of the batch with a different alignment. Finds the largest visible alignment; removes this
    /// candidate and all with larger alignments from the batch. Returns false when the batch holds nothing more.
    bool mark_once(const Edits& edits, std::vector<std::size_t>& batch, std::map<std::size_t, std::string>& found)
    {
        std::int64_t first = 32;  // larger than any type's alignment and any in the source
        for (const auto& [name, function] : seen_) first = std::max(first, function.locals.alignment * 2);
        first = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(first)));
        Edits marked = edits;
        for (std::size_t i = 0; i < batch.size(); ++i) marked.push_back(align(candidates_[batch[i]], first << i));
        const NvrtcResult result = compile_to_ptx(marked);
        could_mark_ = could_mark_ && result.compiled;
        if (!result.compiled) return false;
        std::set<std::size_t> seen;
        for (const PtxLocals& locals : read_ptx_locals(result.output.ptx, source_.name)) {
            if (!seen_.contains(locals.function) || locals.alignment < first) continue;
            const auto index =
                static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(locals.alignment / first)));
            if (index >= batch.size()) continue;
            found.emplace(batch[index], locals.function);
            seen.insert(batch[index]);
        }
        std::erase_if(batch, [&](std::size_t index) { return seen.contains(index); });
        return !seen.empty();
    }

    /// Records the variables that a trial removed from local memory.
    void note_gone(Trial trial, const Edits& edits, std::int64_t local_bytes_after)
    {
        std::map<std::size_t, std::string> still;
        if (local_bytes_after > 0) still = marked_in_local_memory(edits, in_memory_);
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
        request.register_cap = request.min_blocks_per_sm = request.bounds_threads = 0;
        if (auto after = compile_again(drop_bounds(text_), request)) facts_.after[Trial::bounds] = std::move(*after);
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
            const bool is_clear = function == facts_.functions.end() || !function->report.is_entry ||
                                  function->report.spill_store_bytes == 0 || function->locals.alignment >= alignment ||
                                  function->is_local_kept;
            if (is_clear) continue;
            const auto after = compile_again({align(candidates_[in_memory_[i]], alignment)}, request_);
            if (!after || !after->contains(function->report.name)) continue;
            const std::int64_t frame = after->at(function->report.name).report.stack_frame_bytes;
            function->is_local_kept = frame % alignment == frame_remainder;
        }
    }

    void try_calls()
    {
        const Edits edits = inline_calls(text_);
        if (edits.empty() || seen_.size() < 2) return;
        auto after = compile_again(edits, request_);
        if (!after) return;
        note_gone(Trial::calls, edits, own_local_bytes(*after));
        facts_.after[Trial::calls] = std::move(*after);
    }

    void try_loops()
    {
        const bool is_open = std::any_of(facts_.variables.begin(), facts_.variables.end(),
                                         [](const VariableSeen& variable) { return variable.gone_in.empty(); });
        const Edits edits = unroll_loops(text_);
        if (!is_open || edits.empty()) return;
        const NvrtcResult unrolled = compile_to_ptx(edits);
        if (!unrolled.compiled) return;
        const std::int64_t left = inspect_ptx(unrolled.output.ptx, names()).local_bytes;
        note_gone(Trial::loops, edits, left);
        const bool is_gone = std::any_of(facts_.variables.begin(), facts_.variables.end(),
                                         [](const auto& variable) { return variable.gone_in.contains(Trial::loops); });
        // A removed array may be spilled instead. Skip this for arrays larger than all registers: they are always
        // spilled and take long to compile.
        if (!is_gone || has_beyond_registers()) return;
        if (auto after = compile_again(edits, request_)) facts_.after[Trial::loops] = std::move(*after);
    }

    [[nodiscard]] bool has_beyond_registers() const
    {
        return std::any_of(facts_.variables.begin(), facts_.variables.end(),
                           [](const VariableSeen& variable) { return variable.bytes > most_register_bytes; });
    }

    [[nodiscard]] std::set<std::string> names() const
    {
        std::set<std::string> all;
        for (const auto& [name, function] : seen_)
            if (!is_library_function_name(name)) all.insert(name);
        return all;
    }

    void try_indices()
    {
        for (std::size_t i = 0; i < in_memory_.size(); ++i) {
            VariableSeen& variable = facts_.variables[i];
            const Edits edits = fix_indices(text_, variable.name);
            if (!variable.gone_in.empty() || edits.empty() || is_too_late()) continue;
            Edits marked = edits;
            marked.push_back(align(candidates_[in_memory_[i]], 1024));
            const NvrtcResult fixed = compile_to_ptx(marked);
            if (!fixed.compiled) continue;
            const auto after = read_ptx_locals(fixed.output.ptx, source_.name);
            const bool is_left = std::any_of(after.begin(), after.end(), [&](const PtxLocals& locals) {
                return locals.alignment >= 1024 && seen_.contains(locals.function);
            });
            if (!is_left) variable.gone_in.insert(Trial::indices);
        }
    }

    /// Removes each library function that the source calls, and records whose local memory shrinks.
    void try_library()
    {
        std::int64_t explained = 0;
        for (const VariableSeen& variable : facts_.variables) explained += variable.bytes;
        if (explained >= own_local_bytes(seen_)) return;
        std::map<std::string, int> calls;
        for (const LibraryCall& call : library_calls(text_)) calls.emplace(call.name, call.line);
        std::string all;
        int first_line = 0;
        for (const auto& [name, line] : calls) {
            all += (all.empty() ? "" : ", ") + name;
            first_line = first_line == 0 ? line : std::min(line, first_line);
        }
        // Try all at once first: if nothing changes, no single one matters.
        const std::vector<LibrarySeen> together = shrunk_without("", all, first_line);
        if (together.empty()) return;
        for (const auto& [name, line] : calls) {
            const auto alone = calls.size() == 1 ? together : shrunk_without(name, name, line);
            facts_.library.insert(facts_.library.end(), alone.begin(), alone.end());
        }
        if (facts_.library.empty()) facts_.library = together;  // they share one array
    }

    /// Functions whose local memory shrinks without this library function, and by how many bytes. An empty name removes
    /// all library functions.
    std::vector<LibrarySeen> shrunk_without(const std::string& name, const std::string& label, int line)
    {
        std::vector<LibrarySeen> shrunk;
        const NvrtcResult result = compile_to_ptx(skip_library_calls(text_, name));
        if (!result.compiled) return shrunk;
        for (const PtxLocals& after : read_ptx_locals(result.output.ptx, source_.name)) {
            const auto before = seen_.find(after.function);
            if (before == seen_.end() || is_library_function_name(after.function)) continue;
            const std::int64_t bytes = before->second.locals.bytes - after.bytes;
            if (bytes > 0) shrunk.push_back({label, after.function, line, bytes});
        }
        return shrunk;
    }

    CompileService& service_;
    model::CompileRequest request_;
    const model::SourceText& source_;
    const std::string text_;
    const StopQuestion& should_stop_;
    const StopQuestion stop_ = [this] { return is_stopped() || is_too_late(); };
    base::Clock::time_point start_ = base::Clock::now();
    Functions seen_;
    CauseFacts facts_;
    std::vector<LocalVariable> candidates_;
    bool could_mark_ = true;              ///< every compile of the last marking succeeded
    std::vector<std::size_t> in_memory_;  ///< indices of candidates, in the order of facts_.variables
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
