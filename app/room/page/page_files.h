#pragma once

namespace spillway::room {

/// The room's pages and scripts, made from the files of this folder.
extern const char* const phone_html;
extern const char* const presenter_html;
extern const char* const privacy_html;
extern const char* const no_room_html;
extern const char* const room_css;
extern const char* const socket_js;
extern const char* const drawing_js;
extern const char* const phone_js;
extern const char* const presenter_js;

}  // namespace spillway::room
