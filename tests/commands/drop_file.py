#!/usr/bin/env python3
"""drop_file.py FILE...: drops files on the window that takes drops, as a file manager does (the XDND protocol, version 5).

Exit status 0 once the window has said that it took them.
"""
import ctypes
import ctypes.util
import sys
import time
import urllib.parse

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31
SECONDS = 20

x = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
Window = Atom = ctypes.c_ulong


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", Window), ("message_type", Atom), ("format", ctypes.c_int),
                ("data", ctypes.c_long * 5)]


class SelectionRequest(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("owner", Window), ("requestor", Window), ("selection", Atom),
                ("target", Atom), ("property", Atom), ("time", ctypes.c_ulong)]


class SelectionNotify(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("requestor", Window), ("selection", Atom), ("target", Atom),
                ("property", Atom), ("time", ctypes.c_ulong)]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("client", ClientMessage), ("request", SelectionRequest),
                ("notify", SelectionNotify), ("pad", ctypes.c_long * 24)]


x.XOpenDisplay.restype = ctypes.c_void_p
x.XDefaultRootWindow.restype = x.XCreateSimpleWindow.restype = Window
x.XInternAtom.restype = Atom
display = ctypes.c_void_p(x.XOpenDisplay(None))
root = Window(x.XDefaultRootWindow(display))


def atom(name):
    return x.XInternAtom(display, name.encode(), 0)


def takes_drops(window):
    kind, count, left, form = Atom(), ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_int()
    data = ctypes.c_void_p()
    x.XGetWindowProperty(display, Window(window), Atom(atom("XdndAware")), ctypes.c_long(0), ctypes.c_long(1), 0, Atom(0),
                         ctypes.byref(kind), ctypes.byref(form), ctypes.byref(count), ctypes.byref(left),
                         ctypes.byref(data))
    if data:
        x.XFree(data)
    return count.value > 0


def find_target(window):
    if takes_drops(window):
        return window
    parent, top, count = Window(), Window(), ctypes.c_uint()
    children = ctypes.POINTER(Window)()
    x.XQueryTree(display, Window(window), ctypes.byref(top), ctypes.byref(parent), ctypes.byref(children),
                 ctypes.byref(count))
    found = next((f for f in (find_target(children[i]) for i in range(count.value)) if f), None)
    if children:
        x.XFree(children)
    return found


def send(target, name, data):
    event = Event()
    event.client = ClientMessage(CLIENT_MESSAGE, 0, 1, display, target, atom(name), 32, (ctypes.c_long * 5)(*data))
    x.XSendEvent(display, Window(target), 0, ctypes.c_long(0), ctypes.byref(event))
    x.XFlush(display)


def answer(request, text):
    x.XChangeProperty(display, Window(request.requestor), Atom(request.property), Atom(request.target), 8, 0, text,
                      len(text))
    event = Event()
    event.notify = SelectionNotify(SELECTION_NOTIFY, 0, 1, display, request.requestor, request.selection, request.target,
                                   request.property, request.time)
    x.XSendEvent(display, Window(request.requestor), 0, ctypes.c_long(0), ctypes.byref(event))
    x.XFlush(display)


def drop(files):
    target = find_target(root.value)
    if not target:
        return "no window takes drops"
    text = "".join("file://" + urllib.parse.quote(file) + "\r\n" for file in files).encode()
    source = Window(x.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, ctypes.c_ulong(0), ctypes.c_ulong(0)))
    x.XSetSelectionOwner(display, Atom(atom("XdndSelection")), source, ctypes.c_ulong(0))
    send(target, "XdndEnter", [source.value, 5 << 24, atom("text/uri-list"), 0, 0])
    send(target, "XdndPosition", [source.value, 0, (300 << 16) | 300, 0, atom("XdndActionCopy")])
    end, event = time.monotonic() + SECONDS, Event()
    while time.monotonic() < end:
        if not x.XPending(display):
            time.sleep(0.01)
            continue
        x.XNextEvent(display, ctypes.byref(event))
        if event.type == SELECTION_REQUEST:
            answer(event.request, text)
        elif event.type == CLIENT_MESSAGE and event.client.message_type == atom("XdndStatus"):
            if not event.client.data[1] & 1:
                return "the window refused the drop"
            send(target, "XdndDrop", [source.value, 0, 0, 0, 0])
        elif event.type == CLIENT_MESSAGE and event.client.message_type == atom("XdndFinished"):
            return None if event.client.data[1] else "the window took nothing"  # GLFW says how many bytes
    return "the window did not answer"


if not display:
    sys.exit("no display")
problem = drop(sys.argv[1:])
sys.exit(problem)
