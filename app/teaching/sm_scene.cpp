#include "app/teaching/sm_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "app/model/metrics.h"
#include "app/teaching/advice.h"

namespace spillway::teaching {
namespace {

constexpr int warp_columns = 16;

/// Occupancy in the charts' format.
std::string occupancy_text(int used, int of)
{
    return model::format_metric(*model::find_metric("theoretical_occupancy"), static_cast<double>(used) / of);
}

enum Section : std::uint32_t { registers_section = 1, shared_section, warps_section, slots_section };
enum Part : std::uint32_t { track_part, block_part, reserved_part, cache_part, next_part, edge_part };

std::uint32_t shape_id(Section section, Part part, int index = 0)
{
    return section << 24U | part << 16U | static_cast<std::uint32_t>(index);
}

float shade_of(int block, int blocks)
{
    return blocks <= 1 ? 0.35F : static_cast<float>(block) / static_cast<float>(blocks - 1);
}

/// Fills a scene from top to bottom.
class Layout {
public:
    Layout(const SmFacts& facts, float width, float scale, float line) : facts_(facts), scale_(scale), line_(line)
    {
        scene_.width = width;
    }

    SmScene run()
    {
        registers();
        shared_memory();
        warp_slots();
        block_slots();
        scene_.height = std::ceil(y_);
        return std::move(scene_);
    }

private:
    struct Bar {
        Section section;
        std::int64_t capacity, whole, per_block, reserved_per_block;
        bool limits;
        bool numbered;
    };

    [[nodiscard]] SmLook look_of(int block) const { return block < facts_.launched ? SmLook::block : SmLook::vacant; }

    /// A full SM has no problem: its limiter is named, but no block sticks out.
    [[nodiscard]] bool limits(bool limited) const { return limited && !facts_.full; }

    void registers()
    {
        const std::int64_t used = facts_.registers_per_block * facts_.launched;
        std::string value = used > 0 ? grouped(used) + " used" : "free";
        const std::string brief = value;
        if (facts_.registers_per_thread > 0) value += " · " + grouped(facts_.registers_per_thread) + " per thread";
        heading("Registers " + grouped(facts_.registers), value, brief, facts_.limited_by_registers);
        bar({registers_section, facts_.registers, facts_.registers, facts_.registers_per_block, 0,
             limits(facts_.limited_by_registers), true});
        problem(limits(facts_.limited_by_registers), facts_.registers_per_block, facts_.registers, false);
    }

    void shared_memory()
    {
        const std::int64_t reserved = facts_.reserved_per_block * facts_.launched;
        const std::int64_t used = facts_.shared_per_block * facts_.launched - reserved;
        std::string value = used > 0 ? bytes(used) + " used" : "none used";
        const std::string brief = value;
        if (reserved > 0) value += " · " + bytes(reserved) + " reserved";
        heading("Shared memory " + bytes(facts_.shared_carved), value, brief, facts_.limited_by_shared);
        bar({shared_section, facts_.shared_carved, std::max(facts_.data_cache, facts_.shared_carved),
             facts_.shared_per_block, facts_.reserved_per_block, limits(facts_.limited_by_shared), false});
        problem(limits(facts_.limited_by_shared), facts_.shared_per_block, facts_.shared_carved, true);
    }

    void warp_slots()
    {
        const int used = facts_.warps_per_block * facts_.blocks;
        std::string value = "none resident";
        if (facts_.known && facts_.warps > 0)
            value =
                facts_.launched < facts_.blocks
                    ? grouped(facts_.warps_per_block * facts_.launched) + " resident · " + grouped(used) + " would fit"
                    : grouped(used) + " resident · " + occupancy_text(used, facts_.warps);
        heading("Warp slots " + grouped(facts_.warps), value, value, facts_.limited_by_warps);
        warp_grid(used);
        problem(limits(facts_.limited_by_warps), facts_.warps_per_block, facts_.warps, false);
    }

    void block_slots()
    {
        const std::string room = facts_.launched < facts_.blocks ? " · " + grouped(facts_.blocks) + " would fit" : "";
        const std::string value = facts_.known ? counted(facts_.launched, "block") + " resident" + room : "";
        heading("Block slots " + grouped(facts_.block_slots), value, value, facts_.limited_by_blocks);
        const int cells = std::max(1, facts_.block_slots) + (limits(facts_.limited_by_blocks) ? 1 : 0);
        const float gap = 2 * scale_, height = 9 * scale_;
        const float cell = (scene_.width + gap) / static_cast<float>(cells);
        for (int i = 0; i < cells; ++i) {
            const float x = cell * static_cast<float>(i);
            const bool used = i < facts_.blocks;
            if (i < facts_.block_slots) add(slots_section, track_part, i, x, cell - gap, height, SmLook::track);
            if (used) add(slots_section, block_part, i, x, cell - gap, height, look_of(i), shade_of(i, facts_.blocks));
            if (i == facts_.blocks && facts_.known)
                add(slots_section, next_part, 0, x, cell - gap, height,
                    i < facts_.block_slots ? SmLook::next_fits : SmLook::next_too_big);
        }
        y_ += height + 4 * scale_;
    }

    /// Draws a bar to scale: resident blocks, the next one, the end of the resource, and the L1 beyond it.
    void bar(const Bar& bar)
    {
        const float height = 26 * scale_;
        const auto used = static_cast<double>(bar.per_block * facts_.blocks);
        const auto with_next = used + static_cast<double>(bar.per_block);
        // The block that does not fit is drawn in the L1's place.
        const std::int64_t whole = bar.limits ? bar.capacity : bar.whole;
        double total = static_cast<double>(std::max<std::int64_t>(1, whole));
        if (bar.limits) total = std::max(total, std::min(with_next, total * 2.2));
        const auto at = [&](double amount) { return static_cast<float>(std::min(1.0, amount / total)) * scene_.width; };
        const float end = at(static_cast<double>(bar.capacity));
        add(bar.section, track_part, 0, 0, end, height, SmLook::track);
        const float cache_end = at(static_cast<double>(whole));
        if (whole > bar.capacity) {
            const float gap = 3 * scale_;
            add(bar.section, cache_part, 0, end + gap, cache_end - end - gap, height, SmLook::cache);
            scene_.labels.push_back({(end + cache_end + gap) / 2, y_ + height / 2, cache_end - end - gap - 6 * scale_,
                                     SmLabelStyle::inside, 0, "L1 " + bytes(whole - bar.capacity), "L1"});
        }
        for (int i = 0; i < facts_.blocks && bar.per_block > 0; ++i) block_piece(bar, i, at, height);
        if (bar.per_block > 0) next_piece(bar, at(used), at(with_next), end, height);
        y_ += height + 4 * scale_;
    }

    template <typename At>
    void block_piece(const Bar& bar, int block, const At& at, float height)
    {
        const float gap = std::min(1.5F * scale_, 0.2F * (at(static_cast<double>(bar.per_block))));
        const float from = at(static_cast<double>(bar.per_block * block));
        const float to = at(static_cast<double>(bar.per_block * (block + 1)));
        const float shade = shade_of(block, facts_.blocks);
        const bool splits = bar.reserved_per_block > 0 && block < facts_.launched;
        const std::int64_t reserved = splits ? bar.reserved_per_block : 0;
        const float split = at(static_cast<double>(bar.per_block * (block + 1) - reserved));
        add(bar.section, block_part, block, from, std::max(0.0F, split - from - (splits ? 0 : gap)), height,
            look_of(block), shade);
        if (splits)
            add(bar.section, reserved_part, block, split, std::max(to - split - gap, scale_), height, SmLook::reserved,
                shade);
        if (bar.numbered)
            scene_.labels.push_back({(from + to - gap) / 2, y_ + height / 2, to - from - gap - 2 * scale_,
                                     block < facts_.launched ? SmLabelStyle::number : SmLabelStyle::inside, shade,
                                     std::to_string(block + 1), ""});
    }

    void next_piece(const Bar& bar, float from, float to, float end, float height)
    {
        if (!bar.limits) {
            if (facts_.known && to <= end + 0.5F)
                add(bar.section, next_part, 0, from, to - from, height, SmLook::next_fits);
            return;
        }
        const float over = 3 * scale_;
        add(bar.section, next_part, 0, from, to - from, height, SmLook::next_too_big);
        const float edge = 2.5F * scale_;
        const float x = std::min(end, scene_.width - edge) - edge / 2;
        scene_.shapes.push_back(
            {shape_id(bar.section, edge_part), x, y_ - over, edge, height + 2 * over, SmLook::edge, 0, 1});
    }

    void warp_grid(int used)
    {
        const float gap = 3 * scale_;
        const float column = (scene_.width + gap) / warp_columns;
        const float cell = column - gap;
        const float height = std::min(cell, 20 * scale_);
        const int next = facts_.warps_per_block;
        const bool too_big = limits(facts_.limited_by_warps);
        const int most = facts_.warps + 2 * warp_columns;
        const bool shows_next = facts_.known || too_big;
        const int last = std::min(most, std::max(facts_.warps, too_big ? used + next : 0));
        for (int i = 0; i < last; ++i) {
            const float x = column * static_cast<float>(i % warp_columns);
            const float y = y_ + (height + gap) * static_cast<float>(i / warp_columns);
            const int block = next > 0 ? i / next : 0;
            // A line marks the end of the SM's slots; warps without a slot are below it.
            const float below = i >= facts_.warps ? 5 * scale_ : 0;
            const auto put = [&](Part part, SmLook look, float shade) {
                scene_.shapes.push_back({shape_id(warps_section, part, i), x, y + below, cell, height, look, shade, 1});
            };
            if (i < facts_.warps) put(track_part, SmLook::track, 0);
            if (i < used) put(block_part, look_of(block), shade_of(block, facts_.blocks));
            if (shows_next && i >= used && i < used + next && (too_big || used + next <= facts_.warps))
                put(next_part, too_big ? SmLook::next_too_big : SmLook::next_fits, 0);
        }
        const int rows = (last + warp_columns - 1) / warp_columns;
        if (last > facts_.warps) {
            const float y = y_ + (height + gap) * static_cast<float>((facts_.warps + warp_columns - 1) / warp_columns);
            scene_.shapes.push_back(
                {shape_id(warps_section, edge_part), 0, y, scene_.width, 2.5F * scale_, SmLook::edge, 0, 1});
            y_ += 5 * scale_;
        }
        y_ += (height + gap) * static_cast<float>(rows) + 2 * scale_;
    }

    void heading(const std::string& title, const std::string& value, const std::string& brief, bool limits)
    {
        y_ += 7 * scale_;
        SmLabelStyle style = limits ? SmLabelStyle::limiting_title : SmLabelStyle::title;
        if (limits && facts_.full)
            style = facts_.launched < facts_.blocks ? SmLabelStyle::title : SmLabelStyle::full_title;
        scene_.labels.push_back({0, y_, 0, style, 0, title, title});
        scene_.labels.push_back({scene_.width, y_, 0, SmLabelStyle::value, 0, value, brief});
        y_ += line_ + 5 * scale_;
    }

    /// Adds "7th block: 6,144 too many".
    void problem(bool limits, std::int64_t per_block, std::int64_t capacity, bool is_bytes)
    {
        if (!limits) return;
        const std::int64_t over = per_block * (facts_.blocks + 1) - capacity;
        const std::string who = facts_.blocks == 0 ? "one block" : ordinal(facts_.blocks + 1) + " block";
        std::string text = who + " does not fit";
        if (over > 0) text = who + ": " + (is_bytes ? bytes(over) + " too much" : grouped(over) + " too many");
        scene_.labels.push_back({scene_.width, y_, 0, SmLabelStyle::problem, 0, text, text});
        y_ += line_;
    }

    void add(Section section, Part part, int index, float x, float width, float height, SmLook look, float shade = 0)
    {
        scene_.shapes.push_back({shape_id(section, part, index), x, y_, std::max(width, 0.0F), height, look, shade, 1});
    }

    static std::string bytes(std::int64_t number) { return model::format_bytes(static_cast<double>(number)); }

    const SmFacts& facts_;
    float scale_, line_, y_ = 0;
    SmScene scene_;
};

float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

/// Initial state of a new shape, which grows from its left edge.
SmShape collapsed(SmShape shape)
{
    shape.width = 0;
    shape.alpha = 0;
    return shape;
}

SmShape between(const SmShape& from, const SmShape& to, float t)
{
    SmShape shape = to;
    shape.x = mix(from.x, to.x, t);
    shape.y = mix(from.y, to.y, t);
    shape.width = mix(from.width, to.width, t);
    shape.height = mix(from.height, to.height, t);
    shape.shade = mix(from.shade, to.shade, t);
    shape.alpha = mix(from.alpha, to.alpha, t);
    return shape;
}

}  // namespace

SmScene layout_sm(const SmFacts& facts, float width, float scale, float line)
{
    return Layout(facts, width, scale, line).run();
}

std::vector<SmShape> between(const std::vector<SmShape>& from, const std::vector<SmShape>& to, float t)
{
    if (t >= 1) return to;
    // A sorted list instead of a map: each frame of an animation has hundreds of shapes.
    std::vector<std::pair<std::uint32_t, std::size_t>> places;
    places.reserve(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) places.emplace_back(from[i].id, i);
    std::sort(places.begin(), places.end());
    std::vector<bool> stays(from.size(), false);
    std::vector<SmShape> shapes;
    shapes.reserve(to.size() + from.size());
    for (const SmShape& shape : to) {
        const auto found = std::lower_bound(places.begin(), places.end(), std::pair(shape.id, std::size_t{0}));
        const bool is_known = found != places.end() && found->first == shape.id;
        shapes.push_back(between(is_known ? from[found->second] : collapsed(shape), shape, t));
        if (is_known) stays[found->second] = true;
    }
    // Removed shapes fade on top of the others, in their drawing order.
    for (std::size_t i = 0; i < from.size(); ++i)
        if (!stays[i]) shapes.push_back(between(from[i], collapsed(from[i]), t));
    return shapes;
}

}  // namespace spillway::teaching
