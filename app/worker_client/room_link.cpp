#include "app/worker_client/room_link.h"

#include <algorithm>
#include <utility>

#include "app/worker_client/request_book.h"

namespace spillway::worker_client {
namespace {

// Below the server's bounds (app/room/limits.h), so that no page is dropped for its speed.
constexpr double messages_per_second = 12, max_messages_at_once = 12;
constexpr std::size_t max_lines = 16;
constexpr std::size_t max_at_room = 32;
constexpr std::size_t max_message_bytes = 48 << 10;
constexpr std::size_t max_source_bytes = 40 << 10, max_code_line_bytes = 46 << 10, max_sent_sources = 2;
constexpr double seconds_to_ping = 8, seconds_to_pong = 10;

model::Error connection_lost()
{
    return {"no connection to the room's server", "",
            "the answers that ship with Spillway still work, and this page reconnects automatically"};
}

std::optional<std::uint64_t> id_of(const protocol::ToWorker& message)
{
    return std::visit(
        [](const auto& held) -> std::optional<std::uint64_t> {
            if constexpr (requires { held.id; }) return held.id;
            return std::nullopt;
        },
        message);
}

int priority_of(const protocol::ToWorker& message)
{
    return std::visit(
        [](const auto& held) {
            if constexpr (requires { held.priority; }) return held.priority;
            return 0;
        },
        message);
}

std::string source_hash_of(const protocol::ToWorker& message)
{
    return std::visit(
        [](const auto& held) -> std::string {
            if constexpr (requires { held.compile; }) return held.compile.source_hash;
            if constexpr (requires { held.job; }) return held.job.compile.source_hash;
            return {};
        },
        message);
}

/// The encoded message, without the launch plan, which the server makes itself.
std::string line_of(protocol::ToWorker message)
{
    if (auto* run = std::get_if<protocol::Run>(&message)) run->job.plan.reset();
    if (auto* interpret = std::get_if<protocol::InterpretRequest>(&message)) interpret->job.plan.reset();
    return protocol::encode(message) + '\n';
}

}  // namespace

RoomLink::RoomLink(std::unique_ptr<RoomSocket> socket, const std::function<void()>& wake)
    : socket_(std::move(socket)), wake_(wake), shipped_(wake)
{
}

// ---- requests ----

/// Whether a shipped report may answer while the server is there.
bool RoomLink::may_ship(const protocol::ToWorker& message) const
{
    const auto* run = std::get_if<protocol::Run>(&message);
    return run != nullptr && is_same_compiler_ && !run->measure && !run->inspect_sass && !run->check_output;
}

void RoomLink::send(protocol::ToWorker message)
{
    if (const auto* cancel = std::get_if<protocol::Cancel>(&message)) return withdraw(*cancel);
    if (const auto* source = std::get_if<protocol::Source>(&message))
        sources_.try_emplace(source->source.hash, source->source);
    const std::optional<std::uint64_t> id = id_of(message);
    const bool is_for_page = !id || std::holds_alternative<protocol::WhatIf>(message);
    if (is_for_page || !is_live_) return shipped_.send(std::move(message));
    if (!may_ship(message)) return ask_room(*id, std::move(message));
    tried_.emplace(*id, message);
    shipped_.send(std::move(message));
}

/// A newer request of its group replaces one that is not sent yet.
void RoomLink::ask_room(std::uint64_t id, protocol::ToWorker message)
{
    if (const std::string group = group_of(message); !group.empty())
        std::erase_if(queued_, [&](const auto& entry) {
            if (group_of(entry.second) != group) return false;
            inbox_.push_back(protocol::FromWorker(protocol::Dropped{entry.first}));
            return true;
        });
    queued_.emplace(id, std::move(message));
    if (wake_) wake_();
}

void RoomLink::withdraw(const protocol::Cancel& cancel)
{
    protocol::Cancel sent;
    for (const std::uint64_t id : cancel.ids) {
        if (queued_.erase(id) > 0) inbox_.push_back(protocol::FromWorker(protocol::Dropped{id}));
        if (at_room_.contains(id)) sent.ids.push_back(id);
    }
    if (!sent.ids.empty()) control_ += line_of(sent);
    if (wake_) wake_();
}

// ---- answers ----

std::vector<Link::Event> RoomLink::take()
{
    for (Event& event : shipped_.take()) take_shipped(std::move(event));
    for (RoomSocket::Event& event : socket_->take()) {
        if (const auto* text = std::get_if<std::string>(&event)) take_message(*text);
        if (std::holds_alternative<RoomSocket::Lost>(event)) lose_room(connection_lost());
    }
    look_after_room();
    flush();
    return std::exchange(inbox_, {});
}

/// Sends a request to the server if no shipped report answers it.
void RoomLink::take_shipped(Event event)
{
    if (const auto* message = std::get_if<protocol::FromWorker>(&event)) {
        if (const auto* hello = std::get_if<protocol::Hello>(message)) shipped_hello_ = *hello;
        if (const auto* result = std::get_if<protocol::Result>(message)) tried_.erase(result->id);
    }
    if (const auto* none = std::get_if<NoAnswer>(&event))
        if (const auto tried = tried_.extract(none->id); !tried.empty() && is_live_)
            return ask_room(tried.key(), std::move(tried.mapped()));
    inbox_.push_back(std::move(event));
}

/// A message has one or more lines.
void RoomLink::take_message(std::string_view text)
{
    heard_at_ = base::Clock::now();
    is_pinged_ = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0) take_line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void RoomLink::take_line(std::string_view line)
{
    auto message = protocol::decode_from_worker(line);
    if (!message) {
        const protocol::Heading heading = protocol::heading_of(line);
        if (heading.id) at_room_.erase(*heading.id);
        return inbox_.push_back(Garbage{message.error(), heading});
    }
    if (const auto* hello = std::get_if<protocol::Hello>(&*message)) return take_hello(*hello);
    if (std::holds_alternative<protocol::Pong>(*message)) return;
    if (const auto* notice = std::get_if<protocol::Notice>(&*message); notice != nullptr && notice->id) {
        if (at_room_.erase(*notice->id) > 0) inbox_.push_back(NoAnswer{*notice->id, notice->error});
        return;
    }
    const auto* result = std::get_if<protocol::Result>(&*message);
    const bool is_final = result == nullptr || result->is_final;
    std::visit(
        [&](const auto& held) {
            if constexpr (requires { held.id; } && !std::is_same_v<std::decay_t<decltype(held)>, protocol::Notice>)
                if (is_final) at_room_.erase(held.id);
        },
        *message);
    inbox_.push_back(std::move(*message));
}

void RoomLink::take_hello(const protocol::Hello& hello)
{
    if (hello.version != protocol::version)
        return lose_room({"this page is of another version than the room's server", "", "load the page again"});
    if (!hello.compiler.available) return lose_room({"the room's server has no compiler", "", ""});
    is_live_ = true;
    is_same_compiler_ = shipped_.is_made_by(hello.compiler.version);
    takes_code_ = hello.takes_code.value_or(false);
    sent_sources_.clear();
    tokens_ = max_messages_at_once;
    spent_at_ = base::Clock::now();
    inbox_.push_back(Changed{hello, true, std::nullopt});
}

/// Switches to the shipped reports, also for the requests that the server has not answered.
void RoomLink::lose_room(model::Error why)
{
    if (!std::exchange(is_live_, false)) return;
    is_pinged_ = false;
    control_.clear();
    inbox_.push_back(Changed{shipped_hello_, false, std::move(why)});
    Requests open = std::exchange(at_room_, {});
    open.merge(queued_);
    queued_.clear();
    for (auto& [id, message] : open) shipped_.send(std::move(message));
    for (Event& event : shipped_.take()) take_shipped(std::move(event));
}

// ---- sending ----

/// A lost network does not close the connection: pings a silent server, and drops it if it does not answer.
void RoomLink::look_after_room()
{
    if (!is_live_ || at_room_.empty()) return;
    const double silent = base::seconds_since(heard_at_);
    if (silent > seconds_to_ping && !std::exchange(is_pinged_, true)) control_ += line_of(protocol::Ping{});
    if (silent > seconds_to_ping + seconds_to_pong) socket_->drop();
}

double RoomLink::tokens() const
{
    return std::min(max_messages_at_once, tokens_ + base::seconds_since(spent_at_) * messages_per_second);
}

/// Sends one message, if there is something to send and the server's bound allows it.
void RoomLink::flush()
{
    if (!is_live_) return;
    tokens_ = tokens();
    spent_at_ = base::Clock::now();
    if (tokens_ < 1) return;
    if (at_room_.empty()) heard_at_ = base::Clock::now();
    const std::string lines = std::exchange(control_, {}) + next_lines();
    if (lines.empty()) return;
    tokens_ -= 1;
    if (!socket_->send(lines)) lose_room(connection_lost());
}

/// The most urgent of the queued requests, and the oldest among equals.
std::string RoomLink::next_lines()
{
    std::string lines;
    for (std::size_t count = 0; count < max_lines && !queued_.empty() && at_room_.size() < max_at_room; ++count) {
        const auto next = std::min_element(queued_.begin(), queued_.end(), [](const auto& a, const auto& b) {
            return std::pair(priority_of(a.second), a.first) < std::pair(priority_of(b.second), b.first);
        });
        const std::string hash = source_hash_of(next->second);
        const std::string code = code_for(hash), line = code + line_of(next->second);
        if (!lines.empty() && lines.size() + line.size() > max_message_bytes) break;
        if (!code.empty()) sent_sources_.push_back(hash);
        if (sent_sources_.size() > max_sent_sources) sent_sources_.pop_front();
        lines += line;
        at_room_.insert(queued_.extract(next));
    }
    return lines;
}

/// The kernel's text as a line before a request; empty if the server takes no code, if it has this text, or if the text
/// is too long.
std::string RoomLink::code_for(const std::string& hash) const
{
    const auto source = sources_.find(hash);
    if (!takes_code_ || source == sources_.end() || std::ranges::count(sent_sources_, hash) > 0) return {};
    if (source->second.text.size() > max_source_bytes) return {};
    std::string line = line_of(protocol::Source{source->second});
    return line.size() > max_code_line_bytes ? std::string() : line;
}

std::optional<double> RoomLink::seconds_to_next() const
{
    std::optional<double> next = shipped_.seconds_to_next();
    const auto at_latest = [&](double seconds) { next = std::min(next.value_or(seconds), std::max(seconds, 0.0)); };
    const bool may_send = !control_.empty() || (!queued_.empty() && at_room_.size() < max_at_room);
    if (is_live_ && may_send) at_latest((1 - tokens()) / messages_per_second);
    if (is_live_ && !at_room_.empty()) at_latest(1);  // look_after_room()
    return next;
}

}  // namespace spillway::worker_client
