#include "app/window/picture/picture_cells.h"

#include <utility>

namespace spillway::window {
namespace {

/// Repainting this many unchanged cells costs less than one more box, which has its own clear and draw calls.
constexpr long long cells_for_a_box = 8;

/// True if one box for both is cheaper. Overlapping boxes always merge, because translucent parts must not be painted
/// twice.
bool belong_together(const PixelBox& a, const PixelBox& b)
{
    return !common(a, b).is_empty() || around(a, b).area() <= a.area() + b.area() + cells_for_a_box;
}

int cells_for(int pixels)
{
    return (pixels + PictureCells::side - 1) / PictureCells::side;
}

/// Merges boxes until none overlap. A merged box may overlap others again.
void join(std::vector<PixelBox>& boxes)
{
    for (std::size_t i = 1; i < boxes.size();) {
        std::size_t with = 0;
        while (with < i && !belong_together(boxes[with], boxes[i])) ++with;
        if (with == i) {
            ++i;
            continue;
        }
        boxes[with] = around(boxes[with], boxes[i]);
        boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(i));
        i = std::max<std::size_t>(with, 1);
    }
}

constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;  // 2^64 / the golden ratio: spreads each bit upwards

}  // namespace

void PictureCells::begin(int width, int height)
{
    std::swap(before_, cells_);
    if (width != width_ || height != height_) before_.clear();
    width_ = width;
    height_ = height;
    columns_ = cells_for(width);
    rows_ = cells_for(height);
    cells_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), odd);
}

void PictureCells::add(const PixelBox& box, std::uint64_t content)
{
    const int right = (box.right - 1) / side, bottom = (box.bottom - 1) / side;
    for (int row = box.top / side; row <= bottom; ++row) {
        std::uint64_t* const cells = cells_.data() + static_cast<std::ptrdiff_t>(row) * columns_;
        for (int column = box.left / side; column <= right; ++column) cells[column] = (cells[column] ^ content) * odd;
    }
}

std::vector<PixelBox> PictureCells::changes() const
{
    std::vector<PixelBox> boxes = changed_runs();
    join(boxes);
    for (PixelBox& box : boxes)
        box = common({box.left * side, box.top * side, box.right * side, box.bottom * side}, {0, 0, width_, height_});
    return boxes;
}

/// Changed runs of cells, each one row high.
std::vector<PixelBox> PictureCells::changed_runs() const
{
    std::vector<PixelBox> runs;
    const bool is_first = before_.size() != cells_.size();
    for (int row = 0; row < rows_; ++row) {
        const std::size_t first = static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_);
        const auto differs = [&](int column) {
            const std::size_t cell = first + static_cast<std::size_t>(column);
            return is_first || cells_[cell] != before_[cell];
        };
        for (int column = 0; column < columns_; ++column) {
            if (!differs(column)) continue;
            const int left = column;
            while (column < columns_ && differs(column)) ++column;
            runs.push_back({left, row, column, row + 1});
        }
    }
    return runs;
}

}  // namespace spillway::window
