#pragma once

// Tools, sources and requests for compiling a whole .cu.

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/whole_file.h"

namespace spillway::compiler {

inline Toolchain& whole_file_tools()
{
    static Toolchain found = find_toolchain();
    return found;
}
#define SKIP_WITHOUT_NVCC() \
    if (!whole_file_tools().nvcc) GTEST_SKIP() << whole_file_tools().nvcc.error().line()

inline Toolchain without_nvcc()
{
    Toolchain other = whole_file_tools();
    other.nvcc = model::Error{"nvcc is hidden", "nvcc", "install it"};
    return other;
}

inline model::SourceText source_of(const catalogue::SourceFiles& files)
{
    const std::string text = catalogue::bundled(files);
    return {catalogue::content_hash(text), std::filesystem::path(files.files.front().path).filename().string(), text};
}

inline model::SourceText source_of(const std::string& text)
{
    return source_of({{{"a.cu", text}}, {}});
}

inline model::CompileRequest request_for(const model::SourceText& source, const std::string& entry = "")
{
    model::CompileRequest request;
    request.source_hash = source.hash;
    request.arch = "sm_90";
    request.entry = entry;
    request.whole_file = true;
    return request;
}

}  // namespace spillway::compiler
