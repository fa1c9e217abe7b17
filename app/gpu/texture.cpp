#include "app/gpu/texture.h"

#include <algorithm>
#include <array>

#include "app/gpu/buffer_data.h"

namespace spillway::gpu {
namespace {

using model::PlannedBuffer;
using model::ScalarKind;
using model::TextureEdge;
using model::TextureFilter;

struct Format {
    ScalarKind kind;
    int number;  ///< CUarray_format
};
constexpr std::array formats{Format{ScalarKind::uint8, 0x01},   Format{ScalarKind::uint16, 0x02},
                             Format{ScalarKind::uint32, 0x03},  Format{ScalarKind::int8, 0x08},
                             Format{ScalarKind::int16, 0x09},   Format{ScalarKind::int32, 0x0a},
                             Format{ScalarKind::float16, 0x10}, Format{ScalarKind::float32, 0x20}};

const Format* format_of(const PlannedBuffer& buffer)
{
    const auto at = std::find_if(formats.begin(), formats.end(),
                                 [&](const Format& format) { return format.kind == buffer.scalar; });
    return at == formats.end() ? nullptr : at;
}

std::int64_t channels_of(const PlannedBuffer& buffer)
{
    return buffer.element_bytes / scalar_bytes(buffer.scalar);
}

bool is_real(const PlannedBuffer& buffer)
{
    return buffer.scalar == ScalarKind::float32 || buffer.scalar == ScalarKind::float16;
}

/// True for features that require a CUDA array.
bool needs_array(const PlannedBuffer& buffer)
{
    return buffer.height > 0 || buffer.texture_filter == TextureFilter::linear ||
           buffer.texture_edge == TextureEdge::wrap;
}

CuTextureShape shape_of(const PlannedBuffer& buffer)
{
    CuTextureShape shape{};
    const int edge = buffer.texture_edge == TextureEdge::wrap     ? edge_wrap
                     : buffer.texture_edge == TextureEdge::border ? edge_border
                                                                  : edge_clamp;
    std::fill(std::begin(shape.edge), std::end(shape.edge), edge);
    shape.filter = buffer.texture_filter == TextureFilter::linear ? filter_linear : filter_point;
    if (!is_real(buffer)) shape.flags |= texture_read_as_integer;
    if (buffer.texture_edge == TextureEdge::wrap) shape.flags |= texture_normalised;  // required for wrapping
    return shape;
}

Failure fill_array(const DriverApi& api, const PlannedBuffer& buffer, CuPointer texels, CuStream stream, CuArray array)
{
    CuCopy2d copy{};
    copy.from_type = memory_type_device;
    copy.from_device = texels;
    copy.to_type = memory_type_array;
    copy.to_array = array;
    copy.from_pitch = copy.width_bytes = static_cast<std::size_t>(buffer.width * buffer.element_bytes);
    copy.height = static_cast<std::size_t>(std::max<std::int64_t>(buffer.height, 1));
    return failure(api.copy_2d(&copy, stream), "cuMemcpy2DAsync");
}

}  // namespace

std::optional<model::Error> check_texture(const PlannedBuffer& buffer, int max_width_1d)
{
    const std::string name = "the texture " + buffer.name.substr(0, 60);
    const std::int64_t channels = channels_of(buffer);
    if (!format_of(buffer) || (channels != 1 && channels != 2 && channels != 4))
        return model::Error{name + " has texels of " + buffer.element.substr(0, 60), "launch",
                            "a texture holds one, two or four integers of up to 32 bits, halves or floats"};
    if (buffer.width < 1) return model::Error{name + " has no texels", "launch", "give it a width of at least 1"};
    if (buffer.width * std::max<std::int64_t>(buffer.height, 1) > buffer.count)
        return model::Error{name + " has more texels than its buffer has elements", "launch",
                            "width times height is at most count"};
    if (buffer.texture_filter == TextureFilter::linear && !is_real(buffer))
        return model::Error{name + " cannot be filtered", "launch", "only halves and floats are interpolated"};
    if (needs_array(buffer) && buffer.height == 0 && buffer.width > max_width_1d)
        return model::Error{name + " is wider than the " + std::to_string(max_width_1d) +
                                " texels that this GPU filters in one dimension",
                            "launch", "choose fewer elements, or two dimensions"};
    return std::nullopt;
}

Failure make_texture(const DriverApi& api, const PlannedBuffer& buffer, CuPointer texels, CuStream stream,
                     Texture& texture)
{
    const int format = format_of(buffer)->number;
    const auto channels = static_cast<unsigned int>(channels_of(buffer));
    CuResource resource{};
    if (!needs_array(buffer)) {
        resource.type = resource_linear;
        resource.of.linear = {texels, format, channels, static_cast<std::size_t>(buffer.width * buffer.element_bytes)};
    } else {
        const CuArrayShape shape{static_cast<std::size_t>(buffer.width), static_cast<std::size_t>(buffer.height),
                                 format, channels};
        CuArray array = nullptr;
        if (auto failed = failure(api.array_create(&array, &shape), "cuArrayCreate")) return failed;
        texture.array = Owned<CuArray>(array, api.array_destroy);
        if (auto failed = fill_array(api, buffer, texels, stream, array)) return failed;
        resource.type = resource_array;
        resource.of.array = array;
    }
    const CuTextureShape shape = shape_of(buffer);
    CuTexture object = 0;
    if (auto failed = failure(api.texture_create(&object, &resource, &shape, nullptr), "cuTexObjectCreate"))
        return failed;
    texture.object = Owned<CuTexture>(object, api.texture_destroy);
    return std::nullopt;
}

}  // namespace spillway::gpu
