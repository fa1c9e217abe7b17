#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::teaching {

/// A way through the lessons that ships with the program: a talk in assets/courses.
struct Course {
    std::string name;  ///< "ninety_minutes": of the file, for `spillway talk`
    std::string title;
    std::filesystem::path file;
};

/// The shortest first; what cannot be read is left out.
[[nodiscard]] std::vector<Course> courses_in(const std::filesystem::path& folder);
/// Those of the installed data, read once.
[[nodiscard]] const std::vector<Course>& shipped_courses();

/// The shipped course of that name.
[[nodiscard]] const Course* find_course(const std::string& name);

}  // namespace spillway::teaching
