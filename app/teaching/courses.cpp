#include "app/teaching/courses.h"

#include <algorithm>
#include <utility>

#include "app/base/folder_reader.h"
#include "app/base/paths.h"
#include "app/teaching/talk.h"

namespace spillway::teaching {
namespace {

constexpr std::size_t max_courses = 50;

}  // namespace

std::vector<Course> courses_in(const std::filesystem::path& folder)
{
    std::vector<std::pair<std::size_t, Course>> found;
    const auto reader = base::FolderReader::open(folder);
    if (!reader) return {};
    std::error_code none;
    for (std::filesystem::directory_iterator file(folder, none), end;
         !none && file != end && found.size() < max_courses; file.increment(none)) {
        const std::filesystem::path& path = file->path();
        if (path.extension() != ".spillway-talk") continue;
        const auto text = reader->read(path.filename().string(), max_talk_bytes);
        const auto talk = text ? parse_talk(*text) : model::Expected<Talk>(text.error());
        if (talk && !talk->stops.empty())
            found.push_back({talk->stops.size(), {path.stem().string(), talk->title, path}});
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return std::pair(a.first, a.second.name) < std::pair(b.first, b.second.name);
    });
    std::vector<Course> courses;
    for (auto& [stops, course] : found) courses.push_back(std::move(course));
    return courses;
}

const std::vector<Course>& shipped_courses()
{
    static const std::vector<Course> courses = courses_in(base::data_folder() / "assets/courses");
    return courses;
}

const Course* find_course(const std::string& name)
{
    const auto& courses = shipped_courses();
    const auto found = std::ranges::find(courses, name, &Course::name);
    return found == courses.end() ? nullptr : &*found;
}

}  // namespace spillway::teaching
