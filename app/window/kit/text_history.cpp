#include "app/window/kit/text_history.h"

#include <utility>

namespace spillway::window {
namespace {

constexpr std::size_t max_history_bytes = std::size_t{32} << 20;  ///< of all kept texts
constexpr double pause_seconds = 1.5;

bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

}  // namespace

void TextHistory::clear()
{
    past_.clear();
    future_.clear();
    last_ = Change::other;
}

bool TextHistory::begins_step(const State& before, const State& now, Change change, double now_seconds) const
{
    if (past_.empty() || change == Change::other || change != last_) return true;
    if (before.cursor != last_cursor_ || now_seconds - last_seconds_ > pause_seconds) return true;
    if (change == Change::erase) return false;
    // A word begins after a blank, and each new line is a step of its own.
    const char typed = now.text[now.cursor - 1];
    const bool follows_blank = now.cursor >= 2 && is_blank(now.text[now.cursor - 2]);
    return typed == '\n' || (follows_blank && !is_blank(typed));
}

void TextHistory::add(const State& before, const State& now, double now_seconds)
{
    const bool is_insert = now.text.size() == before.text.size() + 1 && now.cursor == before.cursor + 1;
    const bool is_erase = now.text.size() + 1 == before.text.size();
    const Change change = is_insert ? Change::insert : is_erase ? Change::erase : Change::other;
    if (begins_step(before, now, change, now_seconds)) past_.push_back(before);
    future_.clear();
    last_ = change;
    last_cursor_ = now.cursor;
    last_seconds_ = now_seconds;
    std::size_t bytes = 0;
    for (std::size_t i = past_.size(); i-- > 0;)
        if (bytes += past_[i].text.size(); bytes > max_history_bytes) {
            past_.erase(past_.begin(), past_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            break;
        }
}

std::optional<TextHistory::State> TextHistory::step(std::vector<State>& from, std::vector<State>& to, const State& now)
{
    last_ = Change::other;
    if (from.empty()) return std::nullopt;
    to.push_back(now);
    State state = std::move(from.back());
    from.pop_back();
    return state;
}

std::optional<TextHistory::State> TextHistory::undo(const State& now)
{
    return step(past_, future_, now);
}

std::optional<TextHistory::State> TextHistory::redo(const State& now)
{
    return step(future_, past_, now);
}

}  // namespace spillway::window
