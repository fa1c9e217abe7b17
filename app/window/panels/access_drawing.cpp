#include "app/window/panels/access_drawing.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

using catalogue::WarpAccess;
using model::AccessMemory;

/// Layout of the picture: a row of lane boxes, and the memory below it.
struct Geometry {
    Rect room;
    float lane_width = 0, lane_height = 0;
    float ground = 0;  ///< top of the memory
    [[nodiscard]] Rect lane(int index) const
    {
        const float left = room.min.x + lane_width * static_cast<float>(index);
        return {{left, room.min.y}, {left + lane_width, room.min.y + lane_height}};
    }
};

std::int64_t floor_div(std::int64_t value, std::int64_t by)
{
    return value >= 0 ? value / by : -((-value + by - 1) / by);
}

/// Neighbouring lanes have similar colours, so a scrambled order is visible.
ImU32 lane_colour(const Theme& theme, int lane)
{
    const float t = static_cast<float>(lane) / static_cast<float>(catalogue::warp_lanes - 1);
    return t < 0.5F ? mixed(variant_colour(theme, 0), variant_colour(theme, 2), t * 2)
                    : mixed(variant_colour(theme, 2), variant_colour(theme, 1), t * 2 - 1);
}

/// A curve from a lane's box to the memory that the lane accesses.
void draw_connector(ImDrawList* list, const Theme& theme, const Rect& lane, ImVec2 to, ImU32 colour, bool is_strong)
{
    const ImVec2 from{lane.centre().x, lane.max.y};
    const float bend = (to.y - from.y) * 0.5F;
    list->AddBezierCubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, to, faded(colour, is_strong ? 1.0F : 0.5F),
                         (is_strong ? 2.5F : 1.2F) * theme.scale);
}

void draw_lanes(ImDrawList* list, const Theme& theme, const Geometry& geometry, const WarpAccess& warp, int hovered)
{
    const bool all_have_room = text_width(theme.small, "30") < geometry.lane_width * 0.84F;
    for (int i = 0; i < catalogue::warp_lanes; ++i) {
        const Rect box = geometry.lane(i).inset(std::min(1.5F * theme.scale, geometry.lane_width * 0.1F));
        const bool is_active = warp.addresses[static_cast<std::size_t>(i)].has_value();
        const ImU32 colour = is_active ? lane_colour(theme, i) : theme.text_faint;
        fill_rounded(list, theme, box.min, box.max,
                     mixed(theme.panel, colour,
                           i == hovered ? 0.8F
                           : is_active  ? 0.4F
                                        : 0.1F),
                     theme.rounding / 2);
        list->AddRect(box.min, box.max, colour, theme.rounding / 2, 0, theme.scale);
        const std::string number = std::to_string(i);
        const ImVec2 size = text_size(theme.small, number);
        if (all_have_room || i % 4 == 0)
            draw_text(list, theme.small, {box.centre().x - size.x / 2, box.centre().y - size.y / 2},
                      is_active ? theme.text : theme.text_faint, number);
    }
}

int hovered_lane(const Geometry& geometry)
{
    for (int i = 0; i < catalogue::warp_lanes; ++i) {
        const Rect box = geometry.lane(i);
        if (ImGui::IsMouseHoveringRect(box.min, box.max)) return i;
    }
    return -1;
}

/// The 128-byte lines that the warp touches, each as four sectors.
class TouchedLines {
public:
    TouchedLines(const Theme& theme, const Geometry& geometry, const WarpAccess& warp)
        : theme_(theme), warp_(warp), touched_(catalogue::touched(warp))
    {
        const auto count = std::max<std::size_t>(touched_.lines.size(), 1);
        per_row_ = count <= 4 ? 4 : 8;
        const std::size_t rows = (count + per_row_ - 1) / per_row_;
        label_height_ = text_size(theme.small, "0").y + 2 * theme.scale;
        const float room = geometry.room.max.y - geometry.ground;
        const float row_height = std::min(room / static_cast<float>(rows), 120 * theme.scale + label_height_);
        cell_height_ = std::max(row_height - label_height_ - 6 * theme.scale, 6 * theme.scale);
        row_height_ = row_height;
        gap_ = 8 * theme.scale;
        line_width_ = (geometry.room.width() - gap_ * static_cast<float>(per_row_ - 1)) / static_cast<float>(per_row_);
        origin_ = {geometry.room.min.x, geometry.ground};
    }

    [[nodiscard]] ImVec2 target(int lane) const
    {
        const std::int64_t address = *warp_.addresses[static_cast<std::size_t>(lane)];
        const Rect line = line_rect(floor_div(address, catalogue::line_bytes));
        const auto inside =
            static_cast<float>(address - floor_div(address, catalogue::line_bytes) * catalogue::line_bytes);
        const float middle = inside + static_cast<float>(warp_.bytes) / 2;
        return {line.min.x + line.width() * std::min(1.0F, middle / catalogue::line_bytes), line.min.y};
    }

    void draw(ImDrawList* list) const
    {
        for (const std::int64_t line : touched_.lines) draw_line(list, line);
        for (int lane = 0; lane < catalogue::warp_lanes; ++lane) draw_bytes(list, lane);
    }

private:
    [[nodiscard]] Rect line_rect(std::int64_t line) const
    {
        const auto found = std::lower_bound(touched_.lines.begin(), touched_.lines.end(), line);
        const auto index = static_cast<std::size_t>(found - touched_.lines.begin());
        const float left = origin_.x + (line_width_ + gap_) * static_cast<float>(index % per_row_);
        const float top = origin_.y + row_height_ * static_cast<float>(index / per_row_);
        return {{left, top}, {left + line_width_, top + cell_height_}};
    }

    void draw_line(ImDrawList* list, std::int64_t line) const
    {
        const Rect rect = line_rect(line);
        const float sector_width = rect.width() / 4;
        fill_rounded(list, theme_, rect.min, rect.max, theme_.panel, theme_.rounding / 2);
        for (int part = 0; part < 4; ++part) {
            const std::int64_t sector = line * 4 + part;
            const bool is_moved = std::binary_search(touched_.sectors.begin(), touched_.sectors.end(), sector);
            const ImVec2 from{rect.min.x + sector_width * static_cast<float>(part), rect.min.y};
            const ImVec2 to{from.x + sector_width, rect.max.y};
            if (is_moved) list->AddRectFilled(from, to, mixed(theme_.panel, theme_.local_highlight_text, 0.22F));
            list->AddRect(from, to, mixed(theme_.panel, theme_.text, is_moved ? 0.55F : 0.2F), 0, 0, theme_.scale);
        }
        const std::string label = "line " + std::to_string(line);
        if (text_width(theme_.small, label) < rect.width())
            draw_text(list, theme_.small, {rect.min.x, rect.max.y + theme_.scale}, theme_.text_muted, label);
    }

    void draw_bytes(ImDrawList* list, int lane) const
    {
        const auto& address = warp_.addresses[static_cast<std::size_t>(lane)];
        if (!address) return;
        for (std::int64_t byte = *address; byte < *address + warp_.bytes;) {
            const std::int64_t line = floor_div(byte, catalogue::line_bytes);
            const std::int64_t end = std::min(*address + warp_.bytes, (line + 1) * catalogue::line_bytes);
            const Rect rect = line_rect(line);
            const float unit = rect.width() / catalogue::line_bytes;
            const auto inside = static_cast<float>(byte - line * catalogue::line_bytes);
            const float left = rect.min.x + inside * unit, right = left + static_cast<float>(end - byte) * unit;
            fill_rounded(list, theme_, {left + 0.5F, rect.min.y + cell_height_ * 0.2F},
                         {std::max(right - 0.5F, left + 1.5F), rect.max.y - cell_height_ * 0.2F},
                         lane_colour(theme_, lane), 1.5F * theme_.scale);
            byte = end;
        }
    }

    const Theme& theme_;
    const WarpAccess& warp_;
    catalogue::Touched touched_;
    std::size_t per_row_ = 8;
    float line_width_ = 0, cell_height_ = 0, row_height_ = 0, label_height_ = 0, gap_ = 0;
    ImVec2 origin_{0, 0};
};

/// Shared memory: the 32 banks as columns, with a box for each distinct word that lanes access in a bank. The hardware
/// serves a wide access in groups of lanes; each group has its own rows. Constant memory: a single column, because
/// different words are read one after another.
class Words {
public:
    Words(const Theme& theme, const Geometry& geometry, const WarpAccess& warp, bool has_banks)
        : theme_(theme),
          geometry_(geometry),
          warp_(warp),
          columns_(has_banks ? catalogue::bank_count : 1),
          lanes_of_group_(has_banks ? catalogue::lanes_at_a_time(warp) : catalogue::warp_lanes)
    {
        place_all();
        label_height_ = text_size(theme.small, "0").y + 2 * theme.scale;
        const float room = geometry.room.max.y - geometry.ground - label_height_;
        height_ = std::min(room / static_cast<float>(std::max<std::size_t>(rows_, 1)), 26 * theme.scale);
        width_ = has_banks ? geometry.lane_width : std::min(geometry.room.width(), 220 * theme.scale);
        left_ = has_banks ? geometry.room.min.x : geometry.room.centre().x - width_ / 2;
        for (const Word& word : words_)
            all_have_room_ = all_have_room_ && text_width(theme.small, std::to_string(word.index)) < width_ * 0.84F;
    }

    /// Middle of the lane's words, at their upper border.
    [[nodiscard]] ImVec2 target(int lane) const
    {
        const Rect first = word_rect(word_of(lane, first_word(lane))), last = word_rect(word_of(lane, last_word(lane)));
        return {(first.min.x + last.max.x) / 2, first.min.y};
    }

    void draw(ImDrawList* list) const
    {
        for (std::int64_t column = 0; column < columns_; ++column) {
            const float left = left_ + width_ * static_cast<float>(column);
            list->AddLine({left, geometry_.ground}, {left + width_, geometry_.ground},
                          mixed(theme_.panel, theme_.text, 0.5F), 2 * theme_.scale);
            const std::string label = columns_ > 1 ? std::to_string(column) : "one word at a time";
            const ImVec2 size = text_size(theme_.small, label);
            if (text_width(theme_.small, "30") < width_ * 0.84F || columns_ == 1 || column % 4 == 0)
                draw_text(list, theme_.small, {left + (width_ - size.x) / 2, geometry_.room.max.y - label_height_},
                          theme_.text_muted, label);
        }
        for (const Word& word : words_) draw_word(list, word);
    }

private:
    struct Word {
        std::int64_t index = 0;
        int group = 0;
        std::size_t column = 0, row = 0;
        bool is_alone = true;  ///< the group's only word in this column: no bank conflict
    };

    [[nodiscard]] std::int64_t first_word(int lane) const
    {
        return floor_div(*warp_.addresses[static_cast<std::size_t>(lane)], catalogue::bank_bytes);
    }
    [[nodiscard]] std::int64_t last_word(int lane) const
    {
        if (columns_ == 1) return first_word(lane);
        return floor_div(*warp_.addresses[static_cast<std::size_t>(lane)] + warp_.bytes - 1, catalogue::bank_bytes);
    }
    [[nodiscard]] std::size_t column_of(std::int64_t word) const
    {
        return static_cast<std::size_t>(word - floor_div(word, columns_) * columns_);
    }

    void place_all()
    {
        for (int first = 0; first < catalogue::warp_lanes; first += lanes_of_group_) {
            const std::size_t begin = words_.size();
            std::vector<std::size_t> words_in_column(static_cast<std::size_t>(columns_));  // of this group
            for (int lane = first; lane < first + lanes_of_group_; ++lane) {
                if (!warp_.addresses[static_cast<std::size_t>(lane)]) continue;
                for (std::int64_t word = first_word(lane); word <= last_word(lane); ++word) {
                    const auto is_same = [&](const Word& known) { return known.index == word; };
                    if (std::any_of(words_.begin() + static_cast<std::ptrdiff_t>(begin), words_.end(), is_same))
                        continue;
                    const std::size_t column = column_of(word);
                    words_.push_back({word, first / lanes_of_group_, column, rows_ + words_in_column[column]++, true});
                }
            }
            for (std::size_t i = begin; i < words_.size(); ++i)
                words_[i].is_alone = words_in_column[words_[i].column] == 1;
            rows_ += *std::max_element(words_in_column.begin(), words_in_column.end());
        }
    }

    [[nodiscard]] const Word& word_of(int lane, std::int64_t index) const
    {
        const int group = lane / lanes_of_group_;
        return *std::find_if(words_.begin(), words_.end(),
                             [&](const Word& word) { return word.group == group && word.index == index; });
    }

    [[nodiscard]] Rect word_rect(const Word& word) const
    {
        const float left = left_ + width_ * static_cast<float>(word.column),
                    top = geometry_.ground + height_ * static_cast<float>(word.row);
        return {{left, top}, {left + width_, top + height_}};
    }

    void draw_word(ImDrawList* list, const Word& word) const
    {
        const Rect box = word_rect(word).inset(std::min(1.5F * theme_.scale, height_ * 0.1F));
        const ImU32 colour = word.is_alone ? theme_.good : theme_.error;
        fill_rounded(list, theme_, box.min, box.max, mixed(theme_.panel, colour, 0.45F), theme_.rounding / 2);
        list->AddRect(box.min, box.max, colour, theme_.rounding / 2, 0, theme_.scale);
        const std::string label = std::to_string(word.index);
        const ImVec2 size = text_size(theme_.small, label);
        const bool has_room = all_have_room_ || (word.column % 4 == 0 && size.x < 4 * width_);
        if (has_room && size.y < box.height())
            draw_text(list, theme_.small, {box.centre().x - size.x / 2, box.centre().y - size.y / 2}, theme_.text,
                      label);
    }

    const Theme& theme_;
    const Geometry& geometry_;
    const WarpAccess& warp_;
    std::int64_t columns_;
    int lanes_of_group_;
    std::vector<Word> words_;
    std::size_t rows_ = 0;
    float width_ = 0, height_ = 0, left_ = 0, label_height_ = 0;
    bool all_have_room_ = true;  ///< each word's number fits into its box
};

/// Draws the rows' names left of the picture.
void draw_row_names(ImDrawList* list, const Theme& theme, const Geometry& geometry, AccessMemory memory,
                    float label_width)
{
    const float left = geometry.room.min.x - label_width, half = font_pixels(theme.small) / 2;
    const auto draw = [&](float y, const char* name) {
        draw_text_fitted(list, theme.small, {left, y}, theme.text_muted, name, label_width - 8 * theme.scale);
    };
    draw(geometry.lane(0).centre().y - half, "lane");
    if (memory == AccessMemory::global) return draw(geometry.ground + 4 * theme.scale, "sectors");
    draw(geometry.ground + 4 * theme.scale, "words");
    if (memory == AccessMemory::shared)
        draw(geometry.room.max.y - text_size(theme.small, "0").y - 2 * theme.scale, "bank");
}

template <typename Memory>
void draw_memory(ImDrawList* list, const Theme& theme, const Geometry& geometry, const WarpAccess& warp,
                 const Memory& memory, int hovered)
{
    for (int lane = 0; lane < catalogue::warp_lanes; ++lane)
        if (warp.addresses[static_cast<std::size_t>(lane)] && lane != hovered)
            draw_connector(list, theme, geometry.lane(lane), memory.target(lane), lane_colour(theme, lane), false);
    memory.draw(list);  // over the other curves, so that they end at its border
    if (hovered >= 0 && warp.addresses[static_cast<std::size_t>(hovered)])
        draw_connector(list, theme, geometry.lane(hovered), memory.target(hovered), theme.text, true);
}

}  // namespace

int draw_access(const Theme& theme, const WarpAccess& warp, AccessMemory memory, float height, float label_width)
{
    Geometry geometry;
    geometry.room = take_row(height);
    geometry.room.min.x += label_width;
    geometry.lane_width = geometry.room.width() / catalogue::warp_lanes;
    geometry.lane_height = text_size(theme.small, "0").y + 8 * theme.scale;
    geometry.ground = geometry.room.min.y + geometry.lane_height +
                      std::min(56 * theme.scale, height * (memory == AccessMemory::global ? 0.25F : 0.2F));
    const int hovered = hovered_lane(geometry);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (memory == AccessMemory::global)
        draw_memory(list, theme, geometry, warp, TouchedLines(theme, geometry, warp), hovered);
    else
        draw_memory(list, theme, geometry, warp, Words(theme, geometry, warp, memory == AccessMemory::shared), hovered);
    draw_lanes(list, theme, geometry, warp, hovered);
    if (label_width > 0) draw_row_names(list, theme, geometry, memory, label_width);
    return hovered;
}

}  // namespace spillway::window
