#include "app/window/panels/gl_sm.h"

#include <epoxy/gl.h>

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

namespace spillway::window {
namespace {

using model::Error;

model::Expected<std::string> read_shader(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return Error{"The shader cannot be read.", file.string(), "Install Spillway again: its data is incomplete."};
    std::ostringstream text;
    text << stream.rdbuf();
    return std::move(text).str();
}

template <typename GetParameter, typename GetLog>
std::string driver_log(unsigned object, GetParameter get_parameter, GetLog get_log)
{
    GLint length = 0;
    get_parameter(object, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length > 1 ? length : 0), '\0');
    if (!log.empty()) get_log(object, length, nullptr, log.data());
    while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
    return log.empty() ? "The driver gives no reason." : log;
}

model::Expected<unsigned> compile(GLenum stage, const std::filesystem::path& file)
{
    const model::Expected<std::string> text = read_shader(file);
    if (!text) return text.error();
    const unsigned shader = glCreateShader(stage);
    const char* source = text->c_str();
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) return shader;
    const std::string log = driver_log(shader, glGetShaderiv, glGetShaderInfoLog);
    glDeleteShader(shader);
    return Error{log, file.string(), "The graphics driver refuses this shader; a newer driver may accept it."};
}

model::Expected<unsigned> link(const std::filesystem::path& folder)
{
    const model::Expected<unsigned> vertex = compile(GL_VERTEX_SHADER, folder / "sm.vert");
    if (!vertex) return vertex.error();
    const model::Expected<unsigned> fragment = compile(GL_FRAGMENT_SHADER, folder / "sm.frag");
    if (!fragment) {
        glDeleteShader(*vertex);
        return fragment.error();
    }
    const unsigned program = glCreateProgram();
    glAttachShader(program, *vertex);
    glAttachShader(program, *fragment);
    glLinkProgram(program);
    glDeleteShader(*vertex);
    glDeleteShader(*fragment);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return program;
    const std::string log = driver_log(program, glGetProgramiv, glGetProgramInfoLog);
    glDeleteProgram(program);
    return Error{log, (folder / "sm.*").string(),
                 "The graphics driver refuses these shaders; a newer driver may accept them."};
}

/// Saves and restores all OpenGL state that render() changes, for Dear ImGui and the shell's target.
class SavedState {
public:
    SavedState()
    {
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
        glGetIntegerv(GL_VIEWPORT, viewport_.data());
        glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
        glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &buffer_);
        glGetIntegerv(GL_BLEND_SRC_RGB, &blend_[0]);
        glGetIntegerv(GL_BLEND_DST_RGB, &blend_[1]);
        glGetIntegerv(GL_BLEND_SRC_ALPHA, &blend_[2]);
        glGetIntegerv(GL_BLEND_DST_ALPHA, &blend_[3]);
        glGetFloatv(GL_COLOR_CLEAR_VALUE, clear_.data());
        for (std::size_t i = 0; i < switches.size(); ++i) enabled_[i] = glIsEnabled(switches[i]);
    }
    ~SavedState()
    {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
        glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
        glUseProgram(static_cast<GLuint>(program_));
        glBindVertexArray(static_cast<GLuint>(vertex_array_));
        glBindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(buffer_));
        glBlendFuncSeparate(static_cast<GLenum>(blend_[0]), static_cast<GLenum>(blend_[1]),
                            static_cast<GLenum>(blend_[2]), static_cast<GLenum>(blend_[3]));
        glClearColor(clear_[0], clear_[1], clear_[2], clear_[3]);
        for (std::size_t i = 0; i < switches.size(); ++i) {
            if (enabled_[i])
                glEnable(switches[i]);
            else
                glDisable(switches[i]);
        }
    }
    SavedState(const SavedState&) = delete;
    SavedState& operator=(const SavedState&) = delete;

private:
    static constexpr std::array<GLenum, 4> switches{GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE};
    GLint framebuffer_ = 0, program_ = 0, vertex_array_ = 0, buffer_ = 0;
    std::array<GLint, 4> viewport_{}, blend_{};
    std::array<GLfloat, 4> clear_{};
    std::array<GLboolean, 4> enabled_{};
};

void describe_attribute(GLuint index, GLint components, std::size_t offset)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, sizeof(SmQuad), reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(index, 1);
}

}  // namespace

model::Expected<SmRenderer> SmRenderer::create(const std::filesystem::path& shader_folder)
{
    const model::Expected<unsigned> program = link(shader_folder);
    if (!program) return program.error();
    SmRenderer renderer;
    renderer.program_ = *program;
    renderer.viewport_location_ = glGetUniformLocation(*program, "viewport");
    const SavedState saved;
    glGenVertexArrays(1, &renderer.vertex_array_);
    glGenBuffers(1, &renderer.buffer_);
    glBindVertexArray(renderer.vertex_array_);
    glBindBuffer(GL_ARRAY_BUFFER, renderer.buffer_);
    describe_attribute(0, 4, offsetof(SmQuad, rect));
    describe_attribute(1, 4, offsetof(SmQuad, fill));
    describe_attribute(2, 4, offsetof(SmQuad, stroke));
    describe_attribute(3, 4, offsetof(SmQuad, radius));
    describe_attribute(4, 2, offsetof(SmQuad, dash));
    return renderer;
}

SmRenderer::~SmRenderer()
{
    release();
}

SmRenderer::SmRenderer(SmRenderer&& other) noexcept
{
    *this = std::move(other);
}

SmRenderer& SmRenderer::operator=(SmRenderer&& other) noexcept
{
    if (this == &other) return *this;
    release();
    program_ = std::exchange(other.program_, 0);
    vertex_array_ = std::exchange(other.vertex_array_, 0);
    buffer_ = std::exchange(other.buffer_, 0);
    framebuffer_ = std::exchange(other.framebuffer_, 0);
    texture_ = std::exchange(other.texture_, 0);
    viewport_location_ = other.viewport_location_;
    width_ = std::exchange(other.width_, 0);
    height_ = std::exchange(other.height_, 0);
    return *this;
}

void SmRenderer::release()
{
    if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
    if (texture_ != 0) glDeleteTextures(1, &texture_);
    if (buffer_ != 0) glDeleteBuffers(1, &buffer_);
    if (vertex_array_ != 0) glDeleteVertexArrays(1, &vertex_array_);
    if (program_ != 0) glDeleteProgram(program_);
    framebuffer_ = texture_ = buffer_ = vertex_array_ = program_ = 0;
}

std::optional<model::Error> SmRenderer::resize(int width, int height)
{
    if (width == width_ && height == height_ && texture_ != 0) return std::nullopt;
    if (framebuffer_ == 0) glGenFramebuffers(1, &framebuffer_);
    if (texture_ == 0) glGenTextures(1, &texture_);
    GLint bound = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    if (glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        width_ = height_ = 0;
        return Error{"The graphics driver cannot draw into a texture of " + std::to_string(width) + " by " +
                         std::to_string(height) + " pixels.",
                     "picture of the SM", "Make the window smaller."};
    }
    width_ = width;
    height_ = height;
    return std::nullopt;
}

std::optional<model::Error> SmRenderer::render(const std::vector<SmQuad>& quads, int width, int height,
                                               const std::array<float, 4>& background)
{
    const SavedState saved;
    if (std::optional<Error> trouble = resize(width, height)) return trouble;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, width, height);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glClearColor(background[0], background[1], background[2], background[3]);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    // The background is opaque: its alpha stays 1.
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glUseProgram(program_);
    glUniform2f(viewport_location_, static_cast<float>(width), static_cast<float>(height));
    glBindVertexArray(vertex_array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(quads.size() * sizeof(SmQuad)), quads.data(), GL_STREAM_DRAW);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(quads.size()));
    return std::nullopt;
}

}  // namespace spillway::window
