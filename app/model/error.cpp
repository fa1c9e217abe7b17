#include "app/model/error.h"

#include <cstdio>
#include <cstdlib>

namespace spillway::model {

void end_at_missing_value(const Error& error)
{
    std::fprintf(stderr, "spillway: defect: value() of an error: %s\n", error.line().c_str());
    std::abort();
}

void end_at_missing_error()
{
    std::fputs("spillway: defect: error() of a value\n", stderr);
    std::abort();
}

}  // namespace spillway::model
