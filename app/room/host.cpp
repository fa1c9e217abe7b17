#include "app/room/host.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "app/room/limits.h"
#include "app/room/secrets.h"

namespace spillway::room {
namespace {

/// The explanations are in the lessons, not in the file.
RoomData with_explanations(RoomData data, const std::vector<LessonQuestion>& questions)
{
    for (Voted& voted : data.votes)
        for (const LessonQuestion& each : questions)
            if (!voted.asked.lesson.empty() && each.asked.lesson == voted.asked.lesson &&
                each.asked.question.id == voted.asked.question.id)
                voted.asked.question.why = each.asked.question.why;
    return data;
}

}  // namespace

bool Allowance::take(double now)
{
    left_ =
        left_ < 0 ? max_messages_at_once : std::min(max_messages_at_once, left_ + (now - at_) * messages_per_second);
    at_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
}

RoomHost::RoomHost(RoomData data, RoomContent content, Outbox& outbox, Truths& truths)
    : room_(with_explanations(std::move(data), content.questions)),
      content_(std::move(content)),
      outbox_(outbox),
      truths_(truths)
{
    const Voted* current = room_.current();
    if (current != nullptr && !current->asked.lesson.empty() && !current->truth.is_known())
        truths_.request(current->asked.lesson, current->asked.question.id);
}

const LessonQuestion* RoomHost::find(const std::string& lesson, const std::string& question) const
{
    const auto found = std::ranges::find_if(content_.questions, [&](const LessonQuestion& each) {
        return each.asked.lesson == lesson && each.asked.question.id == question;
    });
    return found == content_.questions.end() ? nullptr : &*found;
}

// ---- connections ----

void RoomHost::opened(ClientId client, const std::string& device, const std::string& machine)
{
    clients_[client].device = device;
    clients_[client].machine = machine;
    ++phones_[device];
    send_state(client, clients_[client]);
    if (phones_[device] == 1) touch_presenters();
}

void RoomHost::closed(ClientId client)
{
    const auto found = clients_.find(client);
    if (found == clients_.end()) return;
    if (!found->second.is_presenter && --phones_[found->second.device] == 0) {
        phones_.erase(found->second.device);
        clients_.erase(found);
        touch_presenters();
        return;
    }
    clients_.erase(found);
}

void RoomHost::received(ClientId client, std::string_view text, double now)
{
    const auto found = clients_.find(client);
    if (found == clients_.end()) return;
    if (!found->second.allowance.take(now)) return outbox_.drop(client);
    const auto message = read_message(text);
    if (!message) return send_problem(client, message.error());
    std::visit([&](const auto& read) { handle(client, read); }, *message);
}

void RoomHost::poll()
{
    for (const Truths::Found& found : truths_.take()) {
        room_.set_truth(found.lesson, found.question, found.truth, found.gpu);
        is_changed_ = true;
        touch_presenters();
    }
}

void RoomHost::finish()
{
    room_.finish();
    is_changed_ = true;
    touch_all();
}

bool RoomHost::take_change()
{
    return std::exchange(is_changed_, false);
}

// ---- messages ----

void RoomHost::handle(ClientId client, const AnswerMessage& message)
{
    Client& from = clients_.at(client);
    const Voted* current = room_.current();
    // A late answer: the state tells the page that the round is over.
    if (current == nullptr || message.round != room_.data().round) return send_state(client, from);
    auto answer = read_answer(current->asked, message.answer);
    if (!answer) return send_problem(client, answer.error());
    if (!may_answer(from) || !room_.take_answer(from.device, message.round, std::move(*answer))) {
        if (room_.data().phase == Phase::open)
            send_problem(client, {"this round takes no more answers", "", "tell your lecturer"});
        return send_state(client, from);
    }
    answered_[from.machine].insert(from.device);
    from.taken_mark = message.mark;
    is_changed_ = true;
    touch_device(from.device);
    touch_presenters();
}

bool RoomHost::may_answer(const Client& from)
{
    if (std::exchange(answered_round_, room_.data().round) != room_.data().round) answered_.clear();
    return room_.answer_of(from.device) != nullptr || answered_[from.machine].size() < max_devices_of_machine;
}

void RoomHost::handle(ClientId client, const PingMessage&)
{
    send_state(client, clients_.at(client));
}

void RoomHost::handle(ClientId client, const PresentMessage& message)
{
    if (!is_same_secret(message.token, room_.data().presenter)) return outbox_.drop(client);
    Client& presenter = clients_.at(client);
    if (!std::exchange(presenter.is_presenter, true) && --phones_[presenter.device] == 0)
        phones_.erase(presenter.device);
    outbox_.send(client, Slot::questions, questions_message(content_.questions, content_.link));
    send_state(client, presenter);
    if (trouble_) send_problem(client, *trouble_);
    touch_presenters();
}

template <typename Message>
void RoomHost::as_presenter(ClientId client, const Message& message)
{
    // Our pages send this only after they have presented the token.
    if (!clients_.at(client).is_presenter) return outbox_.drop(client);
    if (const Problem problem = carry_out(message)) return send_problem(client, *problem);
    is_changed_ = true;
    touch_all();
}

RoomHost::Problem RoomHost::carry_out(const OpenMessage& message)
{
    const LessonQuestion* question = find(message.lesson, message.question);
    if (question == nullptr) return model::Error{"there is no such question", "", "choose one of the list"};
    if (auto problem = room_.open(question->asked, {})) return problem;
    truths_.request(message.lesson, message.question);
    return std::nullopt;
}

RoomHost::Problem RoomHost::carry_out(const OpenTypedMessage& message)
{
    return room_.open(message.asked, message.truth);
}

RoomHost::Problem RoomHost::carry_out(const CardsMessage& message)
{
    return room_.take_cards(message.counts);
}

RoomHost::Problem RoomHost::carry_out(PresenterAction action)
{
    switch (action) {
        case PresenterAction::close: return room_.close();
        case PresenterAction::again: return room_.open_again();
        case PresenterAction::truth: return room_.show_truth();
        case PresenterAction::away: break;
    }
    return room_.put_away();
}

void RoomHost::handle(ClientId client, const OpenMessage& message)
{
    as_presenter(client, message);
}

void RoomHost::handle(ClientId client, const OpenTypedMessage& message)
{
    as_presenter(client, message);
}

void RoomHost::handle(ClientId client, const CardsMessage& message)
{
    as_presenter(client, message);
}

void RoomHost::handle(ClientId client, PresenterAction action)
{
    as_presenter(client, action);
}

std::optional<model::Error> RoomHost::command(std::string_view text)
{
    const auto message = read_message(text);
    if (!message) return message.error();
    const auto carry = [this](const auto& read) -> Problem {
        using Read = std::decay_t<decltype(read)>;
        if constexpr (std::is_same_v<Read, AnswerMessage> || std::is_same_v<Read, PingMessage> ||
                      std::is_same_v<Read, PresentMessage>)
            return model::Error{"only a page sends this message", "--commands",
                                "send open, close, again, truth or away"};
        else
            return carry_out(read);
    };
    if (auto problem = std::visit(carry, *message)) return problem;
    is_changed_ = true;
    touch_all();
    return std::nullopt;
}

// ---- sending ----

void RoomHost::send_problem(ClientId client, const model::Error& error)
{
    outbox_.send(client, Slot::problem, problem_message(error));
}

void RoomHost::send_state(ClientId client, const Client& to)
{
    outbox_.send(client, Slot::state,
                 to.is_presenter ? presenter_state(room_, phones_.size(), content_.misconceptions)
                                 : phone_state(room_, to.device, to.stored_mark));
}

void RoomHost::touch_all()
{
    for (auto& [id, client] : clients_) client.is_due = true;
}

void RoomHost::touch_presenters()
{
    for (auto& [id, client] : clients_) client.is_due |= client.is_presenter;
}

void RoomHost::touch_device(const std::string& device)
{
    for (auto& [id, client] : clients_) client.is_due |= !client.is_presenter && client.device == device;
}

void RoomHost::flush(bool is_stored)
{
    for (auto& [id, client] : clients_) {
        if (is_stored) client.stored_mark = client.taken_mark;
        if (std::exchange(client.is_due, false)) send_state(id, client);
    }
}

void RoomHost::set_trouble(const std::optional<model::Error>& trouble)
{
    if (trouble_ == trouble) return;
    trouble_ = trouble;
    for (const auto& [id, client] : clients_)
        if (client.is_presenter) outbox_.send(id, Slot::problem, trouble ? problem_message(*trouble) : no_problem());
}

}  // namespace spillway::room
