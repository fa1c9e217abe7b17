#include "app/charts/picture_look.h"

namespace spillway::charts {

PictureLook picture_look(Purpose purpose)
{
    const ChartStyle print = ChartStyle::document();
    if (purpose == Purpose::print)
        return {print, print, print, {600, 420}, {480, 380}, {720, 480}, {860, 420}, {1240, 680}, 560, 11, false};
    ChartStyle alone = print.scaled(2), beside = print.scaled(1.6), dense = print.scaled(1.6);
    alone.line_width = 4.5;
    beside.line_width = 4;
    return {alone, beside, dense, {1280, 720}, {622, 440}, {1280, 720}, {1280, 720}, {1920, 1040}, 1280, 17, true};
}

}  // namespace spillway::charts
