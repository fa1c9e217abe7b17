#include "app/room/live/answer_text.h"

#include "app/room/limits.h"

namespace spillway::room {
namespace {

constexpr std::string_view zero_id = "\"id\":0";  // app/protocol/fields.h: the first field of every answer

}  // namespace

AnswerText::AnswerText(const protocol::FromWorker& answer)
    : text_(protocol::encode(answer)), id_at_(text_.find(zero_id) + zero_id.size() - 1)
{
}

std::string AnswerText::with_id(std::uint64_t id) const
{
    const std::string number = std::to_string(id);
    std::string line;
    line.reserve(text_.size() + number.size());
    line.append(text_, 0, id_at_).append(number).append(text_, id_at_ + 1);
    return line;
}

void KnownAnswers::put(const std::string& key, AnswerPointer answer)
{
    if (answer->bytes() > max_known_bytes || !answers_.emplace(key, answer).second) return;
    bytes_ += answer->bytes() + key.size();
    order_.push_back(key);
    while (bytes_ > max_known_bytes) {
        const auto oldest = answers_.extract(order_.front());
        bytes_ -= oldest.mapped()->bytes() + oldest.key().size();
        order_.pop_front();
    }
}

AnswerPointer KnownAnswers::find(const std::string& key) const
{
    const auto found = answers_.find(key);
    return found == answers_.end() ? nullptr : found->second;
}

void KnownAnswers::clear()
{
    answers_.clear();
    order_.clear();
    bytes_ = 0;
}

}  // namespace spillway::room
