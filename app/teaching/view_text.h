#pragma once

// A view of the window as one line of text: names and numbers, never code. Used in files, after `spillway://`, and
// after `#` in a browser's address:
//
// v1/running_mean/gpu=h200/recording=h200/x=window_size/variant=local_array/set=block_size:256,window_size:48/tab=code
//
// The version comes first, then the experiment, then the settings as KEY=VALUE in any order. Commas separate the items
// of a list. Characters of names other than letters, digits, `_`, `-`, `.` and `~` are percent-encoded, as in %2F.

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
inline constexpr std::size_t max_view_bytes = 4000, max_view_names = 300, max_view_name_bytes = 200;
inline constexpr int max_view_step = 999;
inline constexpr std::string_view view_scheme = "spillway://";

/// A selected setting of an experiment. Empty members keep the experiment's initial choice.
struct ViewSetting {
    std::string experiment;
    std::string gpu;        ///< name as in `spillway gpus`; empty: the GPU chosen when the view is opened
    std::string recording;  ///< GPU whose recording supplies the measured numbers; never a path
    std::string x_axis, variant;
    std::map<std::string, std::string> values;  ///< of parameters and knobs
    friend bool operator==(const ViewSetting&, const ViewSetting&) = default;
};

enum class ViewTheme { unsaid, dark, light };

struct View {
    ViewSetting setting;
    std::optional<ViewSetting> a;  ///< the pinned setting A
    std::vector<std::string> charts;
    std::map<std::string, std::string> y_scales;  ///< metric to "linear" or "logarithmic"
    std::set<std::string> hidden;                 ///< variants
    std::string tab, filled;                      ///< the panel below the charts; the part that fills the window
    int step = 0;                                 ///< of the lesson, from 1; 0: unsaid
    std::optional<catalogue::WarpPlace> warp;     ///< that the tab Warp shows; none: unsaid
    bool present = false;
    bool shows_everything = false;  ///< no covers; questions show their answers
    ViewTheme theme = ViewTheme::unsaid;
    friend bool operator==(const View&, const View&) = default;
};

/// The view as a line without a scheme. Omits members that are empty or false.
[[nodiscard]] std::string format_view(const View& view);

/// Parses any text: a line written by format_view, alone or after `spillway://` or `#`, with surrounding blanks
/// allowed. The Error says what is invalid. Does not check that an experiment has these names.
[[nodiscard]] model::Expected<View> parse_view(std::string_view text);

}  // namespace spillway::teaching
