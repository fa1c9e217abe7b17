#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::window {

/// Content of a printed stop.
struct PrintedStop {
    std::string heading;
    std::string notes;               ///< Markdown
    std::vector<std::uint8_t> rgba;  ///< the picture, 4 bytes per pixel, top row first
    int width = 0, height = 0;       ///< size of the picture
};

/// Landscape A4 pages as a PDF in memory, one stop per page: the picture, and its notes in two columns below. Slightly
/// longer notes make the picture smaller; much longer ones continue on another page. Text stays text.
class NotesPages {
public:
    explicit NotesPages(const std::string& title);
    ~NotesPages();
    NotesPages(const NotesPages&) = delete;
    NotesPages& operator=(const NotesPages&) = delete;

    void add(const PrintedStop& stop);
    /// Returns the PDF and closes it; add() must not follow.
    [[nodiscard]] model::Expected<std::string> finish();

private:
    struct Pages;
    Pages* pages_;
};

}  // namespace spillway::window
