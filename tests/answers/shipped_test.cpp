// The reports that ship with the program: what they answer, and what they never do.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/answers/shipped_listings.h"
#include "app/answers/shipped_reports.h"
#include "tests/support/scratch_folder.h"

namespace spillway::answers {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Report> something(int registers)
{
    auto compiled = std::make_shared<Report>();
    compiled->report.registers = registers;
    compiled->report.functions.push_back({"k", true, registers, 8, 4, 2, std::nullopt, {}, {}});
    compiled->report.log = "ptxas info";
    compiled->ptx_inspection.local_bytes_by_function = {{"k", 12}, {"f", 4}};
    compiled->advice = "a knob";
    compiled->entry = "k";
    return compiled;
}

std::shared_ptr<const Report> refused()
{
    auto compiled = std::make_shared<Report>();
    compiled->error = model::Error{"uses too much shared data", "kernel.cu", "a smaller radius"};
    return compiled;
}

class Shipped : public testing::Test {
protected:
    void SetUp() override { folder_ = scratch_folder("shipped"); }
    void TearDown() override { fs::remove_all(folder_); }
    void write(const std::string& name, const std::string& content) const
    {
        std::ofstream(folder_ / name, std::ios::binary) << content;
    }
    fs::path folder_;
    const std::string hash_ = std::string(64, 'a');
};

TEST_F(Shipped, AnswersComeBack)
{
    write(reports_file_name("e", hash_, "sm_90"), pack_reports({{"one", something(31)}, {"two", refused()}}));
    ShippedReports reports(folder_);
    const auto one = reports.find("one", hash_, "sm_90").value;
    ASSERT_TRUE(one);
    EXPECT_EQ(one->report.registers, 31);
    EXPECT_EQ(one->report.functions, something(31)->report.functions);
    EXPECT_EQ(one->ptx_inspection.local_bytes, 16);
    EXPECT_EQ(one->advice, "a knob");
    const auto two = reports.find("two", hash_, "sm_90").value;
    ASSERT_TRUE(two);
    EXPECT_EQ(two->error, refused()->error);
}

TEST_F(Shipped, ReportsForAnArchitecturesOwnTargetAreInTheArchitecturesFile)
{
    EXPECT_EQ(reports_file_name("e", hash_, "sm_90a"), reports_file_name("e", hash_, "sm_90"));
    write(reports_file_name("e", hash_, "sm_120a"), pack_reports({{"one", something(31)}}));
    ShippedReports reports(folder_);
    EXPECT_TRUE(reports.find("one", hash_, "sm_120a").value);
    EXPECT_TRUE(reports.find("one", hash_, "sm_120").value);
    EXPECT_FALSE(reports.find("one", hash_, "sm_12").value);
}

TEST_F(Shipped, WhatIsNotForThisTextArchitectureOrRequestIsAbsent)
{
    write(reports_file_name("e", hash_, "sm_90"), pack_reports({{"one", something(31)}}));
    ShippedReports reports(folder_);
    EXPECT_FALSE(reports.find("one", std::string(64, 'b'), "sm_90").value);
    EXPECT_FALSE(reports.find("one", hash_, "sm_80").value);
    EXPECT_FALSE(reports.find("two", hash_, "sm_90").value);
    EXPECT_FALSE(ShippedReports(folder_ / "not_there").find("one", hash_, "sm_90").value);
    EXPECT_FALSE(ShippedReports({}).find("one", hash_, "sm_90").value);
}

TEST_F(Shipped, AFileThatIsKeptNoLongerIsReadAgain)
{
    const auto arch = [](std::size_t number) { return "sm_" + std::to_string(100 + number); };
    for (std::size_t i = 0; i <= ShippedReports::max_unpacked; ++i)
        write(reports_file_name("e", hash_, arch(i)), pack_reports({{"one", something(31)}}));
    ShippedReports reports(folder_);
    for (std::size_t i = 0; i <= ShippedReports::max_unpacked; ++i)
        EXPECT_TRUE(reports.find("one", hash_, arch(i)).value);
    for (std::size_t i = 0; i < 2; ++i) write(reports_file_name("e", hash_, arch(i)), pack_reports({}));
    EXPECT_FALSE(reports.find("one", hash_, arch(0)).value) << "is read again";
    EXPECT_TRUE(reports.find("one", hash_, arch(2)).value) << "is kept";
}

TEST_F(Shipped, AnEmptyFileMayStillCome)
{
    const std::string name = reports_file_name("e", hash_, "sm_90");
    write(name, "");
    ShippedReports reports(folder_);
    EXPECT_TRUE(reports.find("one", hash_, "sm_90").may_come);
    write(name, pack_reports({{"one", something(31)}}));
    EXPECT_TRUE(reports.find("one", hash_, "sm_90").value);
}

TEST_F(Shipped, ATornOrForeignFileIsAbsent)
{
    const std::string whole = pack_reports({{"one", something(31)}, {"two", something(32)}});
    for (std::size_t bytes = 0; bytes < whole.size(); bytes += 7)
        EXPECT_FALSE(unpack_reports(whole.substr(0, bytes))) << bytes;
    for (std::size_t at = 16; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0x40);
        // A few bits mean nothing to zstd: then the answers are what they were.
        const auto reports = unpack_reports(changed);
        EXPECT_TRUE(!reports || pack_reports(*reports) == whole) << at;
    }
    EXPECT_TRUE(unpack_reports(whole));
    write(reports_file_name("e", hash_, "sm_90"), "something else");
    EXPECT_FALSE(ShippedReports(folder_).find("one", hash_, "sm_90").value);
}

TEST(ShippedKey, TellsTextHeadersAndOptionsApartAndListingsHaveNone)
{
    const ReportTools tools{"NVRTC 1.2", [](const std::string& name) -> std::optional<std::string> {
                                if (name != "known.h") return std::nullopt;
                                return "its hash";
                            }};
    model::SourceText source{std::string(64, 'a'), "kernel.cu", "__global__ void k() {}"};
    model::CompileRequest request;
    request.entry = "k";
    request.arch = "sm_90";
    const auto plain = shipped_key(tools, request, source);
    ASSERT_TRUE(plain);
    model::CompileRequest capped = request;
    capped.register_cap = 32;
    EXPECT_NE(shipped_key(tools, capped, source), plain);
    model::SourceText other = source;
    other.hash = std::string(64, 'b');
    EXPECT_NE(shipped_key(tools, request, other), plain);
    request.line_info = true;
    EXPECT_FALSE(shipped_key(tools, request, source));
    request.line_info = false;
    const std::string text = source.text;
    source.text = "#include <known.h>\n" + text;
    EXPECT_NE(shipped_key(tools, request, source).value_or(*plain), plain);
    EXPECT_FALSE(shipped_key({}, request, source)) << "no compiler";
    source.text = "#include <no_such_header.h>\n" + text;
    EXPECT_FALSE(shipped_key(tools, request, source));
}

TEST_F(Shipped, WhatTheReportsWereMadeWithIsReadFromBesideThem)
{
    const ReportTools tools{"NVRTC 1.2", [](const std::string&) { return std::optional<std::string>("a hash"); }};
    write("compiler.json", describe_tools(tools, {"#include <known.h>\n"}));
    const ReportTools read = ShippedReports(folder_).made_with();
    EXPECT_EQ(read.compiler, "NVRTC 1.2");
    EXPECT_EQ(read.header_hash("known.h"), "a hash");
    EXPECT_FALSE(read.header_hash("other.h"));
    write("compiler.json", "{\"compiler\": 3}");
    EXPECT_EQ(ShippedReports(folder_).made_with().compiler, "");
    EXPECT_EQ(ShippedReports({}).made_with().compiler, "");
}

model::Listing ptx_of_two_lines()
{
    model::Listing listing;
    listing.module = model::PtxModule{".version 8.0\n.visible .entry k()\n{\n\tret;  \n}\n", "k"};
    listing.ptx = {{".visible .entry k()", 0, false}, {"\tret;", 7, true}, {"", 0, false}};
    listing.ptx[0].module_line = 2;
    listing.ptx[1].module_line = 4;
    listing.local_source_lines = {7};
    return listing;
}

TEST_F(Shipped, ListingsComeBackByTheirRequest)
{
    const ReportTools tools{"NVRTC 1.2", [](const std::string&) { return std::optional<std::string>("a hash"); }};
    const model::SourceText source{hash_, "e/kernel.cu", "__global__ void k() {}"};
    model::CompileRequest request;
    request.entry = "k";
    request.arch = "sm_90";
    const auto key = shipped_key(tools, request, source);
    ASSERT_TRUE(key);
    const std::string packed = pack_listings({{*key, std::make_shared<const model::Listing>(ptx_of_two_lines())}});
    write(listings_file_name("e", hash_), "");
    ShippedListings listings(folder_);
    request.line_info = true;  // as a listing is asked for
    EXPECT_TRUE(listings.find(tools, request, source).may_come);
    write(listings_file_name("e", hash_), packed);
    const auto found = listings.find(tools, request, source).value;
    ASSERT_TRUE(found);
    EXPECT_EQ(found->module->text, ptx_of_two_lines().module->text);
    EXPECT_EQ(found->module->entry, "k");
    ASSERT_EQ(found->ptx.size(), 3U);
    EXPECT_EQ(found->ptx[1].text, "\tret;");
    EXPECT_EQ(found->ptx[1].source_line, 7);
    EXPECT_EQ(found->ptx[1].module_line, 4);
    EXPECT_TRUE(found->ptx[1].touches_local);
    EXPECT_EQ(found->ptx[2].module_line, std::nullopt);
    EXPECT_EQ(found->local_source_lines, std::vector<int>{7});
    EXPECT_FALSE(found->sass_reason.empty());
    request.register_cap = 16;
    EXPECT_FALSE(listings.find(tools, request, source).value) << "another setting";
    EXPECT_FALSE(ShippedListings({}).find(tools, request, source).value);
}

TEST_F(Shipped, ListingsThatAreNoneAreRefused)
{
    const std::string whole = pack_listings({{"key", std::make_shared<const model::Listing>(ptx_of_two_lines())}});
    ASSERT_TRUE(unpack_listings(whole));
    EXPECT_FALSE(unpack_listings(""));
    EXPECT_FALSE(unpack_listings(pack_reports({})));
    for (std::size_t bytes = 0; bytes < whole.size(); bytes += 7) EXPECT_FALSE(unpack_listings(whole.substr(0, bytes)));
}

}  // namespace
}  // namespace spillway::answers
