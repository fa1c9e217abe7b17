#include "app/results/job_hash.h"

#include "app/catalogue/catalogue.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/protocol/job_encoding.h"

namespace spillway::results {

std::string job_hash(const model::Job& job)
{
    return catalogue::content_hash(protocol::encode_job(job));
}

}  // namespace spillway::results
