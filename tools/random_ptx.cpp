// Random PTX programs on a GPU and by the interpreter, compared bit for bit. Needs the driver's library alone, which it
// loads when it starts.
//
//   random_ptx [--from SEED] [--count N] [--only-here] [--hashes] [--folder FOLDER] [--keep] [--reduce]
//
// A line for each seed that differs, with the registers that do; the program goes to FOLDER (with --keep each).
// --reduce: from each program that differs, lines are taken away for as long as it does; the rest goes to FOLDER too.
// --hashes: a line "SEED HASH" of the GPU's output for each seed. Status 3 where one differs, 1 where there is no GPU.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <dlfcn.h>

#include "tests/ptx/random_program.h"

namespace {

using spillway::tests::RandomResult;
using Pointer = unsigned long long;

/// The few functions of the driver, called as cuda.h declares them.
class Gpu {
public:
    bool open()
    {
        library_ = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
        if (library_ == nullptr) return false;
        int device = 0;
        void* context = nullptr;
        return ok(call<int(unsigned)>("cuInit")(0)) && ok(call<int(int*, int)>("cuDeviceGet")(&device, 0)) &&
               ok(call<int(void**, int)>("cuDevicePrimaryCtxRetain")(&context, device)) &&
               ok(call<int(void*)>("cuCtxSetCurrent")(context)) && allocate();
    }

    RandomResult run(const std::string& ptx, const std::vector<std::uint32_t>& input)
    {
        namespace tests = spillway::tests;
        RandomResult result;
        result.output.resize(
            static_cast<std::size_t>(tests::random_threads * tests::random_blocks * tests::random_output_words));
        result.sums.resize(tests::random_atomic_words);
        void *module = nullptr, *kernel = nullptr;
        if (!ok(call<int(void**, const char*)>("cuModuleLoadData")(&module, ptx.c_str()))) {
            result.trouble = "the driver does not take the program: " + std::to_string(status_);
            return result;
        }
        void* arguments[] = {&in_, &out_, &sums_};
        const bool done =
            ok(call<int(void**, void*, const char*)>("cuModuleGetFunction")(&kernel, module, "random")) &&
            ok(call<int(Pointer, const void*, std::size_t)>("cuMemcpyHtoD_v2")(in_, input.data(), 4 * input.size())) &&
            ok(call<int(Pointer, const void*, std::size_t)>("cuMemcpyHtoD_v2")(sums_, result.sums.data(),
                                                                               4 * result.sums.size())) &&
            ok(call<int(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                        void**)>("cuLaunchKernel")(kernel, tests::random_blocks, 1, 1, tests::random_threads, 1, 1, 0,
                                                   nullptr, arguments, nullptr)) &&
            ok(call<int()>("cuCtxSynchronize")()) &&
            ok(call<int(void*, Pointer, std::size_t)>("cuMemcpyDtoH_v2")(result.output.data(), out_,
                                                                         4 * result.output.size())) &&
            ok(call<int(void*, Pointer, std::size_t)>("cuMemcpyDtoH_v2")(result.sums.data(), sums_,
                                                                         4 * result.sums.size()));
        if (!done) result.trouble = "the driver says " + std::to_string(status_);
        call<int(void*)>("cuModuleUnload")(module);
        return result;
    }

private:
    bool ok(int status)
    {
        status_ = status;
        return status == 0;
    }
    bool allocate()
    {
        const auto memory = call<int(Pointer*, std::size_t)>("cuMemAlloc_v2");
        return ok(memory(&in_, 1 << 20)) && ok(memory(&out_, 1 << 20)) && ok(memory(&sums_, 4096));
    }
    template <typename Function>
    Function* call(const char* name) const
    {
        auto* const found = reinterpret_cast<Function*>(dlsym(library_, name));
        if (found != nullptr) return found;
        std::fprintf(stderr, "the driver has no %s\n", name);
        std::exit(1);
    }

    void* library_ = nullptr;
    int status_ = 0;
    Pointer in_ = 0, out_ = 0, sums_ = 0;
};

/// The registers that differ, each with the first thread in which it does. How many.
int print_difference(std::uint64_t seed, const RandomResult& gpu, const RandomResult& here)
{
    namespace tests = spillway::tests;
    std::map<int, std::size_t> first;
    for (std::size_t i = 0; i < gpu.output.size(); ++i)
        if (gpu.output[i] != here.output[i]) first.try_emplace(static_cast<int>(i % tests::random_output_words), i);
    for (const auto& [word, at] : first)
        std::printf("%llu: %s of thread %zu is %08x on the GPU, %08x here\n", static_cast<unsigned long long>(seed),
                    tests::random_word_name(word).c_str(), at / tests::random_output_words, gpu.output[at],
                    here.output[at]);
    for (std::size_t i = 0; i < gpu.sums.size(); ++i)
        if (gpu.sums[i] != here.sums[i])
            std::printf("%llu: sum %zu is %08x on the GPU, %08x here\n", static_cast<unsigned long long>(seed), i,
                        gpu.sums[i], here.sums[i]);
    return static_cast<int>(first.size());
}

bool differs(Gpu& gpu, const std::string& program, const std::vector<std::uint32_t>& input)
{
    const RandomResult here = spillway::tests::run_random(program, input, false);
    if (!here.trouble.empty()) return false;
    const RandomResult there = gpu.run(program, input);
    return there.trouble.empty() && spillway::tests::hash_of(here) != spillway::tests::hash_of(there);
}

/// True for a line that can go: no label, no count of a loop, nothing before the statements or behind them.
bool is_removable(const std::string& line)
{
    return line.starts_with("\t") && line.find(":") == std::string::npos &&
           line.find("sub.u32 %n") == std::string::npos && line.find("%q1, %n") == std::string::npos &&
           line.find("and.b32 %n") == std::string::npos && line.find("%q0") == std::string::npos &&
           line.find("st.global") == std::string::npos && line.find("ret;") == std::string::npos &&
           line.find("bar.sync") == std::string::npos && line.find(".reg") == std::string::npos &&
           line.find(".shared .") == std::string::npos;
}

/// The program without each line that the difference does not need. The address of a store or an atomic stays.
std::string reduced(Gpu& gpu, std::string program, const std::vector<std::uint32_t>& input)
{
    const std::size_t first = program.find("\tbar.sync 0;"), last = program.find("\tst.global");
    std::vector<std::string> lines;
    std::istringstream body(program.substr(first, last - first));
    for (std::string line; std::getline(body, line);) lines.push_back(line);
    const auto whole = [&](const std::vector<std::string>& kept) {
        std::string text = program.substr(0, first);
        for (const std::string& line : kept) text += line + "\n";
        return text + program.substr(last);
    };
    for (std::size_t i = lines.size(); i-- > 0;) {
        const bool is_address = lines[i].find("%t6") != std::string::npos || lines[i].find("%t7") != std::string::npos;
        if (!is_removable(lines[i]) || (is_address && lines[i].find("red.") == std::string::npos)) continue;
        std::vector<std::string> fewer = lines;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (differs(gpu, whole(fewer), input)) lines = fewer;
    }
    return whole(lines);
}

struct Asked {
    std::uint64_t from = 1, count = 1000;
    bool only_here = false, hashes = false, keeps_all = false, reduces = false;
    std::string folder;
};

bool read_words(int count, char** words, Asked& asked)
{
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool has_value = i + 1 < count;
        if (word == "--only-here")
            asked.only_here = true;
        else if (word == "--hashes")
            asked.hashes = true;
        else if (word == "--keep")
            asked.keeps_all = true;
        else if (word == "--reduce")
            asked.reduces = true;
        else if (word == "--from" && has_value)
            asked.from = std::strtoull(words[++i], nullptr, 10);
        else if (word == "--count" && has_value)
            asked.count = std::strtoull(words[++i], nullptr, 10);
        else if (word == "--folder" && has_value)
            asked.folder = words[++i];
        else
            return false;
    }
    return true;
}

}  // namespace

int main(int count, char** words)
{
    namespace tests = spillway::tests;
    Asked asked;
    if (!read_words(count, words, asked)) {
        std::fprintf(stderr,
                     "usage: random_ptx [--from SEED] [--count N] [--only-here] [--hashes] [--folder FOLDER] [--keep] "
                     "[--reduce]\n");
        return 2;
    }
    Gpu gpu;
    if (!asked.only_here && !gpu.open()) {
        std::fprintf(stderr,
                     "random_ptx: there is no GPU with a driver here; --only-here runs the interpreter alone\n");
        return 1;
    }
    int differing = 0, troubled = 0;
    for (std::uint64_t seed = asked.from; seed < asked.from + asked.count; ++seed) {
        const std::string program = tests::random_program(seed);
        const auto input = tests::random_input(seed);
        const RandomResult here = tests::run_random(program, input, false);
        const RandomResult there = asked.only_here ? here : gpu.run(program, input);
        const std::string& trouble = !here.trouble.empty() ? here.trouble : there.trouble;
        if (!trouble.empty()) {
            std::printf("%llu: %s\n", static_cast<unsigned long long>(seed), trouble.c_str());
            ++troubled;
        }
        if (asked.hashes)
            std::printf("%llu %016llx\n", static_cast<unsigned long long>(seed),
                        static_cast<unsigned long long>(tests::hash_of(there)));
        const bool is_different = trouble.empty() && tests::hash_of(here) != tests::hash_of(there);
        if (is_different) {
            ++differing;
            print_difference(seed, there, here);
        }
        const bool is_kept = asked.keeps_all || is_different || !trouble.empty();
        if (is_kept && !asked.folder.empty())
            std::ofstream(asked.folder + "/" + std::to_string(seed) + ".ptx") << program;
        if (is_different && asked.reduces && !asked.folder.empty()) {
            const std::string rest = reduced(gpu, program, input);
            std::ofstream(asked.folder + "/" + std::to_string(seed) + ".reduced.ptx") << rest;
            std::printf("%llu, reduced:\n", static_cast<unsigned long long>(seed));
            print_difference(seed, gpu.run(rest, input), tests::run_random(rest, input, false));
        }
    }
    std::printf("%llu programs: %d differ, %d did not run\n", static_cast<unsigned long long>(asked.count), differing,
                troubled);
    return differing + troubled > 0 ? 3 : 0;
}
