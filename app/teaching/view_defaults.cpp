#include "app/teaching/view_defaults.h"

#include "app/teaching/view_fit.h"

namespace spillway::teaching {
namespace {

template <typename Field>
void drop_if_same(Field& field, const Field& usual)
{
    if (field == usual) field = {};
}

template <typename Field>
void fill_if_empty(Field& field, const Field& usual)
{
    if (field.empty()) field = usual;
}

}  // namespace

std::optional<View> default_view(const std::string& experiment, const PageDefaults& defaults,
                                 const session::SessionView& session)
{
    ViewSetting wanted;
    wanted.experiment = experiment;
    wanted.gpu = defaults.gpu;
    wanted.recording = defaults.recording;
    const auto selection = fit(wanted, session);
    if (!selection) return std::nullopt;
    View view;
    view.setting = setting_of(*selection, session);
    view.charts = session.catalogue().find(experiment)->charts;
    view.tab = "lesson";
    view.theme = defaults.theme;
    return view;
}

View without_defaults(View view, const View& defaults)
{
    ViewSetting& setting = view.setting;
    const ViewSetting& usual = defaults.setting;
    // A GPU without its recording is another source of numbers: both are named or none.
    if (setting.gpu == usual.gpu && setting.recording == usual.recording) setting.gpu = setting.recording = "";
    drop_if_same(setting.x_axis, usual.x_axis);
    drop_if_same(setting.variant, usual.variant);
    std::erase_if(setting.values, [&](const auto& each) {
        const auto found = usual.values.find(each.first);
        return found != usual.values.end() && found->second == each.second;
    });
    drop_if_same(view.charts, defaults.charts);
    drop_if_same(view.tab, defaults.tab);
    drop_if_same(view.theme, defaults.theme);
    return view;
}

View with_defaults(View view, const View& defaults)
{
    ViewSetting& setting = view.setting;
    const ViewSetting& usual = defaults.setting;
    if (setting.gpu.empty() && setting.recording.empty()) {
        setting.gpu = usual.gpu;
        setting.recording = usual.recording;
    }
    fill_if_empty(setting.x_axis, usual.x_axis);
    fill_if_empty(setting.variant, usual.variant);
    setting.values.insert(usual.values.begin(), usual.values.end());  // keeps the view's own values
    fill_if_empty(view.charts, defaults.charts);
    fill_if_empty(view.tab, defaults.tab);
    return view;
}

}  // namespace spillway::teaching
