#include "app/compiler/host_check/host_program.h"

#include <cstdio>
#include <regex>

#include "app/compiler/host_check/host_cuda_text.h"

namespace spillway::compiler {
namespace {

model::Error not_on_the_host(const std::string& what)
{
    return {what, "check on the processor", "a GPU can check it"};
}

std::string quoted(const std::string& text)
{
    std::string all = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') all += '\\';
        if (static_cast<unsigned char>(c) >= 0x20) all += c;
    }
    return all + '"';
}

/// Dynamic shared memory is declared `extern`; on the host it is a pointer to the block's memory.
std::string without_extern_shared(const std::string& text)
{
    static const std::regex declared(
        R"(extern\s+__shared__\s+([A-Za-z_][A-Za-z0-9_]*)\s+([A-Za-z_][A-Za-z0-9_]*)\s*\[\s*\])");
    return std::regex_replace(text, declared, "$1* $2 = static_cast<$1*>(host_cuda::dynamic_shared())");
}

/// With all its digits, and as a number of the type that the kernel takes.
std::string scalar_text(const model::PlannedArgument& argument)
{
    char number[64];
    std::snprintf(number, sizeof number, "%.17g", argument.scalar);
    return "static_cast<" + argument.scalar_type + ">(" + number + ")";
}

std::string arguments_text(const std::vector<model::PlannedArgument>& arguments)
{
    std::string all;
    for (const model::PlannedArgument& argument : arguments) {
        if (!all.empty()) all += ", ";
        all += argument.buffer < 0 ? scalar_text(argument)
                                   : "memory.at(" + std::to_string(argument.buffer) + ", " +
                                         std::to_string(argument.offset_bytes) + ")";
    }
    return all;
}

std::string dimension_text(const std::int64_t (&size)[3])
{
    return "{" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " + std::to_string(size[2]) + "}";
}

std::string launch_text(const std::string& entry, const std::int64_t (&grid)[3], const std::int64_t (&block)[3],
                        std::int64_t dynamic_shared_bytes, const std::vector<model::PlannedArgument>& arguments)
{
    return "        host_cuda::launch(" + dimension_text(grid) + ", " + dimension_text(block) + ", " +
           std::to_string(dynamic_shared_bytes) + ", [&] { " + entry + "(" + arguments_text(arguments) + "); });\n";
}

std::string buffers_text(const std::vector<model::PlannedBuffer>& buffers)
{
    std::string all;
    for (const model::PlannedBuffer& buffer : buffers)
        all += "        {" + quoted(buffer.name) + ", " + std::to_string(buffer.bytes()) + ", " +
               (buffer.is_output ? "true" : "false") + "},\n";
    return all;
}

std::string counting_text(const std::vector<model::PlannedBuffer>& buffers, Counting counting)
{
    if (counting == Counting::nothing) return "";
    std::string all = "    host_cuda::count_accesses({";
    for (std::size_t i = 0; i < buffers.size(); ++i)
        all += "{memory.at(" + std::to_string(i) + ", 0).at, " + std::to_string(buffers[i].bytes()) + "}, ";
    return all + "}, " + (counting == Counting::sectors ? "true" : "false") + ");\n";
}

std::string main_text(const model::Job& job, Counting counting)
{
    const model::LaunchPlan& plan = *job.plan;
    const model::PlannedReference& reference = *plan.reference;
    return "\nint main(int count, char** words)\n{\n"
           "    if (count != 5) return 2;\n"
           "    host_cuda::Memory memory({\n" +
           buffers_text(plan.buffers) +
           "    });\n"
           "    if (!memory.read(words[3])) return 2;\n"
           "    host_cuda::forget_static_shared();\n"
           "    host_cuda::set_order(words[2][0] == 'b' ? host_cuda::Order::backwards : "
           "host_cuda::Order::forwards);\n" +
           counting_text(plan.buffers, counting) + "    if (words[1][0] == 'r') {\n" +
           launch_text(reference.entry, reference.grid, reference.block, reference.dynamic_shared_bytes,
                       reference.arguments) +
           "    } else {\n" +
           launch_text(job.compile.entry, job.grid, job.block, job.dynamic_shared_bytes, plan.arguments) +
           "    }\n"
           "    if (const char* name = memory.trespassed()) {\n"
           "        std::puts(name);\n"
           "        return " +
           std::to_string(trespassed_status) +
           ";\n    }\n"
           "    if (!memory.write_outputs(words[4])) return 2;\n" +
           (counting == Counting::nothing ? "" : "    if (!host_cuda::append_accesses(words[4])) return 2;\n") +
           "    return 0;\n}\n";
}

std::optional<model::Error> why_not(const model::Job& job)
{
    if (!job.plan || !job.plan->reference) return not_on_the_host("there is no reference to compare with");
    if (job.plan->copy) return not_on_the_host("a copy by the driver has nothing to compute");
    if (!job.plan->is_kernel()) return not_on_the_host("a library's function is not compiled here");
    for (const model::PlannedBuffer& buffer : job.plan->buffers)
        if (buffer.place == model::MemoryPlace::texture || buffer.place == model::MemoryPlace::constant)
            return not_on_the_host("the buffer \"" + buffer.name + "\" is a texture or constant memory");
    return std::nullopt;
}

}  // namespace

catalogue::SourceFiles host_runtime()
{
    catalogue::SourceFiles files;
    files.files = {{"host_cuda.cpp", host_cuda_source}, {"host_cuda.h", host_cuda_header},
                   {"accesses.cpp", accesses_source},   {"accesses.h", accesses_header},
                   {"steps.cpp", steps_source},         {"steps.h", steps_header}};
    return files;
}

model::Expected<catalogue::SourceFiles> host_program(const model::Job& job, const model::SourceText& source,
                                                     Counting counting)
{
    if (const auto error = why_not(job)) return *error;
    const std::string program =
        "#include <cstdio>\n#include \"host_cuda.h\"\n#include \"accesses.h\"\n#include \"host_memory.h\"\n"
        "#include \"kernel_words.h\"\n"
        "#line 1 \"kernel.cu\"\n" +
        without_extern_shared(source.text) + "\n#line 1 \"launch.cpp\"\n" + main_text(job, counting);
    catalogue::SourceFiles files;
    files.files = {{"program.cpp", program},
                   {"host_cuda.h", host_cuda_header},
                   {"accesses.h", accesses_header},
                   {"host_memory.h", host_memory_header},
                   {"kernel_words.h", kernel_words_header}};
    return files;
}

}  // namespace spillway::compiler
