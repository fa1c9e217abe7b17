#include "app/window/shell/machine_menu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "app/window/kit/flow.h"
#include "app/window/kit/menu.h"

namespace spillway::window {
namespace {

constexpr const char* field_key = "machine_field";
constexpr std::size_t max_machines = 16;
constexpr std::size_t max_note = 30;  ///< bytes of a path; a longer one shows only its end

/// Puts the machine first in the list of used machines.
void remember(ViewState& view, const std::string& machine)
{
    std::erase(view.machines, machine);
    view.machines.insert(view.machines.begin(), machine);
    if (view.machines.size() > max_machines) view.machines.resize(max_machines);
}

void use(PanelContext& context, const std::string& machine)
{
    context.commands.post([machine](session::Session& session, ViewState& view) {
        if (const auto refused = session.worker().use_machine(machine)) {
            view.machine_entry = {"machine", machine, true, refused->what + "; " + refused->advice};
            view.open_menu = field_key;
            return;
        }
        if (!machine.empty()) remember(view, machine);
        view.machine = machine;
        view.machine_entry = {};
        view.open_menu.clear();
    });
}

std::string note_of(const worker_client::WorkerStatus& worker)
{
    switch (worker.state) {
        case worker_client::WorkerState::starting: return "connecting …";
        case worker_client::WorkerState::restarting: return "connecting again …";
        case worker_client::WorkerState::unavailable: return "unreachable";
        case worker_client::WorkerState::ready:
            return worker.hello && !worker.hello->live_gpus.empty() ? worker.hello->live_gpus.front().label : "no GPU";
    }
    return {};
}

}  // namespace

void draw_machine_entries(PanelContext& context)
{
    section_heading(context.theme, "Compiled and measured on");
    const worker_client::WorkerStatus& worker = context.session.worker();
    // A machine named on the command line is in the list too, under its host's name.
    const bool is_of_command_line = !worker.host.empty() && context.view.machine.empty();
    if (menu_entry(context, {.key = "machine:",
                             .label = "This machine",
                             .note = worker.host.empty() ? note_of(worker) : "",
                             .is_current = worker.host.empty()}))
        use(context, "");
    if (is_of_command_line)
        (void)menu_entry(context,
                         {.key = "machine:named", .label = worker.host, .note = note_of(worker), .is_current = true});
    for (const std::string& machine : context.view.machines) {
        const bool is_current = !worker.host.empty() && machine == context.view.machine;
        if (menu_entry(context, {.key = "machine:" + machine,
                                 .label = machine,
                                 .note = is_current ? note_of(worker) : "ssh",
                                 .is_current = is_current}))
            use(context, machine);
    }
    if (menu_entry(context, {.key = "machine_new", .label = "Another machine …", .note = ""}))
        context.commands.post([](session::Session&, ViewState& view) {
            view.machine_entry = {"machine", "", true, ""};
            view.open_menu = field_key;
        });
}

void draw_compiler_entries(PanelContext& context)
{
    const worker_client::WorkerStatus& worker = context.session.worker();
    const bool are_several = worker.hello && worker.hello->compilers && worker.hello->compilers->size() > 1;
    if (!are_several || !worker.host.empty()) return;
    section_heading(context.theme, "Compiled by");
    for (const model::Tool& compiler : *worker.hello->compilers) {
        const std::string folder = std::filesystem::path(compiler.path).parent_path().string();
        const std::string note =
            folder.size() <= max_note
                ? folder
                : "…" + folder.substr(std::min(folder.find('/', folder.size() - max_note), folder.size() - max_note));
        if (menu_entry(context, {.key = "compiler:" + compiler.path,
                                 .label = "NVRTC " + compiler.version,
                                 .note = note,
                                 .is_current = compiler.path == worker.hello->compiler.path}))
            context.commands.post(
                [path = compiler.path](session::Session& session, ViewState&) { session.worker().use_compiler(path); });
    }
}

void draw_machine_field(PanelContext& context, const Rect& anchor)
{
    if (!begin_menu(context, field_key, anchor, 420 * context.theme.scale)) return;
    static std::array<char, 200> buffer{};
    const Theme& theme = context.theme;
    const TypedEntry& entry = context.view.machine_entry;
    section_heading(theme, "A machine that ssh can reach");
    if (entry.is_new) {
        buffer = {};
        std::strncpy(buffer.data(), entry.text.c_str(), buffer.size() - 1);
        focus_keyboard(context);
        context.commands.post([](session::Session&, ViewState& view) { view.machine_entry.is_new = false; });
    }
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputTextWithHint("##machine", "lab, me@lab, lab path/to/spillway-worker", buffer.data(), buffer.size(),
                                 ImGuiInputTextFlags_EnterReturnsTrue))
        use(context, buffer.data());
    const bool is_refused = !entry.error.empty();
    const std::string words =
        is_refused ? entry.error
                   : "As in 'ssh lab'. It must let you in without a password and have Spillway's worker program.";
    const float width = ImGui::GetContentRegionAvail().x;
    const Rect row = take_row(wrapped_height(theme.small, words, width) + 6 * theme.scale);
    draw_text_wrapped(ImGui::GetWindowDrawList(), theme.small, {row.min.x, row.min.y + 3 * theme.scale},
                      is_refused ? theme.error : theme.text_muted, words, width);
    end_menu(context);
}

std::string worker_words(const worker_client::WorkerStatus& worker)
{
    const bool is_far = !worker.host.empty();
    switch (worker.state) {
        case worker_client::WorkerState::starting:
            return is_far ? "connecting to " + worker.host + " …" : "worker is starting";
        case worker_client::WorkerState::ready:
            if (worker.is_room) return "on the room's server";
            return is_far ? "on " + worker.host : "";
        case worker_client::WorkerState::restarting:
            return is_far ? "connecting to " + worker.host + " again …" : "worker is being restarted";
        case worker_client::WorkerState::unavailable: return is_far ? worker.host + " is unreachable" : "no worker";
    }
    return {};
}

}  // namespace spillway::window
