#include "app/catalogue/course_map.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/catalogue/course_order.h"

namespace spillway::catalogue {
namespace {

using model::Experiment;

/// Position in a column: of a lesson, or of a line that passes the column.
struct Slot {
    int column = 0;
    double size = 1, row = 0;
    std::vector<std::size_t> left, right;  ///< connected slots
};

using Columns = std::vector<std::vector<std::size_t>>;

/// Direct prerequisites in the catalogue, without those implied by others.
std::vector<std::string> near_prerequisites(const Catalogue& catalogue, const Experiment& lesson)
{
    std::vector<std::string> near;
    for (const std::string& name : lesson.course.prerequisites) {
        if (catalogue.find(name) == nullptr || all_prerequisites(catalogue, lesson).contains(lesson.name)) continue;
        const bool is_implied = std::any_of(
            lesson.course.prerequisites.begin(), lesson.course.prerequisites.end(), [&](const std::string& other) {
                const Experiment* between = catalogue.find(other);
                return between != nullptr && other != name && all_prerequisites(catalogue, *between).contains(name);
            });
        if (!is_implied) near.push_back(name);
    }
    return near;
}

class MapMaker {
public:
    explicit MapMaker(const Catalogue& catalogue)
    {
        for (const Experiment& lesson : catalogue.experiments)
            if (!lesson.is_plain() && !lesson.exercise) {
                index_[lesson.name] = map_.places.size();
                map_.places.push_back({&lesson});
            }
        for (const MapPlace& place : map_.places)
            for (const std::string& name : near_prerequisites(catalogue, *place.lesson))
                if (index_.contains(name)) before_[index_[place.lesson->name]].push_back(index_[name]);
    }

    CourseMap make()
    {
        for (std::size_t i = 0; i < map_.places.size(); ++i) {
            map_.places[i].column = depth(i);
            map_.columns = std::max(map_.columns, map_.places[i].column + 1);
        }
        columns_.resize(static_cast<std::size_t>(map_.columns));
        for (const MapPlace& place : map_.places) add_slot(place.column, 1);
        std::vector<std::vector<std::size_t>> passing;
        for (std::size_t to = 0; to < map_.places.size(); ++to)
            for (const std::size_t from : before_[to]) {
                passing.push_back(join(from, to));
                map_.ways.push_back({from, to, {}});
            }
        put_in_order();
        put_in_rows();
        for (std::size_t i = 0; i < map_.places.size(); ++i) map_.places[i].row = slots_[i].row;
        for (std::size_t i = 0; i < map_.ways.size(); ++i)
            for (const std::size_t slot : passing[i]) map_.ways[i].rows.push_back(slots_[slot].row);
        return std::move(map_);
    }

private:
    int depth(std::size_t place)
    {
        if (const auto known = depths_.find(place); known != depths_.end()) return known->second;
        int found = 0;
        for (const std::size_t from : before_[place]) found = std::max(found, depth(from) + 1);
        return depths_[place] = found;
    }

    std::size_t add_slot(int column, double size)
    {
        slots_.push_back({column, size, 0, {}, {}});
        columns_[static_cast<std::size_t>(column)].push_back(slots_.size() - 1);
        return slots_.size() - 1;
    }

    void link(std::size_t left, std::size_t right)
    {
        slots_[left].right.push_back(right);
        slots_[right].left.push_back(left);
    }

    /// Slots of the line in the columns between. Lines from one lesson share them.
    std::vector<std::size_t> join(std::size_t from, std::size_t to)
    {
        std::vector<std::size_t> passed;
        std::size_t at = from;
        for (int column = map_.places[from].column + 1; column < map_.places[to].column; ++column) {
            const auto [known, is_new] = passes_.try_emplace({from, column}, 0);
            if (is_new) {
                known->second = add_slot(column, passing_rows);
                link(at, known->second);
            }
            passed.push_back(at = known->second);
        }
        link(at, to);
        return passed;
    }

    [[nodiscard]] std::vector<double> positions() const
    {
        std::vector<double> at(slots_.size());
        for (const auto& column : columns_)
            for (std::size_t i = 0; i < column.size(); ++i) at[column[i]] = static_cast<double>(i);
        return at;
    }

    [[nodiscard]] int crossings() const
    {
        const std::vector<double> at = positions();
        int count = 0;
        for (const auto& column : columns_)
            for (const std::size_t a : column)
                for (const std::size_t b : column)
                    if (at[a] < at[b])
                        for (const std::size_t to_a : slots_[a].right)
                            for (const std::size_t to_b : slots_[b].right) count += at[to_a] > at[to_b];
        return count;
    }

    void sort_column(std::vector<std::size_t>& column, std::vector<std::size_t> Slot::*joined)
    {
        const std::vector<double> at = positions();
        std::map<std::size_t, double> wanted;
        for (const std::size_t slot : column) {
            double sum = 0;
            for (const std::size_t other : slots_[slot].*joined) sum += at[other];
            const auto count = static_cast<double>((slots_[slot].*joined).size());
            wanted[slot] = count > 0 ? sum / count : at[slot];
        }
        std::stable_sort(column.begin(), column.end(),
                         [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
    }

    /// Sorts columns by the mean position of connected slots, alternating from the left and from the right. Keeps the
    /// order with the fewest crossings.
    void put_in_order()
    {
        Columns best = columns_;
        int fewest = crossings();
        for (int turn = 0; turn < 24; ++turn) {
            for (std::size_t i = 1; i < columns_.size(); ++i)
                turn % 2 == 0 ? sort_column(columns_[i], &Slot::left)
                              : sort_column(columns_[columns_.size() - 1 - i], &Slot::right);
            if (const int now = crossings(); now < fewest) {
                fewest = now;
                best = columns_;
            }
        }
        columns_ = best;
    }

    void put_in_rows()
    {
        for (const auto& column : columns_) {
            double height = 0;
            for (const std::size_t slot : column) height += slots_[slot].size;
            map_.rows = std::max(map_.rows, height);
        }
        for (const auto& column : columns_) settle_column(column);
        for (int turn = 0; turn < 8; ++turn)
            for (std::size_t i = 0; i < columns_.size(); ++i)
                settle_column(columns_[turn % 2 == 0 ? i : columns_.size() - 1 - i]);
    }

    /// Mean row of the connected slots that have one; else the map's middle.
    [[nodiscard]] double wanted_row(const Slot& slot) const
    {
        double sum = 0, count = 0;
        for (const auto* joined : {&slot.left, &slot.right})
            for (const std::size_t other : *joined)
                if (slots_[other].row > 0) {
                    sum += slots_[other].row;
                    count += 1;
                }
        return count > 0 ? sum / count : map_.rows / 2;
    }

    /// Places slots in order without overlap, as close as possible to their wanted rows. Slots that would overlap form
    /// a block at the mean of their wanted rows.
    void settle_column(const std::vector<std::size_t>& column)
    {
        struct Block {
            double offset = 0, count = 0;  ///< mean and number of the wanted offsets
            std::size_t slots = 0;
        };
        double height = 0;
        for (const std::size_t slot : column) height += slots_[slot].size;
        std::vector<Block> blocks;
        double above = 0;
        for (const std::size_t slot : column) {
            const double size = slots_[slot].size;
            blocks.push_back({wanted_row(slots_[slot]) - above - size / 2, 1, 1});
            above += size;
            while (blocks.size() > 1 && blocks[blocks.size() - 2].offset >= blocks.back().offset) {
                const Block last = blocks.back();
                blocks.pop_back();
                Block& merged = blocks.back();
                merged.offset = (merged.offset * merged.count + last.offset * last.count) / (merged.count + last.count);
                merged.count += last.count;
                merged.slots += last.slots;
            }
        }
        std::size_t at = 0;
        above = 0;
        for (const Block& block : blocks)
            for (std::size_t i = 0; i < block.slots; ++i, ++at) {
                Slot& slot = slots_[column[at]];
                slot.row = std::clamp(block.offset, 0.0, map_.rows - height) + above + slot.size / 2;
                above += slot.size;
            }
    }

    CourseMap map_;
    std::map<std::string, std::size_t> index_;
    std::map<std::size_t, std::vector<std::size_t>> before_;
    std::map<std::size_t, int> depths_;
    std::vector<Slot> slots_;  ///< of the lessons, then of the passing lines
    Columns columns_;
    std::map<std::pair<std::size_t, int>, std::size_t> passes_;
};

}  // namespace

CourseMap course_map(const Catalogue& catalogue)
{
    return MapMaker(catalogue).make();
}

LessonState lesson_state(const Catalogue& catalogue, const Experiment& lesson, const std::set<std::string>& done)
{
    if (done.contains(lesson.name)) return LessonState::done;
    const auto& before = lesson.course.prerequisites;
    const bool is_ready = std::all_of(before.begin(), before.end(), [&](const std::string& name) {
        return done.contains(name) || catalogue.find(name) == nullptr;
    });
    return is_ready ? LessonState::ready : LessonState::later;
}

const Experiment* next_lesson(const Catalogue& catalogue, const std::set<std::string>& done)
{
    // Lessons without a difficulty come last.
    const auto difficulty = [](const Experiment& lesson) {
        return lesson.course.difficulty == 0 ? 4 : lesson.course.difficulty;
    };
    const Experiment* next = nullptr;
    for (const Experiment& lesson : catalogue.experiments)
        if (!lesson.is_plain() && !lesson.exercise && lesson_state(catalogue, lesson, done) == LessonState::ready &&
            (next == nullptr || difficulty(lesson) < difficulty(*next)))
            next = &lesson;
    return next;
}

std::vector<const Experiment*> lessons_in_order(const Catalogue& catalogue)
{
    std::vector<const Experiment*> lessons;
    std::set<std::string> done;
    while (const Experiment* next = next_lesson(catalogue, done)) {
        lessons.push_back(next);
        done.insert(next->name);
    }
    return lessons;
}

}  // namespace spillway::catalogue
