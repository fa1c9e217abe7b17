#include "app/cli/serve.h"

#include <csignal>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>

#include "app/base/command_words.h"
#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/cli/json_output.h"
#include "app/cli/page_place.h"
#include "app/cli/print.h"
#include "app/cli/room_questions.h"
#include "app/cli/truth_finder.h"
#include "app/learner/concept_test.h"
#include "app/room/live/desk.h"
#include "app/room/room_store.h"
#include "app/room/server/serve.h"
#include "app/room/votes_file.h"
#include "app/worker_client/worker_place.h"
#if SPILLWAY_HAS_WINDOW
#include "app/qr/qr_code.h"
#endif

namespace spillway::cli {
namespace fs = std::filesystem;
namespace {

constexpr int default_port = 8017;
constexpr std::size_t max_list_bytes = 256 << 10;

volatile std::sig_atomic_t stop_signal = 0;

/// Until the program ends: Ctrl+C and a service manager's stop end the room with its votes written.
void stop_at_signals()
{
    struct sigaction action = {};
    action.sa_handler = [](int number) { stop_signal = number; };
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

model::Expected<room::Misconceptions> read_misconceptions()
{
    const auto folder = base::FolderReader::open(base::data_folder() / "assets");
    if (!folder) return folder.error();
    const auto text = folder->read("misconceptions.json", max_list_bytes);
    if (!text) return text.error();
    const auto list = learner::parse_misconceptions(*text);
    if (!list) return list.error();
    room::Misconceptions sentences;
    for (const learner::Misconception& each : *list) sentences[each.id] = each.says;
    return sentences;
}

#if SPILLWAY_HAS_WINDOW
/// The text as a QR code in SVG; empty if it does not fit.
std::string qr_svg(const std::string& text)
{
    const auto code = qr::encode(text);
    if (!code) return {};
    const int side = code->size + 2 * qr::quiet_zone;
    std::string path;
    for (int y = 0; y < code->size; ++y)
        for (int x = 0; x < code->size; ++x)
            if (code->is_black(x, y)) path += fmt::format("M{} {}h1v1h-1z", x + qr::quiet_zone, y + qr::quiet_zone);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\" width=\"{1}\" height=\"{1}\" "
        "shape-rendering=\"crispEdges\"><rect width=\"{0}\" height=\"{0}\" fill=\"#fff\"/><path d=\"{2}\"/></svg>",
        side, side * 8, path);
}
#endif

std::string opening_words(const RoomOptions& options, bool has_page)
{
    if (room::is_loopback_address(options.address))
        return "Only this machine reaches the room; --bind 0.0.0.0 opens it to your network.";
    return fmt::format(
        "Every machine that reaches {} can load these pages. With the room's link it can answer{}, and nothing else; "
        "the presenter's link opens and closes questions.{}",
        options.address == "0.0.0.0" || options.address == "::" ? "this one" : options.address,
        !has_page            ? ""
        : options.allow_code ? ", ask this machine's compiler and GPU about the installed experiments, and "
                               "have its lines for exercises compiled"
                             : ", and ask this machine's compiler and GPU about the installed experiments",
        options.certificate.empty()
            ? " The connection is not encrypted: --certificate and --key encrypt it, or a server in front "
              "(docs/serving.md)."
            : "");
}

Json links_json(const room::RoomLinks& links, const fs::path& votes_place)
{
    return {
        {"room", links.room}, {"page", links.page}, {"presenter", links.presenter}, {"votes", votes_place.string()}};
}

void print_links_as_json(const RoomOptions& options, const room::RoomStore& store, const room::RoomLinks& links)
{
    Json json = links_json(links, store.votes_place());
    json["is_local"] = room::is_loopback_address(options.address);
    json["is_continued"] = store.is_continued();
    json["is_joined"] = false;
    if (const auto why = why_no_page(page_folder(options.page))) json["why_no_page"] = *why;
    print_json(json);
    std::fflush(stdout);
}

void print_links(const RoomOptions& options, const room::RoomStore& store, const room::RoomLinks& links)
{
    print("room       {}\n", links.room);
    if (!links.page.empty()) print("page       {}\n", links.page);
    print("presenter  {}\nvotes      {}\n", links.presenter, store.votes_place().string());
    if (const auto why = why_no_page(page_folder(options.page)))
        print("The room has votes only, without the window as a page: {}.\n", *why);
    if (store.is_continued()) print("The room goes on as its last server left it.\n");
    print("{}\nCtrl+C ends the room.\n", opening_words(options, !links.page.empty()));
    std::fflush(stdout);
}

/// The named workers; without any, `usual`.
std::vector<room::Workers::Place> worker_places(const std::vector<std::string>& named,
                                                const std::vector<std::string>& usual)
{
    std::vector<std::vector<std::string>> commands;
    for (const std::string& each : named) commands.push_back(base::command_words(each));
    if (commands.empty()) commands.push_back(usual);
    std::vector<room::Workers::Place> places;
    for (const std::vector<std::string>& command : commands)
        places.push_back(
            {[command](std::function<void()> wake) { return worker_client::open_link(command, std::move(wake)); },
             worker_client::host_of(command)});
    return places;
}

/// Answers the page's questions; null without a page.
model::Expected<std::unique_ptr<room::Desk>> open_desk(const CommonOptions& options, const RoomOptions& chosen,
                                                       room::ServeOptions& serving)
{
    const fs::path folder = page_folder(chosen.page);
    if (why_no_page(folder)) return std::unique_ptr<room::Desk>();
    auto page = room::PageFolder::open(folder);
    if (!page) return page.error();
    auto context = load_context(options);
    if (!context) return context.error();
    serving.page = std::make_shared<room::PageFolder>(std::move(*page));
    const auto on_trouble = [](const model::Error& trouble) { (void)fail(trouble); };
    return std::make_unique<room::Desk>(std::move(context->library),
                                        worker_places(chosen.workers, context->worker_command), on_trouble,
                                        chosen.allow_code ? room::Desk::Code::exercises : room::Desk::Code::refused);
}

}  // namespace

int serve_command(const CommonOptions& common, const RoomOptions& room)
{
    CommonOptions options = common;
    for (const std::string& each : room.workers)
        if (base::command_words(each).empty())
            return fail({"an empty command was given", "--worker", "name the worker's program"});
    if (!room.workers.empty()) options.worker = room.workers.front();  // computes the right answers
    if (!room::is_room_name(room.name))
        return fail(
            {"'" + room.name + "' is not a name of a room", "--room", "use up to 64 letters, digits, '-' and '_'"});
    auto context = load_context(options);
    if (!context) return fail(context.error());
    if (auto error = context->library.open_recording_or_default(options.recording)) return fail(*error);
    // Only the worker can tell whether a GPU is live; any other name can be checked now.
    if (!options.gpu.empty() && options.gpu != "live")
        if (const auto gpu = context->library.choose_gpu(options.gpu); !gpu) return fail(gpu.error());
    auto misconceptions = read_misconceptions();
    if (!misconceptions) return fail(misconceptions.error(), exit_other);
    std::error_code failure;
    const fs::path folder = fs::current_path(failure);
    if (failure) return fail({"the current folder is gone: " + failure.message(), "serve", "change to another"});
    if (options.json)
        if (const auto served = room::RoomStore::served_elsewhere(folder, room.name)) {
            Json json = links_json(served->links, folder / (room.name + room::votes_ending));
            json["is_joined"] = true;
            print_json(json);
            return exit_ok;
        }
    auto store = room::RoomStore::open(folder, room.name, std::time(nullptr));
    if (!store) return fail(store.error());

    room::RoomContent content{room_questions(context->library.catalogue()), std::move(*misconceptions), ""};
    TruthFinder truths(std::move(*context), options.gpu);
    stop_at_signals();
    room::ServeOptions serving;
    auto desk = open_desk(options, room, serving);
    if (!desk) return fail(desk.error());
    serving.desk = desk->get();
    serving.listening = {room.address, room.port.value_or(default_port), room.certificate, room.key};
    serving.may_change_port = !room.port;
#if SPILLWAY_HAS_WINDOW
    serving.qr = qr_svg;
#endif
    serving.on_open = [&](const room::RoomLinks& links) {
        options.json ? print_links_as_json(room, *store, links) : print_links(room, *store, links);
    };
    serving.commands = room.commands;
    serving.on_line = [](const std::string& line) {
        print("{}\n", line);
        std::fflush(stdout);
    };
    serving.is_stopped = [] { return stop_signal != 0; };
    const auto end = room::serve(serving, *store, std::move(content), truths);
    if (!end) return fail(end.error(), exit_other);
    if (options.json) return exit_ok;
    const bool has_votes = base::what_stands_at(store->votes_place()) == base::Standing::file;
    print("{}{}\n", *end == room::RoomEnd::too_old ? "The room is twelve hours old and has ended. " : "",
          has_votes ? "The votes are in " + store->votes_place().string() : "There are no votes.");
    return exit_ok;
}

}  // namespace spillway::cli
