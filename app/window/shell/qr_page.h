#pragma once

#include <string>

#include "app/qr/qr_code.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// The address of this view in a browser: the page's, "#" and the view's text, encoded as JavaScript's encodeURI does.
[[nodiscard]] model::Expected<std::string> address_of_view(const session::SessionView& session, const ViewState& view);

/// That address as a QR code over the whole window, as large as fits; it follows the view.
class QrPage {
public:
    void draw(PanelContext& context);

private:
    void read_address(const PanelContext& context);

    std::string address_;  ///< the one that is encoded
    model::Expected<qr::QrCode> code_ = qr::QrCode{};
};

}  // namespace spillway::window
