// The PTX of Spillway's own kernels is that of their source, and names them all.

#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/gpu/own_kernels_text.h"

namespace spillway::gpu {
namespace {

std::string text_of(const std::string& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(OwnKernels, PtxIsOfTheSource)
{
    const std::string source = text_of(SPILLWAY_SOURCE_DIR "/app/gpu/own_kernels.cu");
    ASSERT_FALSE(source.empty());
    const std::string text = own_kernels_text;
    EXPECT_NE(text.substr(0, text.find('\n')).find(catalogue::content_hash(source)), std::string::npos)
        << "run scripts/make-own-kernels.sh";
    EXPECT_NE(text.find(".version 6.4\n.target sm_75\n"), std::string::npos) << "as old as a driver may be";
}

}  // namespace
}  // namespace spillway::gpu
