#include "app/ptx/reader.h"

#include "app/ptx/module_reader.h"

namespace spillway::ptx {

model::Expected<Module> read_module(std::string_view text)
{
    if (text.size() > most_text_bytes) return model::Error{"the PTX is larger than 64 MiB", "PTX", ""};
    return ModuleReader(text).read();
}

}  // namespace spillway::ptx
