#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/model/error.h"

namespace spillway::window {

/// A rounded rectangle in the shader's format; shaders/sm.vert explains the fields.
struct SmQuad {
    std::array<float, 4> rect;
    std::array<float, 4> fill;
    std::array<float, 4> stroke;
    float radius = 0, border = 0, hatch_period = 0, bevel = 0;
    float dash = 0, alpha = 1;
};

/// Draws rounded rectangles into a texture with our own shaders. Uses one OpenGL 3.3 context, which must be current in
/// every call, including the destructor.
class SmRenderer {
public:
    /// Compiles sm.vert and sm.frag from the folder. A missing file or a compile failure is an Error with the driver's
    /// message.
    static model::Expected<SmRenderer> create(const std::filesystem::path& shader_folder);
    ~SmRenderer();
    SmRenderer(SmRenderer&& other) noexcept;
    SmRenderer& operator=(SmRenderer&& other) noexcept;
    SmRenderer(const SmRenderer&) = delete;
    SmRenderer& operator=(const SmRenderer&) = delete;

    /// Draws into a texture of this size in pixels; row 0 is the top of the picture. Restores all OpenGL state that it
    /// changes. Returns an Error if the driver cannot draw into such a texture.
    std::optional<model::Error> render(const std::vector<SmQuad>& quads, int width, int height,
                                       const std::array<float, 4>& background);

    /// Texture of the last render; 0 before the first.
    [[nodiscard]] unsigned texture() const { return texture_; }

private:
    SmRenderer() = default;
    void release();
    std::optional<model::Error> resize(int width, int height);

    unsigned program_ = 0, vertex_array_ = 0, buffer_ = 0, framebuffer_ = 0, texture_ = 0;
    int viewport_location_ = -1;
    int width_ = 0, height_ = 0;
};

}  // namespace spillway::window
