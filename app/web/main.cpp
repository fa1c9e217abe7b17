// The page's program: functions that page.js calls, and the start.

#include <cstdlib>
#include <string>

#include <unistd.h>

#include <emscripten.h>

#include "app/web/page.h"

namespace {

EM_JS(void, page_fails, (const char* line), { Module.showFailure(UTF8ToString(line)); });

}  // namespace

extern "C" {

void page_opens_view(const char* fragment)
{
    spillway::web::page->open_view(fragment);
}

void page_drops(const char* file)
{
    spillway::web::page->surface().drop(file);
}

bool page_brings(const char* file)
{
    return spillway::web::page->take_part(file);
}

void page_moves(double x, double y)
{
    spillway::web::page->move(static_cast<float>(x), static_cast<float>(y));
}

void page_slides(double x, double y)
{
    spillway::web::page->slide(static_cast<float>(x), static_cast<float>(y));
}

void page_reads_on()
{
    spillway::web::page->read_on();
}

void page_pastes(const char* text)
{
    spillway::web::page->surface().paste(text);
}

void page_copies(int cuts)
{
    spillway::web::page->copy(cuts != 0);
}

void page_types(int fewer, const char* text)
{
    spillway::web::page->type(fewer, text);
}

int page_wants_text()
{
    return spillway::web::page->wants_text() ? 1 : 0;
}

/// Whether the browser saves what the learner does.
void page_keeps(int keeps)
{
    spillway::web::page->take_keeping(keeps != 0);
}

void page_says(const char* line)
{
    spillway::web::page->say(line);
}

/// Position of a clickable item ("slider:window_size"), for scripts that drive the page: "x y width height" in pixels
/// of the canvas; empty if it is not visible.
const char* page_finds(const char* item)
{
    static std::string place;
    const auto rect = spillway::web::page->find(item);
    place.clear();
    if (rect)
        for (const float number : {rect->min.x, rect->min.y, rect->width(), rect->height()})
            place += std::to_string(number) + " ";
    return place.c_str();
}

void page_hears_room()
{
    spillway::web::page->hear();
}

void page_hides()
{
    spillway::web::page->hide();
}

void page_acts(const char* act)
{
    spillway::web::page->act(act);
}

void page_loses_graphics()
{
    spillway::web::page->lose_graphics();
}

void page_regains_graphics()
{
    if (const auto failed = spillway::web::page->regain_graphics()) page_fails(failed->line().c_str());
}

}  // extern "C"

int main()
{
    setenv("SPILLWAY_DATA", "/spillway", 1);
    setenv("HOME", "/home/learner", 1);
    // Charts and views are saved here; page.js downloads them.
    setenv("XDG_PICTURES_DIR", "/saved", 1);
    if (chdir("/saved") != 0) return 1;
    if (const auto failed = spillway::web::Page::open()) page_fails(failed->line().c_str());
    return 0;
}
