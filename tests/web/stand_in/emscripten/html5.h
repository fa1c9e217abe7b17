// As emscripten.h: names and types that the page's own sources use.
#pragma once

using EM_BOOL = int;
using EMSCRIPTEN_RESULT = int;
using EMSCRIPTEN_WEBGL_CONTEXT_HANDLE = long;

enum { EMSCRIPTEN_RESULT_SUCCESS, DOM_DELTA_PIXEL };
enum {
    EMSCRIPTEN_EVENT_MOUSELEAVE,
    EMSCRIPTEN_EVENT_MOUSEDOWN,
    EMSCRIPTEN_EVENT_MOUSEUP,
    EMSCRIPTEN_EVENT_TOUCHSTART,
    EMSCRIPTEN_EVENT_TOUCHMOVE,
    EMSCRIPTEN_EVENT_TOUCHEND,
    EMSCRIPTEN_EVENT_TOUCHCANCEL,
    EMSCRIPTEN_EVENT_KEYDOWN
};
inline constexpr const char* EMSCRIPTEN_EVENT_TARGET_WINDOW = "window";

struct EmscriptenMouseEvent {
    long targetX, targetY;
    unsigned short button, buttons;
    EM_BOOL ctrlKey;
};
struct EmscriptenWheelEvent {
    EmscriptenMouseEvent mouse;
    double deltaX, deltaY;
    unsigned long deltaMode;
};
struct EmscriptenTouchPoint {
    long targetX, targetY;
};
struct EmscriptenTouchEvent {
    int numTouches;
    EmscriptenTouchPoint touches[32];
};
struct EmscriptenKeyboardEvent {
    EM_BOOL ctrlKey, shiftKey, altKey, metaKey;
    char key[32];
};
struct EmscriptenUiEvent;
struct EmscriptenFocusEvent;
struct EmscriptenWebGLContextAttributes {
    int majorVersion;
    EM_BOOL alpha, antialias, depth, stencil, preserveDrawingBuffer, enableExtensionsByDefault;
};

template <class Event>
using EmscriptenListener = EM_BOOL (*)(int, const Event*, void*);
template <class Event>
using EmscriptenListens = EMSCRIPTEN_RESULT(const char*, void*, EM_BOOL, EmscriptenListener<Event>);

extern "C" {
long emscripten_request_animation_frame(EM_BOOL (*)(double, void*), void*);
void emscripten_cancel_animation_frame(long);
long emscripten_set_timeout(void (*)(void*), double, void*);
void emscripten_clear_timeout(long);
void emscripten_html5_remove_all_event_listeners();
EMSCRIPTEN_RESULT emscripten_get_element_css_size(const char*, double*, double*);
EMSCRIPTEN_RESULT emscripten_set_canvas_element_size(const char*, int, int);
void emscripten_webgl_init_context_attributes(EmscriptenWebGLContextAttributes*);
EMSCRIPTEN_WEBGL_CONTEXT_HANDLE emscripten_webgl_create_context(const char*, const EmscriptenWebGLContextAttributes*);
EMSCRIPTEN_RESULT emscripten_webgl_make_context_current(EMSCRIPTEN_WEBGL_CONTEXT_HANDLE);
EMSCRIPTEN_WEBGL_CONTEXT_HANDLE emscripten_webgl_get_current_context();
EM_BOOL emscripten_webgl_enable_extension(EMSCRIPTEN_WEBGL_CONTEXT_HANDLE, const char*);
EMSCRIPTEN_RESULT emscripten_webgl_destroy_context(EMSCRIPTEN_WEBGL_CONTEXT_HANDLE);
EmscriptenListens<EmscriptenMouseEvent> emscripten_set_mousemove_callback, emscripten_set_mousedown_callback,
    emscripten_set_mouseup_callback, emscripten_set_mouseleave_callback;
EmscriptenListens<EmscriptenWheelEvent> emscripten_set_wheel_callback;
EmscriptenListens<EmscriptenTouchEvent> emscripten_set_touchstart_callback, emscripten_set_touchmove_callback,
    emscripten_set_touchend_callback, emscripten_set_touchcancel_callback;
EmscriptenListens<EmscriptenKeyboardEvent> emscripten_set_keydown_callback, emscripten_set_keyup_callback;
EmscriptenListens<EmscriptenUiEvent> emscripten_set_resize_callback;
EmscriptenListens<EmscriptenFocusEvent> emscripten_set_focus_callback;
}
