#include "app/catalogue/plain/file_text.h"

#include "app/base/folder_reader.h"

namespace spillway::catalogue {

namespace fs = std::filesystem;

bool is_cuda_file(const fs::path& file)
{
    std::string ending = file.extension().string();
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return ending == ".cu";
}

model::Expected<std::string> read_file_text(const fs::path& file, std::size_t max_bytes)
{
    const auto folder = base::FolderReader::open(file.has_parent_path() ? file.parent_path() : fs::path("."));
    if (!folder) return folder.error();
    return folder->read(file.filename().string(), max_bytes);
}

}  // namespace spillway::catalogue
