#include "app/protocol/job_encoding.h"

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/protocol/fields.h"

namespace spillway::protocol {
namespace {

// Each value follows its length, so different lists of values never have equal bytes.

void append_sized(std::string& bytes, std::string_view content)
{
    bytes += std::to_string(content.size());
    bytes += ':';
    bytes += content;
}

std::string encoded(const std::string& text)
{
    return text;
}
std::string encoded(double number)
{
    // +0 and -0 are equal; all other values compare by their bits.
    return std::to_string(std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number));
}
template <typename T>
requires std::is_integral_v<T> std::string encoded(T number)
{
    return std::to_string(number);
}
template <typename E>
requires std::is_enum_v<E> std::string encoded(E value)
{
    for (const auto& [entry, name] : EnumNames<E>::table)
        if (entry == value) return std::string(name);
    return std::to_string(static_cast<int>(value));
}
template <typename T>
std::string encoded(const std::optional<T>& value);
template <typename T>
std::string encoded(const std::vector<T>& values);
inline std::string encoded(const std::int64_t (&extents)[3])
{
    return std::to_string(extents[0]) + ',' + std::to_string(extents[1]) + ',' + std::to_string(extents[2]);
}
template <typename S>
requires std::is_class_v<S> std::string encoded(const S& value);

struct Field {
    std::string_view key;
    std::string content;
};

/// Encodes each field of a struct, except those of type Values and Gpu. encoded() omits a job's experiment and variant.
struct FieldCollector {
    std::vector<Field> all;
    template <typename T>
    void operator()(const char* key, const T& value)
    {
        if constexpr (!std::is_same_v<T, model::Values> && !std::is_same_v<T, model::Gpu>)
            all.push_back({key, encoded(value)});
    }
};

/// Encoded fields of a default-constructed struct.
template <typename S>
const std::vector<Field>& defaults()
{
    static const std::vector<Field> fields_of_default = [] {
        FieldCollector collector;
        const S untouched{};
        fields(collector, untouched);
        return std::move(collector.all);
    }();
    return fields_of_default;
}

template <typename S>
requires std::is_class_v<S> std::string encoded(const S& value)
{
    constexpr bool is_job = std::is_same_v<S, model::Job>;
    FieldCollector collector;
    fields(collector, value);
    std::string bytes;
    for (std::size_t i = 0; i < collector.all.size(); ++i) {
        const auto& [key, content] = collector.all[i];
        if (content == defaults<S>()[i].content) continue;
        if (is_job && (key == "experiment" || key == "variant")) continue;
        append_sized(bytes, key);
        append_sized(bytes, content);
    }
    return bytes;
}

template <typename T>
std::string encoded(const std::optional<T>& value)
{
    return value ? '+' + encoded(*value) : std::string();
}
template <typename T>
std::string encoded(const std::vector<T>& values)
{
    std::string bytes;
    for (const T& value : values) append_sized(bytes, encoded(value));
    return bytes;
}

}  // namespace

std::string encode_job(const model::Job& job)
{
    return encoded(job);
}

}  // namespace spillway::protocol
