#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/protocol/fields.h"

namespace spillway::protocol {

using Json = nlohmann::ordered_json;

template <typename T>
concept Enumeration = std::is_enum_v<T>;
template <typename T>
concept Integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

// ---- writing ----

inline Json to_json(bool value)
{
    return value;
}
template <Integer T>
Json to_json(T value)
{
    return value;
}
inline Json to_json(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}
inline Json to_json(const std::string& value)
{
    return value;
}
inline Json to_json(const model::Value& value)
{
    return std::visit([](const auto& held) { return Json(held); }, value);
}
template <Enumeration E>
Json to_json(E value)
{
    for (const auto& [entry, name] : EnumNames<E>::table)
        if (entry == value) return std::string(name);
    return nullptr;
}
template <typename T>
Json to_json(const std::optional<T>& value);
template <typename T>
Json to_json(const std::vector<T>& values);
template <typename T>
Json to_json(const std::map<std::string, T>& values);
inline Json to_json(const std::int64_t (&values)[3])
{
    return Json::array({values[0], values[1], values[2]});
}

struct JsonWriter {
    Json object = Json::object();
    template <typename T>
    void operator()(const char* key, const T& value);
};

template <typename S>
requires std::is_class_v<S> Json to_json(const S& value)
{
    JsonWriter writer;
    fields(writer, value);
    return std::move(writer.object);
}

template <typename T>
Json to_json(const std::optional<T>& value)
{
    return value ? to_json(*value) : Json(nullptr);
}
template <typename T>
Json to_json(const std::vector<T>& values)
{
    Json array = Json::array();
    for (const T& value : values) array.push_back(to_json(value));
    return array;
}
template <typename T>
Json to_json(const std::map<std::string, T>& values)
{
    Json object = Json::object();
    for (const auto& [key, value] : values) object[key] = to_json(value);
    return object;
}
template <typename T>
void JsonWriter::operator()(const char* key, const T& value)
{
    object[key] = to_json(value);
}

// ---- reading ----

template <typename T>
inline constexpr bool is_optional = false;
template <typename T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// Reads the fields of one object. Keeps the first problem and skips all fields after it.
class JsonReader {
public:
    JsonReader(const Json& object, std::string path) : object_(object), path_(std::move(path)) {}

    /// Example: "result.compile.registers should be a whole number, not string". Empty if all fields were valid.
    [[nodiscard]] const std::optional<std::string>& problem() const { return problem_; }

    template <typename T>
    void operator()(const char* key, T& field)
    {
        if (problem_) return;
        const auto found = object_.find(key);
        if (found == object_.end()) {
            if constexpr (!is_optional<T>) problem_ = path_ + "." + key + " is missing";
            return;
        }
        read(*found, path_ + "." + key, field);
    }

    template <typename T>
    void read(const Json& json, const std::string& path, T& field);

private:
    void expected(const std::string& path, const char* what, const Json& found)
    {
        problem_ = path + " should be " + what + ", not " + found.type_name();
    }
    template <typename T>
    void read_one(const Json& json, const std::string& path, T& field);
    template <typename T>
    void read_one(const Json& json, const std::string& path, std::optional<T>& field);
    template <typename T>
    void read_one(const Json& json, const std::string& path, std::vector<T>& field);
    template <typename T>
    void read_one(const Json& json, const std::string& path, std::map<std::string, T>& field);
    void read_one(const Json& json, const std::string& path, model::Value& field);
    void read_one(const Json& json, const std::string& path, std::int64_t (&field)[3]);

    const Json& object_;
    std::string path_;
    std::optional<std::string> problem_;
};

template <typename T>
void JsonReader::read(const Json& json, const std::string& path, T& field)
{
    if (!problem_) read_one(json, path, field);
}

template <typename T>
void JsonReader::read_one(const Json& json, const std::string& path, T& field)
{
    if constexpr (std::is_same_v<T, bool>) {
        if (!json.is_boolean()) return expected(path, "true or false", json);
        field = json.template get<bool>();
    } else if constexpr (Integer<T>) {
        if (!json.is_number_integer()) return expected(path, "a whole number", json);
        const bool fits = json.is_number_unsigned() ? std::in_range<T>(json.template get<std::uint64_t>())
                                                    : std::in_range<T>(json.template get<std::int64_t>());
        if (!fits) return expected(path, "a whole number in range", json);
        field = json.template get<T>();
    } else if constexpr (std::is_same_v<T, double>) {
        if (json.is_null()) {
            field = std::numeric_limits<double>::quiet_NaN();
            return;
        }
        if (!json.is_number()) return expected(path, "a number", json);
        field = json.template get<double>();
    } else if constexpr (std::is_same_v<T, std::string>) {
        if (!json.is_string()) return expected(path, "text", json);
        field = json.template get<std::string>();
    } else if constexpr (std::is_enum_v<T>) {
        if (!json.is_string()) return expected(path, "a word", json);
        const auto& word = json.template get_ref<const std::string&>();
        for (const auto& [entry, name] : EnumNames<T>::table) {
            if (name == word) {
                field = entry;
                return;
            }
        }
        problem_ = path + " has the unknown value '" + word.substr(0, 40) + "'";
    } else {
        if (!json.is_object()) return expected(path, "an object", json);
        JsonReader inner(json, path);
        fields(inner, field);
        problem_ = std::move(inner.problem_);
    }
}

template <typename T>
void JsonReader::read_one(const Json& json, const std::string& path, std::optional<T>& field)
{
    if (json.is_null()) {
        field.reset();
        return;
    }
    read_one(json, path, field.emplace());
}

template <typename T>
void JsonReader::read_one(const Json& json, const std::string& path, std::vector<T>& field)
{
    if (!json.is_array()) return expected(path, "an array", json);
    field.clear();
    field.reserve(json.size());
    for (std::size_t i = 0; i < json.size() && !problem_; ++i)
        read(json[i], path + "[" + std::to_string(i) + "]", field.emplace_back());
}

template <typename T>
void JsonReader::read_one(const Json& json, const std::string& path, std::map<std::string, T>& field)
{
    if (!json.is_object()) return expected(path, "an object", json);
    field.clear();
    for (auto entry = json.begin(); entry != json.end(); ++entry)
        read(entry.value(), path + "." + entry.key().substr(0, 40), field[entry.key()]);
}

inline void JsonReader::read_one(const Json& json, const std::string& path, model::Value& field)
{
    if (json.is_boolean()) {
        field = json.get<bool>();
    } else if (json.is_number_integer()) {
        std::int64_t number = 0;
        read_one(json, path, number);
        field = number;
    } else if (json.is_string()) {
        field = json.get<std::string>();
    } else {
        expected(path, "true, false, a whole number or text", json);
    }
}

inline void JsonReader::read_one(const Json& json, const std::string& path, std::int64_t (&field)[3])
{
    if (!json.is_array() || json.size() != 3) return expected(path, "an array of three whole numbers", json);
    for (std::size_t i = 0; i < 3; ++i) read(json[i], path + "[" + std::to_string(i) + "]", field[i]);
}

}  // namespace spillway::protocol
