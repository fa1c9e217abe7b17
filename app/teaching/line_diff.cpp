#include "app/teaching/line_diff.h"

#include <algorithm>
#include <cstddef>

namespace spillway::teaching {
namespace {

constexpr int max_edits = 3000;  ///< memory grows with its square: 36 MB

/// Myers' greedy search. A round holds the furthest position on each diagonal after that number of edits. All rounds
/// are kept for walking back.
class Search {
public:
    Search(const std::vector<std::string>& before, const std::vector<std::string>& after, int from, int before_end,
           int after_end)
        : before_(before), after_(after), from_(from), n_(before_end - from), m_(after_end - from)
    {
    }

    /// Rows from `from` to the ends; empty if it took too many edits.
    std::vector<DiffRow> run()
    {
        for (int edits = 0; edits <= std::min(n_ + m_, max_edits); ++edits)
            if (step(edits)) return walk_back(edits);
        return {};
    }

private:
    [[nodiscard]] bool is_same(int x, int y) const
    {
        return before_[static_cast<std::size_t>(from_ + x)] == after_[static_cast<std::size_t>(from_ + y)];
    }
    /// Furthest position in a round, with one unreachable diagonal more on each side.
    [[nodiscard]] int reached(int round, int diagonal) const
    {
        const int index = diagonal + round;
        const auto& row = rounds_[static_cast<std::size_t>(round)];
        return index < 0 || index >= static_cast<int>(row.size()) ? -1 : row[static_cast<std::size_t>(index)];
    }
    /// True if the last step to this position was down (an added line), false if it was right (a removed line).
    [[nodiscard]] bool came_down(int edits, int diagonal) const
    {
        if (diagonal == -edits) return true;
        if (diagonal == edits) return false;
        const int left = reached(edits - 1, diagonal - 1), right = reached(edits - 1, diagonal + 1);
        if (left < 0 || left >= n_) return true;                      // no line left to remove
        if (right < 0 || right - (diagonal + 1) >= m_) return false;  // no line left to add
        return left < right;
    }

    bool step(int edits)
    {
        std::vector<int> row(static_cast<std::size_t>(2 * edits + 1), -1);
        rounds_.emplace_back();  // this round's; came_down() reads the previous one
        bool arrived = false;
        for (int k = -edits; k <= edits && !arrived; k += 2) {
            const bool down = edits > 0 && came_down(edits, k);
            const int from = edits == 0 ? 0 : reached(edits - 1, down ? k + 1 : k - 1);
            int x = from + (edits > 0 && !down ? 1 : 0);
            int y = x - k;
            if (from < 0 || x > n_ || y > m_) continue;
            while (x < n_ && y < m_ && is_same(x, y)) ++x, ++y;
            row[static_cast<std::size_t>(k + edits)] = x;
            arrived = x == n_ && y == m_;
        }
        rounds_.back() = std::move(row);
        return arrived;
    }

    [[nodiscard]] std::vector<DiffRow> walk_back(int edits) const
    {
        std::vector<DiffRow> rows;
        int x = n_, y = m_;
        for (; edits >= 0; --edits) {
            const int k = x - y;
            const bool down = edits > 0 && came_down(edits, k);
            const int before_x = edits == 0 ? 0 : down ? reached(edits - 1, k + 1) : reached(edits - 1, k - 1);
            const int before_y = edits == 0 ? 0 : before_x - (down ? k + 1 : k - 1);
            while (x > before_x + (edits > 0 && !down ? 1 : 0) && y > before_y + (down ? 1 : 0)) {
                --x, --y;
                rows.push_back({DiffRow::Kind::same, from_ + x, from_ + y});
            }
            if (edits == 0) break;
            if (down)
                rows.push_back({DiffRow::Kind::added, -1, from_ + --y});
            else
                rows.push_back({DiffRow::Kind::removed, from_ + --x, -1});
        }
        std::reverse(rows.begin(), rows.end());
        return rows;
    }

    const std::vector<std::string>&before_, &after_;
    int from_, n_, m_;
    std::vector<std::vector<int>> rounds_;
};

/// Puts removed lines before added ones in each change, the usual reading order.
void removed_first(std::vector<DiffRow>& rows)
{
    for (auto at = rows.begin(); at != rows.end();) {
        const auto is_change = [](const DiffRow& row) { return row.kind != DiffRow::Kind::same; };
        const auto begin = std::find_if(at, rows.end(), is_change),
                   end = std::find_if_not(begin, rows.end(), is_change);
        std::stable_partition(begin, end, [](const DiffRow& row) { return row.kind == DiffRow::Kind::removed; });
        at = end;
    }
}

}  // namespace

std::vector<DiffRow> diff_lines(const std::vector<std::string>& before, const std::vector<std::string>& after)
{
    const int n = static_cast<int>(before.size()), m = static_cast<int>(after.size());
    const auto same = [&](int x, int y) {
        return before[static_cast<std::size_t>(x)] == after[static_cast<std::size_t>(y)];
    };
    int head = 0, tail = 0;
    while (head < n && head < m && same(head, head)) ++head;
    while (tail < n - head && tail < m - head && same(n - 1 - tail, m - 1 - tail)) ++tail;

    std::vector<DiffRow> rows;
    for (int i = 0; i < head; ++i) rows.push_back({DiffRow::Kind::same, i, i});
    std::vector<DiffRow> middle = Search(before, after, head, n - tail, m - tail).run();
    if (middle.empty()) {
        for (int i = head; i < n - tail; ++i) middle.push_back({DiffRow::Kind::removed, i, -1});
        for (int i = head; i < m - tail; ++i) middle.push_back({DiffRow::Kind::added, -1, i});
    }
    rows.insert(rows.end(), middle.begin(), middle.end());
    for (int i = tail; i > 0; --i) rows.push_back({DiffRow::Kind::same, n - i, m - i});
    removed_first(rows);
    return rows;
}

}  // namespace spillway::teaching
