#pragma once

// A view of the window as one line of text: names and numbers, never code. It stands in a file, behind `spillway://`
// and behind `#` in a browser's address:
//
//   v1/running_mean/gpu=h200/recording=h200/x=window_size/variant=local_array/set=block_size:256,window_size:48/tab=code
//
// The version comes first, then the experiment, then what is chosen, as KEY=VALUE in any order. Lists are parted by
// commas. What a name holds besides letters, digits, `_`, `-`, `.` and `~` is written as %2F and the like.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/warp_place.h"
#include "app/model/error.h"

namespace spillway::teaching {

inline constexpr int view_version = 1;
inline constexpr std::size_t most_view_bytes = 4000, most_view_names = 300, most_view_name_bytes = 200;
inline constexpr int most_view_step = 999;
inline constexpr std::string_view view_scheme = "spillway://";

/// What is chosen of an experiment; what is empty is as the experiment begins with it.
struct ViewSetting {
    std::string experiment;
    std::string gpu;        ///< as in `spillway gpus`; empty: the one that is chosen where the view is opened
    std::string recording;  ///< name of the GPU whose recording the measured numbers come from; never a path
    std::string x_axis, variant;
    std::map<std::string, std::string> values;  ///< of parameters and knobs
    friend bool operator==(const ViewSetting&, const ViewSetting&) = default;
};

enum class ViewTheme { unsaid, dark, light };

struct View {
    ViewSetting setting;
    std::optional<ViewSetting> a;  ///< what is pinned as A
    std::vector<std::string> charts;
    std::map<std::string, std::string> y_scales;  ///< metric to "linear" or "logarithmic"
    std::set<std::string> hidden;                 ///< variants
    std::string tab, filled;                      ///< the panel below the charts; the part that fills the window
    int step = 0;                                 ///< of the lesson, from 1; 0: unsaid
    std::optional<catalogue::WarpPlace> warp;     ///< that the tab Warp shows; none: unsaid
    bool present = false;
    ViewTheme theme = ViewTheme::unsaid;
    friend bool operator==(const View&, const View&) = default;
};

/// The line, without a scheme: empty names and what is as it begins are left out.
[[nodiscard]] std::string format_view(const View& view);

/// Any text whatever: a line as format_view writes it, alone or behind `spillway://` or `#`, with blanks around it.
/// The Error says what is wrong with it; whether an experiment has these names is not looked at.
[[nodiscard]] model::Expected<View> parse_view(std::string_view text);

}  // namespace spillway::teaching
