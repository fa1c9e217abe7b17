#pragma once

#include <string>

#include "app/model/error.h"
#include "app/qr/qr_code.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// The class's room: the page that opens it, and its link with a QR code for the projector. Covers the window.
class RoomPage {
public:
    void draw(PanelContext& context);

private:
    void draw_open_room(PanelContext& context, const Rect& inside, float top);

    std::string link_;
    model::Expected<qr::QrCode> code_ = qr::QrCode{};
};

/// Shows or hides the page; the room stays open. Does nothing where no program can be started.
void toggle_room_page(ViewState& view);

}  // namespace spillway::window
