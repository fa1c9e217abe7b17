#include "app/cli/roofs.h"

#include <fmt/format.h>

#include "app/protocol/roofs_text.h"

namespace spillway::cli {

model::Expected<model::Roofs> ask_for_roofs(worker_client::Dispatcher& dispatcher, const std::string& gpu)
{
    model::Expected<model::Roofs> roofs = model::Error{"the worker did not report the GPU's roofs", "roofs", ""};
    bool is_answered = false;
    protocol::RoofsRequest request;
    request.gpu = gpu;
    dispatcher.submit(std::move(request), [&](const worker_client::Answer& answer) {
        is_answered = true;
        if (const auto* reply = std::get_if<protocol::RoofsReply>(&answer)) {
            if (reply->roofs)
                roofs = *reply->roofs;
            else if (reply->error)
                roofs = *reply->error;
        }
        if (const auto* none = std::get_if<worker_client::Unanswered>(&answer)) roofs = none->why;
    });
    while (!is_answered) dispatcher.wait_and_poll(0.2);
    return roofs;
}

Json roofs_json(const model::Roofs& roofs)
{
    return Json::parse(protocol::encode_roofs(roofs));
}

std::string roofs_text(const model::Roofs& roofs)
{
    std::string text;
    for (const model::Roof& roof : roofs.rates)
        text += (text.empty() ? "" : ", ") + roof.resource + " " + model::format_rate(roof.per_second, roof.unit);
    for (const model::LevelLatency& latency : roofs.latencies)
        text += fmt::format("{} {} {:.1f} cycles", &latency == &roofs.latencies.front() ? "; latency" : ",",
                            latency.level, latency.cycles);
    return text;
}

}  // namespace spillway::cli
