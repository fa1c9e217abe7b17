#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::teaching {

/// A course that ships with the program: a talk in assets/courses.
struct Course {
    std::string name;  ///< file name without its ending, "ninety_minutes", for `spillway talk`
    std::string title;
    std::filesystem::path file;
};

/// All readable courses in a folder, shortest first. Skips unreadable files.
[[nodiscard]] std::vector<Course> courses_in(const std::filesystem::path& folder);
/// The installed courses, read once.
[[nodiscard]] const std::vector<Course>& shipped_courses();

/// The shipped course with that name; null if there is none.
[[nodiscard]] const Course* find_course(const std::string& name);

}  // namespace spillway::teaching
