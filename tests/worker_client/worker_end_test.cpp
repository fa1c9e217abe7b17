#include "app/worker_client/worker_end.h"

#include <gtest/gtest.h>

namespace spillway::worker_client {
namespace {

TEST(WorkerEnd, HereTheSignalAndTheLastWordsAreReported)
{
    const WorkerEnd end = worker_end({{0, 11, "loading\nno memory left\n"}, {}, {}, "", true});
    EXPECT_EQ(end.what, "the worker was ended by signal 11, saying: no memory left");
    EXPECT_FALSE(end.blames_no_request) << "what it was asked may have killed it";
    EXPECT_FALSE(end.is_final);
    EXPECT_NE(end.last.advice.find("spillway doctor"), std::string::npos);
    EXPECT_NE(end.passing.advice.find("no result is lost"), std::string::npos);
}

TEST(WorkerEnd, OneThatSaidWhyItLeavesSuspectsNobody)
{
    const WorkerEnd end = worker_end({{0, 0, ""}, "the GPU is lost", {}, "lab", true});
    EXPECT_EQ(end.what, "the GPU is lost");
    EXPECT_TRUE(end.blames_no_request);
}

TEST(WorkerEnd, OneThatWasEndedHereIsNotTheLinesFault)
{
    const WorkerEnd end = worker_end({{0, 9, ""}, {}, "the worker gave no sign of life for 20 s", "lab", true});
    EXPECT_EQ(end.what, "the worker gave no sign of life for 20 s");
    EXPECT_FALSE(end.blames_no_request);
}

TEST(WorkerEnd, FarAwayACutLineIsNobodysFaultAndARefusalIsFinal)
{
    const WorkerEnd cut = worker_end({{255, 0, "Connection to lab closed by remote host.\n"}, {}, {}, "lab", true});
    EXPECT_TRUE(cut.blames_no_request);
    EXPECT_FALSE(cut.is_final);
    EXPECT_EQ(cut.last.what, cut.passing.what);
    EXPECT_NE(cut.passing.advice.find("being restored"), std::string::npos);
    EXPECT_EQ(cut.last.advice.find("being restored"), std::string::npos) << "the last attempt restores nothing";
    EXPECT_TRUE(worker_end({{255, 0, "me@lab: Permission denied (publickey).\n"}, {}, {}, "lab", false}).is_final);
}

}  // namespace
}  // namespace spillway::worker_client
