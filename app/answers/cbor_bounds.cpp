#include "app/answers/cbor_bounds.h"

#include <nlohmann/json.hpp>

namespace spillway::answers {
namespace {

using AnyJson = nlohmann::json;

constexpr std::size_t max_depth = 6;

/// Stops the parser at too many values or too deep nesting.
class BoundCheck : public nlohmann::json_sax<AnyJson> {
public:
    explicit BoundCheck(std::size_t max_values) : max_values_(max_values) {}
    bool null() override { return count(); }
    bool boolean(bool) override { return count(); }
    bool number_integer(number_integer_t) override { return count(); }
    bool number_unsigned(number_unsigned_t) override { return count(); }
    bool number_float(number_float_t, const string_t&) override { return count(); }
    bool string(string_t&) override { return count(); }
    bool binary(binary_t&) override { return count(); }
    bool start_object(std::size_t) override { return ++depth_ <= max_depth && count(); }
    bool end_object() override { return --depth_, true; }
    bool start_array(std::size_t) override { return ++depth_ <= max_depth && count(); }
    bool end_array() override { return --depth_, true; }
    bool key(string_t&) override { return count(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

private:
    bool count() { return ++values_ <= max_values_; }
    std::size_t max_values_, depth_ = 0, values_ = 0;
};

}  // namespace

bool is_bounded_cbor(const std::string& cbor, std::size_t max_values)
{
    BoundCheck check(max_values);
    return AnyJson::sax_parse(cbor, &check, AnyJson::input_format_t::cbor);
}

}  // namespace spillway::answers
