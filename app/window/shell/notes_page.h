#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::window {

/// What is printed of a stop.
struct PrintedStop {
    std::string heading;
    std::string notes;               ///< Markdown
    std::vector<std::uint8_t> rgba;  ///< of the picture, 4 bytes a pixel, top row first
    int width = 0, height = 0;       ///< of the picture
};

/// A4 pages across, as a PDF in memory: the picture with its notes in two columns below, one stop a page. Notes that
/// need a little more room make the picture smaller, and those that need much more go on on a page of their own. Text
/// stays text.
class NotesPages {
public:
    explicit NotesPages(const std::string& title);
    ~NotesPages();
    NotesPages(const NotesPages&) = delete;
    NotesPages& operator=(const NotesPages&) = delete;

    void add(const PrintedStop& stop);
    /// All of it; nothing can be added any more.
    [[nodiscard]] model::Expected<std::string> finish();

private:
    struct Pages;
    Pages* pages_;
};

}  // namespace spillway::window
