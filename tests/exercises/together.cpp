#include "tests/exercises/together.h"

#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <dlfcn.h>

#include "app/answers/answer.h"
#include "app/catalogue/axis_claims.h"
#include "app/catalogue/exercises.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/compiler/compile.h"
#include "app/compiler/disassembler.h"
#include "app/compiler/line_needs.h"
#include "app/compiler/nvrtc.h"
#include "app/compiler/options.h"
#include "app/compiler/ptx.h"
#include "app/compiler/sass.h"
#include "app/model/metrics.h"

namespace spillway::learners {
namespace {

using model::Error;

/// NVRTC, asked for several kernels of one text.
class Compiler {
public:
    static model::Expected<Compiler> load()
    {
        const auto nvrtc = compiler::Nvrtc::load();
        if (!nvrtc) return nvrtc.error();
        Compiler found(**nvrtc);
        if (found.library_ == nullptr) return Error{dlerror(), "NVRTC", ""};
        return found;
    }

    struct Code {
        std::string ptx, cubin, log;
        std::map<std::string, std::string> mangled;  ///< by the kernel's name expression
    };
    model::Expected<Code> compile(const std::string& text, const std::set<std::string>& kernels,
                                  const std::vector<std::string>& options) const
    {
        Handle program = nullptr;
        call<int(Handle*, const char*, const char*, int, const char* const*, const char* const*)>("nvrtcCreateProgram")(
            &program, text.c_str(), "kernel.cu", 0, nullptr, nullptr);
        for (const std::string& kernel : kernels)
            call<int(Handle, const char*)>("nvrtcAddNameExpression")(program, kernel.c_str());
        std::vector<const char*> words;
        for (const std::string& option : options) words.push_back(option.c_str());
        const int status = call<int(Handle, int, const char* const*)>("nvrtcCompileProgram")(
            program, static_cast<int>(words.size()), words.data());
        Code code;
        code.log = read(program, "nvrtcGetProgramLog");
        if (status == 0) {
            code.ptx = read(program, "nvrtcGetPTX");
            code.cubin = read(program, "nvrtcGetCUBIN");
            for (const std::string& kernel : kernels) {
                const char* name = "";
                call<int(Handle, const char*, const char**)>("nvrtcGetLoweredName")(program, kernel.c_str(), &name);
                code.mangled[kernel] = name;
            }
        }
        call<int(Handle*)>("nvrtcDestroyProgram")(&program);
        if (status != 0) return Error{code.log, "NVRTC", ""};
        return code;
    }

    [[nodiscard]] int version() const { return version_; }

private:
    using Handle = void*;
    explicit Compiler(const compiler::Nvrtc& nvrtc)
        : library_(dlopen(nvrtc.path().c_str(), RTLD_NOW | RTLD_LOCAL)), version_(nvrtc.version_number())
    {
    }

    template <typename Function>
    Function* call(const std::string& name) const
    {
        return reinterpret_cast<Function*>(dlsym(library_, name.c_str()));
    }
    /// Texts end with zeros, of which NVRTC's log has some in between too.
    std::string read(Handle program, const std::string& name) const
    {
        std::size_t bytes = 0;
        call<int(Handle, std::size_t*)>(name + "Size")(program, &bytes);
        std::string all(bytes, '\0');
        call<int(Handle, char*)>(name)(program, all.data());
        if (name != "nvrtcGetCUBIN") std::erase(all, '\0');
        return all;
    }

    void* library_ = nullptr;
    int version_ = 0;
};

using Code = model::Expected<Compiler::Code>;

/// Kernels with the same options: one compile, or one for each kernel if the compiler refuses one.
struct Program {
    std::vector<std::string> options;
    std::set<std::string> kernels;
    std::map<std::string, std::shared_ptr<Code>> codes;  ///< of each kernel
    std::map<Code*, compiler::SassTexts> sass;
};

/// The exercise's kernel.cu up to the learner's lines.
std::string own_text(const model::Experiment& exercise)
{
    return exercise.source.substr(0, exercise.source.find(catalogue::yours_begins));
}

/// The exercise's own lines, and the learner's of each kernel in a namespace of its name.
std::string text_of(const model::Experiment& exercise, const std::vector<Written>& written)
{
    std::string text = own_text(exercise);
    for (const Written& each : written) text += "namespace " + each.name + " {\n" + each.lines + "\n}\n";
    return text;
}

class Together {
public:
    Together(const Compiler& compiler, const model::Experiment& exercise, const std::vector<Written>& written,
             const model::Gpu& gpu)
        : compiler_(compiler), exercise_(exercise), written_(written), gpu_(gpu)
    {
    }

    /// The first trouble that is none of a kernel's.
    std::optional<Error> compile()
    {
        for_each_job([&](const model::Claim&, const model::Job& job) {
            for (const Written& each : written_) program_of(job).kernels.insert(name_of(job, each));
        });
        const std::string text = text_of(exercise_, written_);
        for (auto& [key, program] : programs_) {
            const auto all = std::make_shared<Code>(compiler_.compile(text, program.kernels, program.options));
            for (const std::string& kernel : program.kernels)
                program.codes[kernel] =
                    *all ? all : std::make_shared<Code>(compiler_.compile(text, {kernel}, program.options));
        }
        return trouble_;
    }

    model::Expected<Goals> goals(const Written& written)
    {
        std::map<std::string, std::vector<model::RunResult>> results;
        std::optional<Error> trouble;
        for_each_job([&](const model::Claim& goal, const model::Job& job) {
            auto result = result_of(job, written, model::needs_code(goal.expect));
            if (!result)
                trouble = result.error();
            else
                results[goal.id].push_back(std::move(*result));
        });
        if (trouble) return *trouble;
        Goals found;
        for (const model::Claim& goal : exercise_.claims)
            if (!goal.needs_measurement)
                found[goal.id] = catalogue::check_claim(exercise_, goal, results[goal.id], gpu_);
        return found;
    }

private:
    template <typename Use>
    void for_each_job(const Use& use)
    {
        for (const model::Claim& goal : exercise_.claims) {
            if (goal.needs_measurement) continue;
            for (const model::Values& set : catalogue::claim_settings(exercise_, goal))
                for (const std::string& variant : catalogue::claim_variants(exercise_, goal)) {
                    model::Values values = set;
                    values.merge(catalogue::initial_values(exercise_, gpu_));
                    const auto job = catalogue::make_job(exercise_, *exercise_.find_variant(variant), values, gpu_);
                    if (job)
                        use(goal, *job);
                    else
                        trouble_ = job.error();
                }
        }
    }

    Program& program_of(const model::Job& job)
    {
        auto options = compiler::nvrtc_options(job.compile, {}, compiler_.version(), true);
        std::string key;
        for (const std::string& option : options) key += option + "\n";
        Program& program = programs_[key];
        program.options = std::move(options);
        return program;
    }

    /// Code beside the learner's has no namespace. If the exercise's own lines have the kernel, it is a template, and
    /// its argument is the learner's function: bring_and_add<right_by_rows::bring>.
    std::string name_of(const model::Job& job, const Written& written) const
    {
        std::string entry = job.compile.entry;
        if (job.variant != exercise_.exercise->variant) return entry;
        const std::size_t argument = entry.find('<');
        const bool is_own = own_text(exercise_).find("void " + entry.substr(0, argument) + "(") != std::string::npos;
        return entry.insert(is_own ? argument + 1 : 0, written.name + "::");
    }

    model::Expected<model::RunResult> result_of(const model::Job& job, const Written& written, bool with_code)
    {
        Program& program = program_of(job);
        const std::string kernel = name_of(job, written);
        Code& code = *program.codes.at(kernel);
        compiler::Compiled compiled;
        if (!code) {
            compiled.error = code.error();
            return answers::result_of(job, compiled);
        }
        compiled.entry = code->mangled.at(kernel);
        compiled.ptx_inspection =
            compiler::inspect_ptx(code->ptx, compiler::reachable_functions(code->ptx, compiled.entry));
        compiled.report = compiler::make_report(code->log, compiled.entry, code->ptx, job.compile);
        model::RunResult result = answers::result_of(job, compiled);
        if (!with_code) return result;
        if (!program.sass.contains(&code)) {
            const auto disassembler = compiler::find_disassembler();
            if (!disassembler) return disassembler.error();
            auto texts = compiler::disassemble(*disassembler, code->cubin, compiler::SassDetail::figures);
            if (!texts) return texts.error();
            program.sass[&code] = std::move(*texts);
        }
        const auto sass = compiler::read_sass(program.sass[&code], compiled.entry, "kernel.cu");
        model::put_code_figures(result, compiler::figures_of(sass, compiled.entry));
        return result;
    }

    const Compiler& compiler_;
    const model::Experiment& exercise_;
    const std::vector<Written>& written_;
    const model::Gpu& gpu_;
    std::map<std::string, Program> programs_;  ///< by their options
    std::optional<Error> trouble_;
};

}  // namespace

model::Expected<std::vector<Goals>> goals_together(const model::Experiment& exercise,
                                                   const std::vector<Written>& written, const model::Gpu& gpu)
{
    const auto compiler = Compiler::load();
    if (!compiler) return compiler.error();
    Together together(*compiler, exercise, written, gpu);
    if (auto trouble = together.compile()) return *trouble;
    std::vector<Goals> all;
    for (const Written& each : written) {
        auto goals = together.goals(each);
        if (!goals) return goals.error();
        all.push_back(std::move(*goals));
    }
    return all;
}

}  // namespace spillway::learners
