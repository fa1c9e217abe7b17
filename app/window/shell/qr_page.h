#pragma once

#include <string>

#include "app/qr/qr_code.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// Address of this view in a browser: the page's address, "#" and the view's text, encoded like JavaScript's encodeURI.
/// The address opens outside of present mode. Error: the view cannot be sent as a link.
[[nodiscard]] model::Expected<std::string> address_of_view(const session::SessionView& session, const ViewState& view);

/// Shows address_of_view() as a QR code over the whole window, as large as possible; follows changes of the view.
class QrPage {
public:
    void draw(PanelContext& context);

private:
    void read_address(const PanelContext& context);

    std::string address_;  ///< the encoded address
    model::Expected<qr::QrCode> code_ = qr::QrCode{};
};

}  // namespace spillway::window
