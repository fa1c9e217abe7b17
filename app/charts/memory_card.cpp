#include "app/charts/memory_card.h"

#include <algorithm>

#include "app/catalogue/job.h"
#include "app/charts/card_text.h"
#include "app/charts/launch_drawing.h"

namespace spillway::charts {
double max_bytes(const MemoryFlow& flow)
{
    double bytes = 1;
    for (const MemoryArrow& arrow : flow.arrows) bytes = std::max(bytes, arrow.bytes);
    return bytes;
}

MemoryCard memory_card(const model::Experiment& experiment, const model::Gpu& gpu, const model::RunResult& result)
{
    const model::Variant* variant = experiment.find_variant(result.variant);
    MemoryCard card{variant && !variant->label.empty() ? variant->label : result.variant,
                    launch_figure(experiment, gpu, result), memory_flow(result.measurement)};
    if (variant == nullptr) return card;
    if (const auto job = catalogue::make_job(experiment, *variant, result.parameters, gpu); job && job->plan)
        add_host_memory(card.flow, *job->plan, result.measurement);
    return card;
}

Drawing draw_card(const MemoryCard& card, Size size, const ChartStyle& style, const TextMeasure& measure,
                  double widest_bytes)
{
    Drawing drawing;
    drawing.size = size;
    if (style.background)
        drawing.primitives.emplace_back(
            Box{{0, 0, size.width, size.height}, style.rounding, {ColourRole::background, 0, 1}});
    CardText text(drawing, style, measure);
    if (!card.title.empty()) text.add_wrapped(card.title, FontRole::title, ColourRole::text);
    if (card.launch) {
        const double before = text.top;
        const std::size_t primitives = drawing.primitives.size();
        text.add_wrapped(launch_words(*card.launch), FontRole::annotation, ColourRole::text_muted);
        if (size.height - text.top < comfortable_memory_height(style, measure)) {
            drawing.primitives.resize(primitives, ClipEnd{});
            text.top = before;
        }
    }
    if (!card.flow.reason.empty()) text.add_wrapped(card.flow.reason, FontRole::annotation, ColourRole::text_muted);
    const double height = size.height - text.top;
    double left = 0;
    if (card.launch) {
        const Size least = least_launch_size(*card.launch, style, measure);
        const Size room{least.width, std::min(height, 1.6 * least.height)};
        if (size.width > 2.4 * least.width && height >= least.height) {
            append(drawing, launch_drawing(*card.launch, room, style, measure), {0, text.top});
            left = least.width;
        }
    }
    Drawing flow = memory_drawing(card.flow, {size.width - left, height}, style, measure, widest_bytes);
    append(drawing, flow, {left, text.top});
    return drawing;
}

Drawing memory_sheet(const std::vector<MemoryCard>& cards, Size one, const ChartStyle& style, std::size_t in_a_row)
{
    constexpr double gap = 12;
    const std::size_t columns = std::min(cards.size(), in_a_row), rows = (cards.size() + in_a_row - 1) / in_a_row;
    double widest = 0;
    for (const MemoryCard& card : cards) widest = std::max(widest, max_bytes(card.flow));
    Drawing sheet;
    sheet.size = {static_cast<double>(columns) * (one.width + gap) + gap,
                  static_cast<double>(rows) * (one.height + gap) + gap};
    sheet.primitives.emplace_back(Box{{0, 0, sheet.size.width, sheet.size.height}, 0, {ColourRole::background, 0, 1}});
    sheet.primitives.emplace_back(
        Box{{0, 0, sheet.size.width, sheet.size.height}, 0, {ColourRole::text_muted, 0, 0.14}});
    for (std::size_t i = 0; i < cards.size(); ++i)
        append(sheet, draw_card(cards[i], one, style, EstimatedTextMeasure{}, widest),
               {gap + static_cast<double>(i % in_a_row) * (one.width + gap),
                gap + static_cast<double>(i / in_a_row) * (one.height + gap)});
    return sheet;
}

}  // namespace spillway::charts
