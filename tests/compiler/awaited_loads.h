#pragma once

// Checks that Spillway decodes control codes correctly: no instruction reads the result of a load before a wait for the
// load's barrier.

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/model/control_code.h"
#include "app/model/listing.h"

namespace spillway::compiler {

class AwaitedLoads {
public:
    void follow(const std::string& name, const std::vector<model::ListingLine>& lines)
    {
        for (std::size_t load = 0; load < lines.size(); ++load) {
            const std::string target = loaded_register(lines[load].text);
            if (target.empty()) continue;
            ASSERT_TRUE(lines[load].control) << name;
            ++loads;
            // Shared memory answers in order: one barrier may stand for several loads.
            if (!model::decode_control(*lines[load].control).write_barrier) continue;
            const auto waits = model::row_that_waits(lines, static_cast<int>(load));
            for (std::size_t next = load + 1; next < lines.size() && is_straight_on(lines[next].text); ++next) {
                if (!names_register(lines[next].text, target)) continue;
                EXPECT_TRUE(waits && *waits <= static_cast<int>(next)) << name << lines[load].text << lines[next].text;
                ++awaited;
                break;
            }
        }
    }

    /// Other loads are read after a branch, or share a barrier.
    int loads = 0, awaited = 0;

private:
    /// "R27" of "    @P0 LDG.E R27, desc[UR6][R4.64]".
    static std::string loaded_register(const std::string& text)
    {
        for (const char* load : {"LDG.", "LDL", "LDS", "LDC"}) {
            const auto at = text.find(std::string(" ") + load);
            if (at == std::string::npos || text.find("LDGSTS") != std::string::npos) continue;
            const auto begin = text.find(" R", at + 1), end = text.find(',', at);
            const bool is_first = begin != std::string::npos && end != std::string::npos && begin < end;
            if (is_first && text.compare(begin + 1, 2, "RZ") != 0) return text.substr(begin + 1, end - begin - 1);
        }
        return "";
    }

    static bool names_register(const std::string& text, const std::string& target)
    {
        for (auto at = text.find(target); at != std::string::npos; at = text.find(target, at + 1)) {
            const char after = at + target.size() < text.size() ? text[at + target.size()] : ' ';
            if (text[at - 1] != 'U' && std::isalnum(static_cast<unsigned char>(after)) == 0) return true;
        }
        return false;
    }

    static bool is_straight_on(const std::string& text)
    {
        for (const char* leaves : {"BRA", "BRX", "EXIT", "RET", "CALL", "JMP", "BREAK", "WARPSYNC", "BSYNC"})
            if (text.find(leaves) != std::string::npos) return false;
        return text.starts_with(" ");
    }
};

}  // namespace spillway::compiler
