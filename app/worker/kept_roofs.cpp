#include "app/worker/kept_roofs.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/base/output_file.h"
#include "app/compiler/disk_cache.h"
#include "app/protocol/roofs_text.h"

namespace spillway::worker {
namespace {

namespace fs = std::filesystem;

/// Increase it when the measuring kernels or the calculation change.
constexpr const char* format = "2";

constexpr std::size_t max_roofs_bytes = std::size_t{64} << 10;

/// Empty if this machine has no cache folder.
fs::path file_of(const std::string& identity)
{
    const fs::path folder = compiler::DiskCache::default_folder();
    if (folder.empty()) return {};
    return folder / ("roofs-" + std::string(format) + "-" + identity + ".json");
}

}  // namespace

std::optional<model::Roofs> load_roofs(const std::string& identity)
{
    const fs::path path = file_of(identity);
    std::error_code unknown;
    if (path.empty() || fs::file_size(path, unknown) > max_roofs_bytes || unknown) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    auto roofs = protocol::decode_roofs(text);
    if (!roofs) return std::nullopt;
    return *roofs;
}

std::optional<model::Error> keep_roofs(const std::string& identity, const model::Roofs& roofs)
{
    const fs::path file = file_of(identity);
    if (file.empty()) return std::nullopt;
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    return base::write_file(file, protocol::encode_roofs(roofs), base::IfThere::replace, base::Durability::none);
}

}  // namespace spillway::worker
