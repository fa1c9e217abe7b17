#pragma once

namespace spillway::compiler {

/// What a kernel is compiled with for the host: the texts of the files in host_cuda/.
extern const char* const host_cuda_header;
extern const char* const host_cuda_source;
extern const char* const host_memory_header;
extern const char* const accesses_header;
extern const char* const accesses_source;
extern const char* const steps_header;
extern const char* const steps_source;
extern const char* const kernel_words_header;

}  // namespace spillway::compiler
