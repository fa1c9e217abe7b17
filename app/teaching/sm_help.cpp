#include "app/teaching/sm_help.h"

#include "app/model/grouped.h"
#include "app/teaching/advice.h"

namespace spillway::teaching {
namespace {

bool is_title(const SmLabel& label)
{
    return label.style == SmLabelStyle::title || label.style == SmLabelStyle::full_title ||
           label.style == SmLabelStyle::limiting_title;
}

/// The last title at or above the position.
const SmLabel* section_at(const SmScene& scene, float y)
{
    const SmLabel* section = nullptr;
    for (const SmLabel& label : scene.labels)
        if (is_title(label) && label.y <= y) section = &label;
    return section;
}

std::string about(const std::string& title, const SmFacts& facts)
{
    if (title.starts_with("Registers"))
        return "The SM's register file: " + model::grouped(std::to_string(facts.registers)) +
               " registers of 32 bits for all resident threads. A block takes its registers per thread times "
               "its "
               "threads" +
               (facts.known ? ", rounded up to the hardware's allocation unit: " +
                                  model::grouped(std::to_string(facts.registers_per_block)) + "."
                            : ".");
    if (title.starts_with("Shared"))
        return "Shared memory of the SM; every resident block takes its part" +
               (facts.known ? ": " + counted(facts.shared_per_block, "byte") + " a block" : std::string()) +
               ". It shares one memory with the L1 cache; the carve-out sets the border.";
    if (title.starts_with("Warp"))
        return "Each resident warp of 32 threads has a slot; the SM has " + std::to_string(facts.warps) +
               ". The occupied share is the theoretical occupancy.";
    return "However small the blocks are, at most " + counted(facts.block_slots, "block") +
           " can be resident on an SM at a time.";
}

const char* about(SmLook look)
{
    switch (look) {
        case SmLook::track: return "This part is free.";
        case SmLook::block: return "This part belongs to the resident block with this number.";
        case SmLook::vacant: return "A block fits here, but the launch has too few blocks to fill it.";
        case SmLook::reserved: return "CUDA reserves this part of each block's shared memory.";
        case SmLook::cache: return "This part is the L1 cache.";
        case SmLook::next_fits: return "One more block would go here.";
        case SmLook::next_too_big: return "One more block would reach past the end: it does not fit.";
        case SmLook::edge: return "The SM's resource ends here.";
    }
    return "";
}

}  // namespace

std::optional<SmHelp> sm_help_at(const SmScene& scene, const SmFacts& facts, float x, float y)
{
    const SmLabel* section = section_at(scene, y);
    if (section == nullptr) return std::nullopt;
    SmHelp help{section->text, about(section->text, facts)};
    const SmShape* topmost = nullptr;
    for (const SmShape& shape : scene.shapes)
        if (x >= shape.x && x < shape.x + shape.width && y >= shape.y && y < shape.y + shape.height) topmost = &shape;
    if (topmost != nullptr) help.text += std::string("\n") + about(topmost->look);
    return help;
}

}  // namespace spillway::teaching
