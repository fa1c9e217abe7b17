#include "app/worker_client/worker_place.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "app/base/command_words.h"
#include "app/base/visible_text.h"

namespace spillway::worker_client {
namespace {

constexpr int ssh_failed = 255;       ///< exit status of ssh itself, not of the remote program
constexpr int no_such_program = 127;  ///< exit status of a shell
constexpr std::size_t max_machine_bytes = 200;

bool contains_any(const std::string& words, std::initializer_list<std::string_view> any)
{
    return std::any_of(any.begin(), any.end(),
                       [&](std::string_view part) { return words.find(part) != std::string::npos; });
}

/// Advice for a message of ssh. The matched messages have not changed in twenty years, and the error quotes the message
/// in any case.
std::string advice_on(const std::string& host, const std::string& words)
{
    if (contains_any(words, {"Permission denied"}))
        return "'ssh " + host + "' must work without a password: put your public key there with 'ssh-copy-id " + host +
               "'";
    if (contains_any(words, {"Host key verification failed", "HOST IDENTIFICATION HAS CHANGED"}))
        return "connect once by hand, 'ssh " + host + "', and compare the key that it shows";
    if (contains_any(words, {"Could not resolve hostname"})) return "check the name, or define it in ~/.ssh/config";
    return "check that the machine is on and that 'ssh " + host + "' works";
}

}  // namespace

std::string host_of(const std::vector<std::string>& command)
{
    if (command.empty() || std::filesystem::path(command.front()).filename() != "ssh") return {};
    constexpr std::string_view with_argument = "BbcDEeFIiJLlmOopPQRSWw";
    for (std::size_t i = 1; i < command.size(); ++i) {
        const std::string& word = command[i];
        if (word.empty() || word.front() != '-') return word;
        // "-p 22" and "-vp 22": the argument of the last option is the next word; "-p22" holds it.
        if (word.find_first_of(with_argument, 1) == word.size() - 1) ++i;
    }
    return {};
}

std::optional<model::Error> why_no_machine(const std::string& machine)
{
    constexpr std::string_view others = "._-@:%[]/~+ ";
    const bool is_plain = std::all_of(machine.begin(), machine.end(), [&](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               others.find(static_cast<char>(c)) != std::string_view::npos;
    });
    const std::vector<std::string> words = base::command_words(machine);
    const bool has_option =
        std::any_of(words.begin(), words.end(), [](const std::string& word) { return word.front() == '-'; });
    if (is_plain && !has_option && !words.empty() && words.size() <= 2 && machine.size() <= max_machine_bytes)
        return std::nullopt;
    return model::Error{"give the machine's name as for ssh, and if needed the worker program's path there", "",
                        "for example: lab, me@lab, lab spillway-device/bin/spillway-worker"};
}

std::vector<std::string> command_for(const std::string& machine)
{
    const std::vector<std::string> words = base::command_words(machine);
    return {"ssh",         "-T",
            "-o",          "BatchMode=yes",
            "-o",          "ConnectTimeout=15",
            "-o",          "ServerAliveInterval=5",
            "-o",          "ServerAliveCountMax=3",
            words.front(), words.size() > 1 ? words[1] : "spillway-worker"};
}

std::string last_line(std::string_view words)
{
    while (!words.empty() && (words.back() == '\n' || words.back() == '\r')) words.remove_suffix(1);
    if (const auto line = words.rfind('\n'); line != std::string_view::npos) words.remove_prefix(line + 1);
    return base::visible_line(words.substr(0, 300));
}

FarEnd far_end(const std::string& host, const WorkerExit& exited, bool had_greeted)
{
    const std::string words = last_line(exited.last_words);
    const std::string quoted = words.empty() ? "" : ": " + words;
    const bool is_refused =
        contains_any(words, {"Permission denied", "Host key verification failed", "IDENTIFICATION HAS CHANGED"});
    if (exited.signal == 0 && exited.exit_status == ssh_failed && !had_greeted)
        return {{host + " could not be reached" + quoted, host, advice_on(host, words)}, is_refused, true};
    if (exited.signal == 0 && exited.exit_status == no_such_program && !had_greeted)
        return {{"there is no such worker program on " + host + quoted, host,
                 "unpack Spillway's device package there and name its spillway-worker by its path"},
                true,
                false};
    const bool is_cut = contains_any(
        words, {"closed by remote host", "not responding", "Broken pipe", "Connection reset", "Connection closed",
                "Network is unreachable", "Connection timed out", "No route to host"});
    if (exited.signal == 0 && exited.exit_status == ssh_failed && is_cut)
        return {
            {"the connection to " + host + " was cut" + quoted, host, "check the network, then start the worker again"},
            false,
            true};
    const std::string how =
        exited.signal != 0 ? "signal " + std::to_string(exited.signal) : "status " + std::to_string(exited.exit_status);
    return {{"the worker on " + host + " or its connection ended with " + how + quoted, host, ""}, false, false};
}

}  // namespace spillway::worker_client
