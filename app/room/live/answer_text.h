#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

#include "app/protocol/messages.h"

namespace spillway::room {

/// An answer, encoded once for all pages that get it.
class AnswerText {
public:
    /// `answer` has an id, and its id is 0.
    explicit AnswerText(const protocol::FromWorker& answer);
    /// The line for a page's question.
    [[nodiscard]] std::string with_id(std::uint64_t id) const;
    [[nodiscard]] std::size_t bytes() const { return text_.size(); }

private:
    std::string text_;
    std::size_t id_at_ = 0;
};

using AnswerPointer = std::shared_ptr<const AnswerText>;

/// Final answers by key. Bounded: when full, the oldest are removed.
class KnownAnswers {
public:
    void put(const std::string& key, AnswerPointer answer);
    [[nodiscard]] AnswerPointer find(const std::string& key) const;  ///< null when unknown
    void clear();

private:
    std::unordered_map<std::string, AnswerPointer> answers_;
    std::deque<std::string> order_;
    std::size_t bytes_ = 0;
};

}  // namespace spillway::room
