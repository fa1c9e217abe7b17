#include "app/room/server/outgoing.h"

#include <algorithm>
#include <utility>

namespace spillway::room {
namespace {

constexpr std::size_t max_piece_bytes = 32 << 10;

}  // namespace

void Outgoing::add(std::string text)
{
    queued_bytes_ += text.size();
    lines_.push_back(std::move(text));
}

bool Outgoing::is_empty() const
{
    return current_.empty() && lines_.empty() &&
           std::ranges::none_of(slots_, [](const auto& slot) { return slot.has_value(); });
}

bool Outgoing::begin_message()
{
    sent_ = 0;
    is_line_ = false;
    for (auto& slot : slots_)
        if (slot) {
            current_ = std::move(*std::exchange(slot, std::nullopt));
            return true;
        }
    if (lines_.empty()) return false;
    current_ = std::move(lines_.front());
    lines_.pop_front();
    queued_bytes_ -= current_.size();
    is_line_ = true;
    return true;
}

std::optional<Outgoing::Piece> Outgoing::next()
{
    if (current_.empty() && !begin_message()) return std::nullopt;
    const std::string_view rest = std::string_view(current_).substr(sent_);
    return Piece{rest.substr(0, max_piece_bytes), sent_ == 0, rest.size() <= max_piece_bytes};
}

void Outgoing::sent()
{
    sent_ = std::min(sent_ + max_piece_bytes, current_.size());
    if (sent_ < current_.size()) return;
    current_.clear();
    sent_ = 0;
}

}  // namespace spillway::room
