#pragma once

// The buffers of a launch on the host: read from a file, fenced, and written to another.

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

namespace host_cuda {

/// An argument of a kernel: the address of a buffer, whatever it points to.
struct Address {
    unsigned char* at = nullptr;
    template <typename T>
    operator T*() const
    {
        return reinterpret_cast<T*>(at);
    }
};

struct BufferSize {
    const char* name;
    std::size_t bytes;
    bool is_output;
};

/// Each buffer lies between two fences, of which no kernel may write a byte.
class Memory {
public:
    explicit Memory(std::vector<BufferSize> sizes) : sizes_(std::move(sizes))
    {
        for (std::size_t i = 0; i < sizes_.size(); ++i) bytes_.emplace_back(fence + sizes_[i].bytes + fence, mark(i));
    }

    /// False where the file is shorter than the buffers.
    bool read(const char* file)
    {
        std::FILE* in = std::fopen(file, "rb");
        if (in == nullptr) return false;
        bool is_whole = true;
        for (std::size_t i = 0; i < sizes_.size(); ++i)
            is_whole = std::fread(bytes_[i].data() + fence, 1, sizes_[i].bytes, in) == sizes_[i].bytes && is_whole;
        std::fclose(in);
        return is_whole;
    }

    Address at(std::size_t buffer, std::size_t offset) { return {bytes_[buffer].data() + fence + offset}; }

    /// The name of a buffer of which a fence was written; null where none was.
    const char* trespassed() const
    {
        for (std::size_t i = 0; i < sizes_.size(); ++i)
            for (std::size_t k = 0; k < fence; ++k)
                if (bytes_[i][k] != mark(i) || bytes_[i][bytes_[i].size() - 1 - k] != mark(i)) return sizes_[i].name;
        return nullptr;
    }

    /// The outputs, one after another.
    bool write_outputs(const char* file) const
    {
        std::FILE* out = std::fopen(file, "wb");
        if (out == nullptr) return false;
        bool is_whole = true;
        for (std::size_t i = 0; i < sizes_.size(); ++i)
            if (sizes_[i].is_output)
                is_whole =
                    std::fwrite(bytes_[i].data() + fence, 1, sizes_[i].bytes, out) == sizes_[i].bytes && is_whole;
        return std::fclose(out) == 0 && is_whole;
    }

private:
    static constexpr std::size_t fence = 4096;
    /// Each buffer's fence has a mark of its own: a copy of one fence to another is seen.
    static unsigned char mark(std::size_t buffer) { return static_cast<unsigned char>(0xa5 + buffer); }
    std::vector<BufferSize> sizes_;
    std::vector<std::vector<unsigned char>> bytes_;
};

}  // namespace host_cuda
