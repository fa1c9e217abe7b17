#include "app/compiler/host_check/host_check.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/base/child_process.h"
#include "app/compiler/compile_bounds.h"
#include "app/compiler/confinement.h"
#include "app/compiler/host_check/host_program.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

constexpr auto compile_time = std::chrono::seconds(30);
constexpr std::size_t memory_bytes = std::size_t{1} << 30;
constexpr std::size_t most_told_bytes = std::size_t{1} << 20;
constexpr rlim_t most_file_bytes = rlim_t{256} << 20;
/// Nothing could shut the program in. A number that no kernel's program returns by itself.
constexpr int not_shut_in_status = 113;

/// Of a core: as long as one compile may take.
double run_seconds()
{
    return compile_bounds().seconds;
}

/// On the clock, where others want the cores too. What is not over then was not shown to have no end.
std::chrono::seconds patience()
{
    return std::chrono::seconds(std::max(60, static_cast<int>(6 * run_seconds())));
}

std::string no_end()
{
    return "it came to no end within " + compile_bounds().seconds_text();
}

const char* const compiler_advice = "install g++ or clang++, or name one in SPILLWAY_HOST_COMPILER";
const char* const where = "check on the processor";

fs::path in_path(const std::string& name)
{
    const char* path = std::getenv("PATH");
    for (std::string rest = path != nullptr ? path : ""; !rest.empty();) {
        const auto end = rest.find(':');
        const fs::path file = fs::path(rest.substr(0, end)) / name;
        if (file.is_absolute() && access(file.c_str(), X_OK) == 0) return file;
        rest = end == std::string::npos ? "" : rest.substr(end + 1);
    }
    return {};
}

base::ChildLimits limits_for(std::chrono::milliseconds time, const WorkTree& tree, const StopQuestion& should_stop)
{
    const char* path = std::getenv("PATH");
    base::ChildLimits limits;
    limits.time = time;
    limits.output_bytes = most_told_bytes;
    limits.memory_bytes = std::size_t{16} << 30;  // of addresses; what is used is bound where it is shut in
    limits.folder = tree.sources().string();
    limits.environment = {"PATH=" + std::string(path != nullptr ? path : ""), "TMPDIR=" + tree.outputs().string(),
                          "LC_ALL=C"};
    if (const char* seconds = std::getenv("SPILLWAY_COMPILE_SECONDS"))
        limits.environment.push_back(std::string("SPILLWAY_COMPILE_SECONDS=") + seconds);
    limits.should_stop = should_stop;
    return limits;
}

/// The first line that says "error".
std::string first_error(const std::string& text)
{
    const auto at = text.find("error: ");
    if (at == std::string::npos) return "";
    const auto begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
    return text.substr(begin, std::min<std::size_t>(text.find('\n', at) - begin, 300));
}

/// The sources of the outputs' folder may be read, and run.
fs::path scratch(const WorkTree& tree)
{
    return tree.outputs().parent_path() / "run";
}

bool write_inputs(const fs::path& file, const std::vector<std::string>& inputs)
{
    std::ofstream out(file, std::ios::binary);
    for (const std::string& bytes : inputs) out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    return static_cast<bool>(out);
}

Counting counting_for(const std::vector<catalogue::AccessLimit>& limits)
{
    const bool has_sectors = std::any_of(limits.begin(), limits.end(), [](const catalogue::AccessLimit& limit) {
        return limit.what == catalogue::Counted::sectors;
    });
    if (limits.empty()) return Counting::nothing;
    return has_sectors ? Counting::sectors : Counting::accesses;
}

bool counts_steps(const std::vector<catalogue::AccessLimit>& limits)
{
    return std::any_of(limits.begin(), limits.end(), [](const catalogue::AccessLimit& limit) {
        return limit.what == catalogue::Counted::warp_steps;
    });
}

/// As host_cuda/accesses.h has them.
struct Accesses {
    std::uint64_t read_bytes, written_bytes, most_read_by_one, sectors, warp_steps;
};

double counted(const catalogue::AccessLimit& limit, const std::vector<Accesses>& all, const model::LaunchPlan& plan)
{
    const auto found = std::find_if(plan.buffers.begin(), plan.buffers.end(),
                                    [&](const auto& buffer) { return buffer.name == limit.buffer; });
    const Accesses& of = all[static_cast<std::size_t>(found - plan.buffers.begin())];  // the last is elsewhere
    switch (limit.what) {
        case catalogue::Counted::reads: return static_cast<double>(of.read_bytes);
        case catalogue::Counted::reads_by_one_thread: return static_cast<double>(of.most_read_by_one);
        case catalogue::Counted::sectors: return static_cast<double>(of.sectors);
        case catalogue::Counted::warp_steps: return static_cast<double>(of.warp_steps);
        case catalogue::Counted::writes:
        case catalogue::Counted::writes_elsewhere: break;
    }
    return static_cast<double>(of.written_bytes);
}

/// Nothing where the file is not as long as the outputs, and what is counted, are.
std::optional<HostRun> read_run(const fs::path& file, const model::LaunchPlan& plan,
                                const std::vector<catalogue::AccessLimit>& limits)
{
    std::ifstream in(file, std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(in), {}};
    HostRun run;
    std::size_t at = 0;
    for (const model::PlannedBuffer& buffer : plan.buffers) {
        if (!buffer.is_output) continue;
        const auto bytes = static_cast<std::size_t>(buffer.bytes());
        if (bytes > all.size() - at) return std::nullopt;
        run.outputs.push_back(all.substr(at, bytes));
        at += bytes;
    }
    std::vector<Accesses> accesses(limits.empty() ? 0 : plan.buffers.size() + 1);
    if (all.size() - at != accesses.size() * sizeof(Accesses)) return std::nullopt;
    std::memcpy(accesses.data(), all.data() + at, all.size() - at);
    for (const catalogue::AccessLimit& limit : limits) run.counted.push_back(counted(limit, accesses, plan));
    return run;
}

std::string first_line(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

std::string trouble_of(const base::ChildOutput& output)
{
    switch (output.exit_status) {
        case 0: return "";
        case trespassed_status: return "it writes beside \"" + first_line(output.text).substr(0, 80) + "\"";
        case 128 + SIGSEGV:
        case 128 + SIGBUS: return "it reads or writes where no memory of its own is";
        case 128 + SIGABRT: return first_line(output.text).substr(0, 200);
        case 128 + SIGFPE: return "it divides by zero";
        case 128 + SIGXCPU:
        case 128 + SIGKILL: return no_end();
        default: return "it ended with status " + std::to_string(output.exit_status);
    }
}

const char* name_of(HostKernel kernel)
{
    return kernel == HostKernel::reference ? "reference" : "variant";
}
const char* name_of(HostOrder order)
{
    return order == HostOrder::forwards ? "forwards" : "backwards";
}

void bound(int resource, rlim_t most)
{
    const rlimit limit{most, most};
    setrlimit(static_cast<decltype(RLIMIT_CPU)>(resource), &limit);
}

model::Expected<base::ChildOutput> run_compiler(const HostCompiler& compiler, const WorkTree& tree,
                                                const std::vector<std::string>& inputs, const std::string& output,
                                                const StopQuestion& should_stop)
{
    std::vector<std::string> arguments{"--confined", tree.outputs().string(), tree.sources().string(),
                                       compiler.program};
    for (const char* option : {"-std=c++17", "-O1", "-w", "-fwrapv", "-fno-strict-aliasing"})
        arguments.emplace_back(option);
    arguments.insert(arguments.end(), inputs.begin(), inputs.end());
    arguments.insert(arguments.end(), {"-o", (tree.outputs() / output).string()});
    auto done = base::run_child(compiler.confiner, arguments, -1, limits_for(compile_time, tree, should_stop));
    if (!done) return model::Error{"the C++ compiler " + done.error().what, where, ""};
    return done;
}

model::Expected<std::string> object_of(const HostCompiler& compiler, const WorkTree& tree, const std::string& name,
                                       const StopQuestion& should_stop)
{
    const auto output = run_compiler(compiler, tree, {"-c", name + ".cpp"}, name + ".o", should_stop);
    if (!output) return output.error();
    std::ifstream in(tree.outputs() / (name + ".o"), std::ios::binary);
    std::string object{std::istreambuf_iterator<char>(in), {}};
    if (output->exit_status != 0 || object.empty())
        return model::Error{"the C++ compiler of this machine does not compile C++17", where, compiler_advice};
    return object;
}

/// What a program is linked with; each takes the better part of a second to compile.
std::vector<std::string> runtime_names(Counting counting)
{
    if (counting == Counting::nothing) return {"host_cuda"};
    return {"host_cuda", "accesses", "steps"};
}

/// NAME.o of each. Compiled once in the life of this process for each compiler.
model::Expected<std::vector<catalogue::SourceFile>> runtime_objects(const HostCompiler& compiler,
                                                                    const WorkFolder& work, Counting counting,
                                                                    const StopQuestion& should_stop)
{
    static std::mutex mutex;
    static std::map<std::pair<std::string, std::string>, std::string> objects;
    const std::lock_guard lock(mutex);
    std::optional<WorkTree> tree;
    std::vector<catalogue::SourceFile> wanted;
    for (const std::string& name : runtime_names(counting)) {
        std::string& known = objects[{compiler.program, name}];
        if (known.empty() && !tree) {
            auto written = work.write(host_runtime());
            if (!written) return written.error();
            tree.emplace(std::move(*written));
        }
        if (known.empty()) {
            auto object = object_of(compiler, *tree, name, should_stop);
            if (!object) return object.error();
            known = std::move(*object);
        }
        wanted.push_back({name + ".o", known});
    }
    return wanted;
}

/// Compiled, and then linked: a sanitizer's own library is not wanted.
model::Expected<base::ChildOutput> build_program(const HostCompiler& compiler, const WorkTree& tree, Counting counting,
                                                 bool with_steps, const StopQuestion& should_stop)
{
    if (counting == Counting::nothing)
        return run_compiler(compiler, tree, {"program.cpp", "host_cuda.o"}, "program", should_stop);
    std::vector<std::string> words{"-fsanitize=thread", "-c", "program.cpp"};
    if (with_steps)  // in the order of the source (steps.h)
        words.insert(words.begin(), {"-O0", "-fno-omit-frame-pointer", "-fsanitize-coverage=trace-pc"});
    auto compiled = run_compiler(compiler, tree, words, "program.o", should_stop);
    if (!compiled || compiled->exit_status != 0) return compiled;
    const std::string object = (tree.outputs() / "program.o").string();
    return run_compiler(compiler, tree, {object, "host_cuda.o", "accesses.o", "steps.o"}, "program", should_stop);
}

}  // namespace

model::Expected<HostCompiler> find_host_compiler(const std::string& confiner, bool is_confined)
{
    const char* wanted = std::getenv("SPILLWAY_HOST_COMPILER");
    const std::string named = wanted != nullptr ? wanted : "";
    if (named == "none")
        return model::Error{"the check on the processor is switched off by SPILLWAY_HOST_COMPILER=none", where, ""};
    if (!named.empty() && access(named.c_str(), X_OK) == 0) return HostCompiler{named, confiner, is_confined};
    if (!named.empty())
        return model::Error{"SPILLWAY_HOST_COMPILER names " + named + ", which is no program", where, compiler_advice};
    for (const char* name : {"g++", "c++", "clang++"})
        if (const fs::path file = in_path(name); !file.empty())
            return HostCompiler{file.string(), confiner, is_confined};
    return model::Error{"there is no C++ compiler on this machine", where, compiler_advice};
}

model::Expected<HostProgram> HostProgram::make(const HostCompiler& compiler, const WorkFolder& work,
                                               const model::Job& job, const model::SourceText& source,
                                               const StopQuestion& should_stop)
{
    auto limits = catalogue::access_limits(source.text);
    if (!limits) return limits.error();
    const Counting counting = counting_for(*limits);
    auto files = host_program(job, source, counting);
    if (!files) return files.error();
    const auto runtime = runtime_objects(compiler, work, counting, should_stop);
    if (!runtime) return runtime.error();
    files->files.insert(files->files.end(), runtime->begin(), runtime->end());
    auto tree = work.write(*files);
    if (!tree) return tree.error();
    std::error_code error;
    fs::create_directories(scratch(*tree), error);
    const auto output = build_program(compiler, *tree, counting, counts_steps(*limits), should_stop);
    if (!output) return output.error();
    if (output->exit_status == 0) return HostProgram{compiler, std::move(*tree), *job.plan, std::move(*limits)};
    const std::string words = compiler.is_confined ? first_error(output->text) : "";
    return model::Error{"the kernel uses what the C++ compiler of this machine does not know" +
                            (words.empty() ? "" : " (" + words + ")"),
                        where, "a GPU can check it"};
}

model::Expected<HostRun> HostProgram::run(HostKernel kernel, HostOrder order, const std::vector<std::string>& inputs,
                                          const StopQuestion& should_stop) const
{
    const fs::path folder = scratch(tree_), in = folder / "inputs", out = folder / "outputs";
    std::error_code error;
    fs::remove(out, error);
    if (!write_inputs(in, inputs))
        return model::Error{"the kernel's inputs cannot be written to " + in.string(), where, "make room there"};
    const auto output =
        base::run_child(compiler_.confiner,
                        {"--shut-in", folder.string(), tree_.outputs().string(), (tree_.outputs() / "program").string(),
                         name_of(kernel), name_of(order), in.string(), out.string()},
                        -1, limits_for(patience(), tree_, should_stop));
    if (!output) return model::Error{"the kernel's program " + output.error().what, where, "try again"};
    if (output->exit_status == not_shut_in_status)
        return model::Error{"nothing on this machine shuts a program in (" + first_line(output->text) + ")", where,
                            "`spillway doctor` says what is missing"};
    if (std::string trouble = trouble_of(*output); !trouble.empty()) return HostRun{{}, std::move(trouble), {}};
    auto done = read_run(out, plan_, limits_);
    if (!done) return HostRun{{}, "its program ended before it had written its result", {}};
    return std::move(*done);
}

int run_shut_in(const std::vector<std::string>& words)
{
    if (words.size() < 3) return 2;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    bound_memory(memory_bytes);
    bound(RLIMIT_CPU, static_cast<rlim_t>(run_seconds()) + 1);
    bound(RLIMIT_FSIZE, most_file_bytes);
    const ToolRights rights{{"/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache", words[1]}, {words[0]}};
    const auto confined_by = confine_tools(rights);
    if (!confined_by) {
        std::fputs(confined_by.error().what.c_str(), stderr);
        return not_shut_in_status;
    }
    return become(words, 2);
}

}  // namespace spillway::compiler
