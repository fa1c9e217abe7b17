#include "app/window/shell/find_page.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/teaching/found_texts.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/page_window.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/views.h"
#include "app/window/shell/dropped.h"
#include "app/window/shell/typed_path.h"

namespace spillway::window {
namespace {

constexpr std::size_t max_rows = 12;

/// The text without surrounding blanks if it begins like a link; otherwise empty.
std::string link_in(std::string_view text)
{
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
    return text.starts_with("spillway://") || text.starts_with("v1/") ? std::string(text) : std::string();
}

FindEntry link_row(const std::string& link)
{
    return {"find:link",
            "Link",
            "Open this view",
            link,
            {},
            std::nullopt,
            [link](session::Session& session, ViewState& view) {
                if (const auto problem = show_view(link, session, view))
                    view.finder = {true, true, link, problem->line()};
            }};
}

/// Row that opens this file or folder.
FindEntry open_row(const std::filesystem::path& path, bool is_folder)
{
    return {"find:path:" + path.string(),
            is_folder ? "Folder" : "File",
            "Open " + (path.has_filename() ? path.filename() : path).string(),
            path.string(),
            {},
            std::nullopt,
            [path](session::Session& session, ViewState& view) {
                if (const auto problem = open_path(path, session, view))
                    view.finder = {true, true, path.string(), problem->line()};
            }};
}

/// Row that puts this folder into the field.
FindEntry enter_row(const std::filesystem::path& path)
{
    return {"find:folder:" + path.string(),
            "Folder",
            path.filename().string() + "/",
            path.string(),
            {},
            std::nullopt,
            [path](session::Session&, ViewState& view) {
                view.finder = {true, true, path.string() + "/", {}};
            }};
}

void draw_shade_behind_finder(PanelContext& context, const Rect& card)
{
    begin_page("##behind finder", IM_COL32(0, 0, 0, 130), 0, false);
    if (ImGui::IsMouseClicked(0) && !card.contains(ImGui::GetMousePos()))
        context.commands.post([](session::Session&, ViewState& view) { view.finder = {}; });
    end_page();
}

bool draw_row(PanelContext& context, const FindEntry& entry, bool is_selected)
{
    const Theme& theme = context.theme;
    const Rect row = take_row(std::round(font_pixels(theme.body) + 10 * theme.scale));
    const Touch touch = touch_area(context, entry.key, row);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (is_selected || touch.hovered)
        fill_rounded(list, theme, row.min, row.max, is_selected ? theme.accent_soft : theme.panel_border,
                     theme.rounding);
    const float y = row.centre().y - font_pixels(theme.body) / 2, kind_width = 84 * theme.scale;
    draw_text_fitted(list, theme.small, {row.min.x + 8 * theme.scale, row.centre().y - font_pixels(theme.small) / 2},
                     theme.text_muted, entry.kind, kind_width - 12 * theme.scale);
    float x = row.min.x + kind_width;
    const float room = row.max.x - x - 8 * theme.scale;
    // A short note, such as a key, is shown whole; the label is cut.
    const float note_width = std::min(text_width(theme.small, entry.note) + 12 * theme.scale, room * 0.4F);
    x += draw_text_fitted(list, theme.body, {x, y}, theme.text, entry.label, room - note_width) + 12 * theme.scale;
    draw_text_fitted(list, theme.small, {x, row.centre().y - font_pixels(theme.small) / 2}, theme.text_muted,
                     entry.note, row.max.x - x - 8 * theme.scale);
    return touch.clicked;
}

}  // namespace

void FindPage::begin(PanelContext& context, const KeyBindings& bindings)
{
    list_ = find_list(context, bindings);
    offered_entry_key_ = for_input_device(context.view, "find:key:open", "find:key:undo");
    if (context.view.is_by_touch)
        for (FindEntry& entry : list_)
            if (entry.kind == "Key") entry.kind = "Action", entry.note.clear();
    selected_ = 0;
    found_for_.clear();
    rows_.clear();
    replacement_ = error_for_ = context.view.finder.text;
    card_.reset();
    context.commands.post([](session::Session&, ViewState& view) { view.finder.is_new = false; });
}

int FindPage::apply_replacement(ImGuiInputTextCallbackData* data)
{
    auto& page = *static_cast<FindPage*>(data->UserData);
    if (!page.replacement_) return 0;
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, page.replacement_->c_str());
    page.replacement_.reset();
    return 0;
}

/// True if Enter was pressed.
bool FindPage::draw_field(PanelContext& context)
{
    ImGui::SetNextItemWidth(-1);
    const bool enter_pressed = ImGui::InputTextWithHint(
        "##finder",
        context.view.page_address.empty() ? "A lesson, a question, a word, a key, a file, or a link"
                                          : "A lesson, a question, a word, a key, or a link",
        field_.data(), field_.size(), ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways,
        apply_replacement, this);
    context.items.note("finder:field", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    const auto step = [&](ImGuiKey key, std::size_t by) {
        if (is_key_pressed(key) && !rows_.empty()) selected_ = (selected_ + by) % rows_.size();
    };
    step(ImGuiKey_DownArrow, 1);
    step(ImGuiKey_UpArrow, rows_.empty() ? 0 : rows_.size() - 1);
    if (!enter_pressed && !ImGui::IsItemActive() && !ImGui::IsMouseDown(0)) focus_keyboard(context, -1);
    return enter_pressed;
}

void FindPage::add_paths()
{
    const auto typed = typed_path(field_.data());
    if (!typed) return;
    std::error_code error;
    const auto kind = std::filesystem::status(*typed, error).type();
    if (kind == std::filesystem::file_type::regular) rows_.push_back(open_row(*typed, false));
    if (kind == std::filesystem::file_type::directory)
        rows_.push_back(open_row(typed->has_filename() ? *typed : typed->parent_path(), true));
    for (const PathChoice& choice : path_choices(*typed, max_rows))
        if (choice.path != *typed || choice.is_folder)
            rows_.push_back(choice.is_folder ? enter_row(choice.path) : open_row(choice.path, false));
}

void FindPage::find_rows(bool takes_paths)
{
    const std::string text = field_.data();
    if (text == found_for_ && !(text.empty() && rows_.empty())) return;
    found_for_ = text;
    selected_ = 0;
    rows_.clear();
    if (const std::string link = link_in(text); !link.empty()) rows_.push_back(link_row(link));
    if (takes_paths) add_paths();
    std::vector<teaching::FindText> texts;
    for (const FindEntry& entry : list_)
        texts.push_back({entry.label, entry.note + " " + entry.more + " " + entry.kind});
    for (const std::size_t index : teaching::found_texts(texts, text, max_rows)) rows_.push_back(list_[index]);
    if (text.empty())
        for (const FindEntry& entry : list_)
            if (entry.key == offered_entry_key_ || (entry.kind == "Recent" && rows_.size() + 1 < max_rows))
                rows_.push_back(entry);
    if (rows_.size() > max_rows) rows_.resize(max_rows);
}

void FindPage::activate(PanelContext& context, std::size_t row)
{
    if (row >= rows_.size()) return;
    const FindEntry& entry = rows_[row];
    press_ = entry.press;
    context.commands.post([act = entry.act](session::Session& session, ViewState& view) {
        view.finder = {};
        if (act) act(session, view);
    });
}

void FindPage::draw_rows(PanelContext& context)
{
    const Theme& theme = context.theme;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (draw_row(context, rows_[i], i == selected_)) return activate(context, i);
    const std::string error = field_.data() == error_for_ ? context.view.finder.error : "";
    const bool takes_paths = context.view.page_address.empty();
    const bool is_nothing_found = rows_.empty() && field_[0] != 0;
    ImGui::Dummy({0, 2 * theme.scale});
    std::string keys = "Up and Down choose, Enter opens, Esc closes.";
    if (takes_paths) keys += " While you type a path, the list shows the files and folders that match.";
    draw_text(theme.small, error.empty() ? theme.text_muted : theme.error,
              !error.empty()     ? error
              : is_nothing_found ? (takes_paths && typed_path(field_.data())
                                        ? "Spillway can open no file or folder that begins with this path."
                                        : "No entry contains all of these words.")
                                 : for_input_device(context.view, keys.c_str(),
                                                    "Tap an entry to open it. Tap outside to close the list."),
              true);
}

void FindPage::draw(PanelContext& context, const KeyBindings& bindings)
{
    if (!context.view.finder.is_open) return;
    if (context.view.finder.is_new) begin(context, bindings);
    const Theme& theme = context.theme;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float width = std::min(760 * theme.scale, screen.x * 0.94F);
    const ImVec2 at{std::round((screen.x - width) / 2), std::round(screen.y * 0.1F)};
    draw_shade_behind_finder(context, card_.value_or(Rect{{0, 0}, screen}));
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, screen.y * 0.86F});
    begin_page_card(theme, "##finder page", {14 * theme.scale, 12 * theme.scale});
    context.items.begin_scope();
    const bool enter_pressed = draw_field(context);
    find_rows(context.view.page_address.empty());
    if (enter_pressed) activate(context, selected_);
    draw_rows(context);
    const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    card_ = Rect{corner, {corner.x + size.x, corner.y + size.y}};
    context.items.end_scope();
    end_page_card();
}

std::optional<KeyPress> FindPage::take_press()
{
    return std::exchange(press_, std::nullopt);
}

void open_finder(ViewState& view, const std::string& text)
{
    view.open_menu.clear();
    view.finder = {true, true, text, {}};
}

void open_file_finder(ViewState& view)
{
    std::error_code error;
    const std::filesystem::path folder = view.recent_files.empty()
                                             ? std::filesystem::current_path(error)
                                             : std::filesystem::path(view.recent_files.front()).parent_path();
    open_finder(view, folder.string() + "/");
}

void open_from_clipboard(session::Session& session, ViewState& view)
{
    const char* clipboard = ImGui::GetClipboardText();
    const std::string text = clipboard == nullptr ? "" : clipboard;
    const std::string link = link_in(text);
    const auto path = typed_path(text);
    std::error_code unreadable;
    if (!link.empty()) {
        if (const auto problem = show_view(link, session, view)) view.status_notice = problem->line();
    } else if (path && view.page_address.empty() && std::filesystem::exists(*path, unreadable)) {
        if (const auto problem = open_path(*path, session, view)) view.status_notice = problem->line();
    } else if (path && view.page_address.empty()) {
        view.status_notice = path->string() + ": there is no such file or folder";
    } else {
        view.status_notice = view.page_address.empty() ? "The clipboard has no spillway:// link and no path."
                                                       : "The clipboard has no spillway:// link.";
    }
}

}  // namespace spillway::window
