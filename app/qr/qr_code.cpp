#include "app/qr/qr_code.h"

#include <memory>
#include <string>

#include <qrencode.h>

namespace spillway::qr {
namespace {

using model::Error;

constexpr const char* qr_code = "the QR code";

}  // namespace

model::Expected<QrCode> encode(std::string_view text)
{
    if (text.empty()) return Error{"there is no text to encode", qr_code, "give it an address"};
    if (text.size() > max_bytes)
        return Error{"the address has " + std::to_string(text.size()) + " characters, and a QR code holds " +
                         std::to_string(max_bytes) + " at most",
                     qr_code, "copy the link instead"};
    // Version 0 selects the smallest version that fits.
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> made(
        QRcode_encodeData(static_cast<int>(text.size()), reinterpret_cast<const unsigned char*>(text.data()), 0,
                          QR_ECLEVEL_L),
        QRcode_free);
    if (!made) return Error{"there is no memory for it", qr_code, "copy the link instead"};
    QrCode code{made->width, {}};
    const std::size_t count = static_cast<std::size_t>(made->width) * static_cast<std::size_t>(made->width);
    code.black.reserve(count);
    for (std::size_t i = 0; i < count; ++i) code.black.push_back((made->data[i] & 1) != 0);
    return code;
}

}  // namespace spillway::qr
