#include "app/gpu/run_context.h"

#include <utility>

namespace spillway::gpu {

Ending refusal(model::Error error)
{
    return {model::Status::launch_error, std::move(error), "it cannot be launched"};
}

Ended RunContext::compared(const std::optional<std::string>& difference, const std::string& against)
{
    outcome_.verification.against = against;
    outcome_.verification.status =
        difference ? model::VerificationStatus::mismatched : model::VerificationStatus::matched;
    if (!difference) return std::nullopt;
    outcome_.verification.detail = *difference;
    return Ending{model::Status::wrong_result,
                  model::Error{"the output differs from the " + against + ": " + *difference, "verification",
                               "A wrong result has no throughput: look for indices out of step and missing "
                               "synchronisation."},
                  "the result is wrong"};
}

Ended RunContext::ended_by(const Failure& failed, const char* where)
{
    if (!failed) return std::nullopt;
    model::Error error = session_.api().error(*failed);
    error.what = where + error.what;
    Ending ending = refusal(std::move(error));
    // For other errors, a further call shows whether the context is lost.
    ending.context_lost =
        ends_context(failed->code) || watched("checking for errors", bounds_.hung_seconds, [&] {
                                          return failure(session_.api().context_synchronize(), "cuCtxSynchronize");
                                      }).has_value();
    return ending;
}

}  // namespace spillway::gpu
