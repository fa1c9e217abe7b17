// The PTX of Spillway's own kernels is that of their source, and names them all.

#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/gpu/device_helpers_text.h"

namespace spillway::gpu {
namespace {

std::string text_of(const std::string& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

void expect_made_of(const std::string& name, const std::string& text, const std::string& as_old_as_may_be)
{
    const std::string source = text_of(SPILLWAY_SOURCE_DIR "/app/gpu/" + name + ".cu");
    ASSERT_FALSE(source.empty());
    EXPECT_NE(text.substr(0, text.find('\n')).find(catalogue::content_hash(source)), std::string::npos)
        << "run scripts/make-device-helpers.sh";
    EXPECT_NE(text.find(as_old_as_may_be), std::string::npos) << text.substr(0, 200);
}

TEST(DeviceHelpers, PtxIsOfTheSource)
{
    expect_made_of("device_helpers", device_helpers_text, ".version 6.4\n.target sm_75\n");
    expect_made_of("roof_kernels", roof_kernels_text, ".version 6.4\n.target sm_75\n");
    expect_made_of("empty_cache", empty_cache_text, ".version 7.4\n.target sm_80\n");
}

}  // namespace
}  // namespace spillway::gpu
