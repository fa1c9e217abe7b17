#!/usr/bin/env python3
"""pictures.py PAGE SPILLWAY FOLDER: twelve views, each as the page shows it beside what the desktop's window shows.

FOLDER/index.html has them in two columns. Nothing is compared by a machine: fonts are subsets there and the system's
here, a page's learner has answered no question yet, and what is asked of a compiler has an answer on one side only.
"""

import os
import subprocess
import sys

import browser

# Name, width, height, scale and view of each picture.
VIEWS = (
    ("1280x720", 1280, 720, 1, "v1/running_mean/tab=lesson"),
    ("1600x900", 1600, 900, 1, "v1/running_mean/tab=lesson"),
    ("2560x1440 at scale 2", 1280, 720, 2, "v1/running_mean/tab=lesson"),
    ("light", 1600, 900, 1, "v1/running_mean/tab=lesson/theme=light"),
    ("present mode", 1280, 720, 1, "v1/stencil/tab=lesson/present=1"),
    ("present mode, light", 1600, 900, 1, "v1/transpose/tab=lesson/present=1/theme=light"),
    ("another GPU", 1600, 900, 1, "v1/async_copy/gpu=h100/tab=report"),
    ("roofline", 1600, 900, 1, "v1/roofline/tab=roofline"),
    ("memory", 1600, 900, 1, "v1/l2_persistence/tab=memory/theme=light"),
    ("a GPU without a recording", 1280, 720, 1, "v1/cluster_dsmem/gpu=rtx5090/tab=occupancy"),
    ("a phone", 390, 844, 3, "v1/running_mean/tab=lesson"),
    ("a phone on its side, light", 844, 390, 3, "v1/matmul/tab=lesson/theme=light"),
)


def of_page(address, place, file, width, height, scale):
    page = browser.Page(width, height, scale)  # one that keeps nothing of the view before
    try:
        page.open(address + "#" + place)
        page.until("document.documentElement.dataset.data === 'whole'", "all data", 120)
        page.until("document.documentElement.dataset.rested", "rest", 120)
        page.value("new Promise((resolve) => setTimeout(resolve, 2000))")
        page.picture(file)
    finally:
        page.close()


def of_window(spillway, place, file, width, height, scale):
    subprocess.run([spillway, "screenshot", "--view", place, "--size", f"{width * scale}x{height * scale}",
                    "--scale", str(scale), "--worker", "none", "--force", "-o", file], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main():
    folder, spillway, output = sys.argv[1:]
    os.makedirs(output, exist_ok=True)
    server, address = browser.serve(folder)
    rows = []
    try:
        for number, (name, width, height, scale, place) in enumerate(VIEWS, 1):
            files = [f"{number:02}_{where}.png" for where in ("page", "window")]
            of_page(address, place, os.path.join(output, files[0]), width, height, scale)
            of_window(spillway, place, os.path.join(output, files[1]), width, height, scale)
            rows.append(f"<h2>{name}: <code>{place}</code></h2>\n" +
                        "\n".join(f'<img src="{file}" alt="{file}" width="49%">' for file in files))
            print(f"{number} of {len(VIEWS)}: {name}", file=sys.stderr)
    finally:
        server.shutdown()
    with open(os.path.join(output, "index.html"), "w", encoding="utf-8") as out:
        out.write("<!DOCTYPE html>\n<meta charset=utf-8>\n<title>The page and the window</title>\n"
                  "<h1>Left the page, right the window</h1>\n" + "\n".join(rows) + "\n")
    print(os.path.join(output, "index.html"))


if __name__ == "__main__":
    main()
