#include "app/window/panels/code/code_diff.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "app/teaching/advice.h"
#include "app/teaching/source_outline.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/menu.h"

namespace spillway::window {
namespace {

using Lines = std::vector<std::string>;

bool is_blank(const std::string& line)
{
    return line.find_first_not_of(" \t") == std::string::npos;
}

/// The lines of the source that a variant's kernel uses. Skipped code leaves at most one blank line, so that blank
/// lines do not count as differences.
Lines source_lines(const session::SessionView& session, const model::Variant& variant)
{
    const Lines all = teaching::split_lines(session.experiment().source);
    const std::vector<bool> belongs = teaching::lines_of_kernel(all, teaching::base_name(variant.entry));
    Lines lines;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (belongs[i] && !(is_blank(all[i]) && (lines.empty() || is_blank(lines.back())))) lines.push_back(all[i]);
    return lines;
}

/// The line without its address, which is not a difference; empty for a blank line or a .loc directive.
std::optional<std::string> comparable(CodeKind kind, const std::string& line)
{
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) return std::nullopt;
    if (kind == CodeKind::ptx && line.compare(begin, 4, ".loc") == 0) return std::nullopt;
    if (kind == CodeKind::sass && line.compare(begin, 2, "/*") == 0)
        if (const std::size_t end = line.find("*/", begin); end != std::string::npos)
            return "    " + line.substr(std::min(line.find_first_not_of(' ', end + 2), line.size()));
    return line;
}

Lines generated_lines(CodeKind kind, const std::vector<model::ListingLine>& listing, const std::string& kernel)
{
    const teaching::ListingIndex index = teaching::index_listing(listing, kernel);
    Lines lines;
    for (std::size_t i = 0; i < listing.size(); ++i)
        if (index.belongs[i])
            if (auto line = comparable(kind, teaching::readable_line(listing[i].text).text))
                lines.push_back(std::move(*line));
    return lines;
}

/// Empty if the code has not arrived yet.
std::optional<Lines> lines_of(const session::SessionView& session, const model::Variant& variant, CodeKind kind)
{
    if (kind == CodeKind::source) return source_lines(session, variant);
    const model::Listing* listing = session.listing_of(variant.name);
    if (listing == nullptr || (kind == CodeKind::sass && !listing->sass)) return std::nullopt;
    return generated_lines(kind, kind == CodeKind::ptx ? listing->ptx : *listing->sass,
                           teaching::base_name(variant.entry));
}

std::size_t hash_of(const std::optional<Lines>& lines)
{
    std::size_t key = lines ? lines->size() : ~std::size_t{0};
    if (lines)
        for (const std::string& line : *lines) combine(key, std::hash<std::string>{}(line));
    return key;
}

const char* words_of(CodeKind kind)
{
    return kind == CodeKind::source ? "source" : kind == CodeKind::ptx ? "PTX" : "SASS";
}

}  // namespace

bool CodeDiff::is_on(const session::SessionView& session) const
{
    return !other_.empty() && other_ != session.selection().focus &&
           session.experiment().find_variant(other_) != nullptr;
}

void CodeDiff::draw_choice(PanelContext& context)
{
    const session::SessionView& session = context.session;
    if (session.experiment().variants.size() < 2) return;
    ImGui::SameLine();
    const bool on = is_on(session);
    const std::string label =
        on ? "Compared with " + shown_name(*session.experiment().find_variant(other_)) : "Compare";
    const bool clicked = switch_button(context, "code:compare", label.c_str(), on);
    const Rect anchor{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    if (clicked) open_menu(context, "compare", "compare:none");
    if (!begin_menu(context, "compare", anchor, 300 * context.theme.scale)) return;
    if (menu_entry(context, {"compare:none", "No comparison", "", !on, 0})) other_.clear();
    for (const model::Variant& variant : session.experiment().variants) {
        if (variant.name == session.selection().focus) continue;
        if (!menu_entry(context, {"compare:" + variant.name, shown_name(variant), "", other_ == variant.name, 0}))
            continue;
        other_ = variant.name;
        context.commands.post(
            [name = variant.name](session::Session& target, ViewState&) { target.want_code_of(name); });
    }
    end_menu(context);
}

void CodeDiff::refresh(const session::SessionView& session, CodeKind kind)
{
    if (session.revision() == revision_ && kind == kind_ && other_ == column_.id) return;
    revision_ = session.revision();
    kind_ = kind;
    column_.id = other_;
    const model::Variant* before = session.experiment().find_variant(other_);
    const model::Variant* after = session.experiment().find_variant(session.selection().focus);
    if (before == nullptr || after == nullptr) return;
    auto first = lines_of(session, *before, kind), second = lines_of(session, *after, kind);
    std::size_t key = hash_of(first);
    combine(key, hash_of(second));
    combine(key, static_cast<std::size_t>(kind));
    combine(key, std::hash<std::string>{}(other_));
    combine(key, std::hash<std::string>{}(session.selection().focus));  // the summary names it
    if (key == key_) return;
    key_ = key;
    is_ready_ = first && second;
    rows_.clear();
    changes_.clear();
    numbers_.clear();
    column_.select(-1, -1);
    summary_ = "Waiting for the " + std::string(words_of(kind)) + " of both variants.";
    if (!is_ready_) return;
    before_ = std::move(*first);
    after_ = std::move(*second);
    compare();
    summary_ = changes_.empty() ? "Both variants have the same " + std::string(words_of(kind)) + "."
                                : changes_text(shown_name(*before), shown_name(*after));
    column_.scroll_to = changes_.empty() ? 0 : changes_.front();
    column_.language = kind == CodeKind::source ? teaching::Language::cuda
                       : kind == CodeKind::ptx  ? teaching::Language::ptx
                                                : teaching::Language::sass;
    column_.longest_line = 0;
    for (const Lines* lines : {&before_, &after_})
        for (const std::string& line : *lines) column_.longest_line = std::max(column_.longest_line, line.size());
}

void CodeDiff::compare()
{
    using Kind = teaching::DiffRow::Kind;
    rows_ = teaching::diff_lines(before_, after_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const bool begins = rows_[i].kind != Kind::same && (i == 0 || rows_[i - 1].kind == Kind::same);
        if (begins) changes_.push_back(static_cast<int>(i));
        numbers_.push_back(rows_[i].kind == Kind::same ? " " : rows_[i].kind == Kind::added ? "+" : "–");
    }
}

std::string CodeDiff::changes_text(const std::string& before, const std::string& after) const
{
    const auto count = [&](teaching::DiffRow::Kind kind) {
        return std::count_if(rows_.begin(), rows_.end(),
                             [&](const teaching::DiffRow& row) { return row.kind == kind; });
    };
    return teaching::counted(count(teaching::DiffRow::Kind::removed), "line") + " only in " + before + " (–), " +
           std::to_string(count(teaching::DiffRow::Kind::added)) + " only in " + after + " (+), in " +
           teaching::counted(static_cast<std::int64_t>(changes_.size()), "place") + ".";
}

void CodeDiff::prepare(const Theme& theme)
{
    using Kind = teaching::DiffRow::Kind;
    column_.rows = static_cast<int>(rows_.size());
    column_.number_digits = 2;
    column_.row = [this, removed = faded(theme.error, 0.17F), added = faded(theme.good, 0.17F)](int at) {
        const auto index = static_cast<std::size_t>(at);
        const teaching::DiffRow& row = rows_[index];
        CodeRow shown{row.kind == Kind::removed ? before_[static_cast<std::size_t>(row.before)]
                                                : after_[static_cast<std::size_t>(row.after)]};
        shown.ground = row.kind == Kind::same ? 0 : row.kind == Kind::removed ? removed : added;
        shown.number = numbers_[index];
        return shown;
    };
    column_.marks.clear();
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i].kind != Kind::same)
            column_.marks.push_back({static_cast<int>(i),
                                     rows_[i].kind == Kind::removed ? CodeMark::Kind::removed : CodeMark::Kind::added});
}

}  // namespace spillway::window
