#include "app/compiler/outside_files.h"

#include <chrono>

#include <sys/stat.h>

#include "app/catalogue/plain/kernel_text.h"

namespace spillway::compiler {
namespace {

constexpr std::int64_t ns_per_second = 1'000'000'000;
constexpr std::size_t max_files = 20'000;

OutsideFile state_of(std::string path)
{
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0) return {std::move(path), 0, 0};
    return {std::move(path), status.st_size, status.st_mtim.tv_sec * ns_per_second + status.st_mtim.tv_nsec};
}

/// The words of a makefile rule: separated by blanks, with "\ " for a blank, "$$" for "$", and "\" at a line's end.
std::vector<std::string> words_of(std::string_view rule)
{
    std::vector<std::string> words;
    std::string word;
    const auto end_word = [&] {
        if (!word.empty()) words.push_back(std::move(word));
        word.clear();
    };
    for (std::size_t i = 0; i < rule.size(); ++i) {
        const char c = rule[i], next = i + 1 < rule.size() ? rule[i + 1] : '\n';
        if (c == '\\' && next == '\n')
            ++i, end_word();
        else if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$'))
            word += rule[++i];
        else if (c == ' ' || c == '\n' || c == '\t')
            end_word();
        else
            word += c;
    }
    end_word();
    return words;
}

}  // namespace

std::vector<OutsideFile> outside_files(std::string_view rule, const std::filesystem::path& own,
                                       std::chrono::system_clock::time_point began)
{
    const std::int64_t began_ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(began.time_since_epoch()).count();
    const std::string prefix = own.string() + "/";
    std::vector<OutsideFile> files;
    for (std::string& word : words_of(rule)) {
        const bool is_outside = word.starts_with('/') && !word.starts_with(prefix) && !word.ends_with(':');
        if (!is_outside || files.size() >= max_files) continue;
        files.push_back(state_of(std::move(word)));
        if (files.back().changed_ns > began_ns) files.back().changed_ns = 0;
    }
    return files;
}

bool OutsideFiles::are_unchanged() const
{
    const std::int64_t now = std::chrono::steady_clock::now().time_since_epoch().count();
    if (now - looked_at_ns_ < ns_per_second) return were_unchanged_;
    bool is_same = true;
    for (const OutsideFile& file : files_) is_same = is_same && state_of(file.path) == file;
    were_unchanged_ = is_same;
    looked_at_ns_ = now;
    return is_same;
}

std::size_t OutsideFiles::bytes() const
{
    std::size_t bytes = files_.size() * sizeof(OutsideFile);
    for (const OutsideFile& file : files_) bytes += file.path.size();
    return bytes;
}

std::string OutsideFiles::identity() const
{
    std::string text;
    for (const OutsideFile& file : files_)
        text += file.path + '|' + std::to_string(file.bytes) + '|' + std::to_string(file.changed_ns) + '\n';
    return catalogue::content_hash(text);
}

}  // namespace spillway::compiler
