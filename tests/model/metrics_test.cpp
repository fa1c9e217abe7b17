#include <gtest/gtest.h>

#include "app/model/metrics.h"

namespace spillway::model {
namespace {

TEST(Metrics, OnlyRegistersOfNvrtcSayHowNvccMayDiffer)
{
    for (const Metric& metric : metrics()) {
        EXPECT_EQ(help_beside(metric, false), metric.help);
        const bool is_compared =
            help_beside(metric, true).find("nvcc may use a few more or fewer") != std::string::npos;
        EXPECT_EQ(is_compared, metric.key == "registers") << metric.key;
    }
}

}  // namespace
}  // namespace spillway::model
