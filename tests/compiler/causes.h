#pragma once

// Finds causes with the real compiler, and writes them as text to compare.

#include <filesystem>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/causes/cause_finder.h"
#include "tests/support/scratch_folder.h"

namespace spillway::compiler {

class CausesOf : public testing::Test {
protected:
    void SetUp() override
    {
        if (!service_.tools().nvrtc) GTEST_SKIP() << service_.tools().nvrtc.error().line();
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    CausesAnswer find(const model::CompileRequest& request, const std::string& text)
    {
        return find_causes(service_, request, {request.source_hash, "causes/kernel.cu", text});
    }

    CausesAnswer find(const std::string& text, const std::string& arch = "sm_90", const std::string& entry = "k")
    {
        model::CompileRequest request;
        request.source_hash = catalogue::content_hash(text);
        request.entry = entry;
        request.arch = arch;
        return find(request, text);
    }

    /// Causes of one kernel of a whole file, the .cu first.
    CausesAnswer find_in(const catalogue::SourceFiles& files, const std::string& entry)
    {
        const std::string text = catalogue::bundled(files);
        model::CompileRequest request;
        request.source_hash = catalogue::content_hash(text);
        request.entry = entry;
        request.arch = "sm_90";
        request.whole_file = true;
        return find_causes(service_, request, {request.source_hash, files.files.front().path, text});
    }

    /// The expected causes with the installed tools: without nvdisasm 13.5 and CUDA 13's marks, a spill has no line.
    [[nodiscard]] std::string expected_here(const std::string& words) const
    {
        const auto& disassembler = service_.tools().disassembler;
        const bool has_marks = (*service_.tools().nvrtc)->version_number() >= 13000;
        if (has_marks && disassembler && disassembler->shows_marks()) return words;
        return std::regex_replace(words, std::regex(R"((spill \d+ -) \d+)"), "$1 -");
    }

    std::filesystem::path folder_ = scratch_folder("causes");
    DiskCache disk_{folder_, DiskCache::default_max_bytes, [](const model::Error&) {}};
    CompileService service_{find_toolchain(), disk_};
};

/// "dynamic_index 32 table 12, spill 16": kind, bytes, symbol (- for none) and line (- for none) of each.
inline std::string in_words(const std::vector<model::Cause>& causes)
{
    std::string words;
    for (const model::Cause& cause : causes) {
        if (!words.empty()) words += ", ";
        words += std::string(model::to_string(cause.kind)) + " " + std::to_string(cause.bytes) + " " +
                 cause.symbol.value_or("-") + " " + (cause.line ? std::to_string(*cause.line) : "-");
    }
    return words;
}

/// Bytes of one function, or of all.
inline std::int64_t bytes_of(const std::vector<model::Cause>& causes, const std::string& function = "")
{
    std::int64_t bytes = 0;
    for (const model::Cause& cause : causes)
        if (function.empty() || cause.function == function) bytes += cause.bytes;
    return bytes;
}

}  // namespace spillway::compiler
