#include "app/compiler/causes/library_trials.h"

#include <algorithm>
#include <map>
#include <set>

#include "app/compiler/causes/cause_source.h"

namespace spillway::compiler {
namespace {

class LibraryTrials {
public:
    LibraryTrials(Trials& trials, const model::CompileRequest& request, const Functions& seen, CauseFacts& facts)
        : trials_(trials), request_(request), seen_(seen), facts_(facts)
    {
    }

    void run()
    {
        std::int64_t explained = 0;
        for (const VariableSeen& variable : facts_.variables) explained += variable.bytes;
        if (explained >= own_local_bytes(seen_)) return;
        // Headers of a library may call many functions, and not all may compile without them.
        if (!try_library_calls_of(1) && trials_.texts().size() > 1) try_library_calls_of(trials_.texts().size());
    }

private:
    /// Tries the calls of the first files. True if one of them takes local memory.
    bool try_library_calls_of(std::size_t files)
    {
        library_files_ = files;
        const std::vector<LibrarySeen> calls = first_library_calls();
        if (calls.empty()) return false;
        // Try all at once first: if nothing changes, no single one matters.
        std::vector<LibrarySeen> together = shrunk_without(without_library(""), calls.front());
        if (together.empty()) return false;
        for (std::size_t i = 0; i < calls.size() && bytes_of(facts_.library) < bytes_of(together); ++i) {
            const auto alone = calls.size() == 1 ? together : shrunk_without(without_library(calls[i].name), calls[i]);
            facts_.library.insert(facts_.library.end(), alone.begin(), alone.end());
        }
        const bool is_shared = facts_.library.empty();
        if (is_shared) {
            name_sharing_calls(calls, together);
            facts_.library = together;
        }
        keep_numbers_without_library(is_shared || calls.size() == 1);
        return true;
    }

    /// Names the calls that share one array: those that still need as many bytes if all others are removed. Other calls
    /// may be in host code or in functions that the kernel does not call.
    void name_sharing_calls(const std::vector<LibrarySeen>& calls, std::vector<LibrarySeen>& together)
    {
        std::string names;
        const LibrarySeen* first = nullptr;
        for (const LibrarySeen& call : calls) {
            Edits others{plain_call()};
            for (const LibrarySeen& other : calls) {
                const Edits more = other.name == call.name ? Edits() : skipped(other.name);
                others.insert(others.end(), more.begin(), more.end());
            }
            if (bytes_of(shrunk_without(others, call)) >= bytes_of(together))
                continue;  // this call needs no local memory
            names += (names.empty() ? "" : ", ") + call.name;
            if (first == nullptr) first = &call;
        }
        for (LibrarySeen& seen : together) {
            if (first != nullptr) seen.line = first->line, seen.file = first->file;
            if (!names.empty()) seen.name = names;
        }
    }

    [[nodiscard]] static std::int64_t bytes_of(const std::vector<LibrarySeen>& calls)
    {
        std::int64_t bytes = 0;
        for (const LibrarySeen& call : calls) bytes += call.bytes;
        return bytes;
    }

    /// First call of each library function, by name.
    [[nodiscard]] std::vector<LibrarySeen> first_library_calls() const
    {
        std::map<std::string, LibrarySeen> first;
        for (std::size_t file = 0; file < library_files_; ++file)
            for (const LibraryCall& call : library_calls(trials_.texts()[file]))
                first.emplace(call.name,
                              LibrarySeen{call.name, "", call.line, 0, file > 0 ? trials_.name(file) : std::string()});
        std::vector<LibrarySeen> calls;
        for (auto& [name, call] : first) calls.push_back(std::move(call));
        return calls;
    }

    /// Edits that remove the calls of one library function, or of all if the name is empty.
    [[nodiscard]] Edits without_library(const std::string& name) const
    {
        Edits edits = skipped(name);
        edits.push_back(plain_call());
        return edits;
    }

    /// The same, without plain_call(), which a text needs once.
    [[nodiscard]] Edits skipped(const std::string& name) const
    {
        Edits edits = trials_.in_all([&](std::string_view text) { return skip_library_calls(text, name); });
        std::erase_if(edits, [&](const Edit& edit) { return edit.file >= library_files_; });
        return edits;
    }

    /// Keeps the report of each function without its call, for calls that take local memory.
    void keep_numbers_without_library(bool without_all)
    {
        constexpr std::size_t max_compiled = 3;
        for (std::size_t i = 0; i < std::min(facts_.library.size(), max_compiled); ++i) {
            LibrarySeen& seen = facts_.library[i];
            const auto after = trials_.compile(without_library(without_all ? "" : seen.name), request_);
            const auto found = after ? after->find(seen.function) : Functions::const_iterator();
            if (after && found != after->end()) seen.after = found->second.report;
        }
    }

    /// Functions whose local memory shrinks with the edits, and by how many bytes.
    std::vector<LibrarySeen> shrunk_without(const Edits& edits, const LibrarySeen& call)
    {
        std::vector<LibrarySeen> shrunk;
        if (trials_.is_over()) return shrunk;
        const NvrtcResult result = trials_.compile_to_ptx(edits);
        if (!result.compiled && !trials_.was_stopped()) facts_.not_compiled.insert(Trial::library);
        if (!result.compiled) return shrunk;
        for (const PtxLocals& after : read_ptx_locals(result.output.ptx, trials_.source_name())) {
            const auto before = seen_.find(after.function);
            if (before == seen_.end() || is_library_function_name(after.function)) continue;
            LibrarySeen seen = call;
            seen.function = after.function;
            seen.bytes = before->second.locals.bytes - after.bytes;
            if (seen.bytes > 0) shrunk.push_back(std::move(seen));
        }
        return shrunk;
    }

    Trials& trials_;
    const model::CompileRequest& request_;
    const Functions& seen_;
    CauseFacts& facts_;
    std::size_t library_files_ = 1;  ///< first files whose library calls are tried
};

}  // namespace

std::int64_t own_local_bytes(const Functions& functions)
{
    std::int64_t bytes = 0;
    for (const auto& [name, function] : functions)
        if (!is_library_function_name(name)) bytes += function.locals.bytes;
    return bytes;
}

void note_library_calls(const Trials& trials, CauseFacts& facts)
{
    for (const LibraryCall& call : library_calls(trials.text())) facts.library_calls[call.line].insert(call.name);
}

void try_library(Trials& trials, const model::CompileRequest& request, const Functions& seen, CauseFacts& facts)
{
    LibraryTrials(trials, request, seen, facts).run();
}

}  // namespace spillway::compiler
