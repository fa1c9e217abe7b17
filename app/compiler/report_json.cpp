#include "app/compiler/report_json.h"

namespace spillway::compiler {
namespace {

using Json = nlohmann::json;

constexpr std::size_t max_depth = 6;

class BoundCheck : public nlohmann::json_sax<Json> {
public:
    explicit BoundCheck(std::size_t most_values) : most_values_(most_values) {}
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
    bool count() { return ++values_ <= most_values_; }
    std::size_t most_values_, depth_ = 0, values_ = 0;
};

template <typename T>
Json or_null(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

template <typename T>
std::optional<T> optional_of(const Json& json)
{
    if (json.is_null()) return std::nullopt;
    return json.get<T>();
}

Json to_json(const model::FunctionReport& function)
{
    return {function.name,
            function.is_entry,
            or_null(function.registers),
            function.stack_frame_bytes,
            function.spill_store_bytes,
            function.spill_load_bytes,
            or_null(function.cumulative_stack_bytes)};
}

model::FunctionReport function_of(const Json& json)
{
    model::FunctionReport function;
    function.name = json.at(0);
    function.is_entry = json.at(1);
    function.registers = optional_of<int>(json.at(2));
    function.stack_frame_bytes = json.at(3);
    function.spill_store_bytes = json.at(4);
    function.spill_load_bytes = json.at(5);
    function.cumulative_stack_bytes = optional_of<std::int64_t>(json.at(6));
    return function;
}

}  // namespace

Json to_json(const model::CompileReport& report)
{
    Json functions = Json::array();
    for (const auto& function : report.functions) functions.push_back(to_json(function));
    return {{"registers", or_null(report.registers)},
            {"stack_frame_bytes", report.stack_frame_bytes},
            {"spill_store_bytes", report.spill_store_bytes},
            {"spill_load_bytes", report.spill_load_bytes},
            {"cumulative_stack_bytes", or_null(report.cumulative_stack_bytes)},
            {"static_shared_bytes", report.static_shared_bytes},
            {"constant_bytes", or_null(report.constant_bytes)},
            {"barriers", report.barriers},
            {"register_cap_requested", report.register_cap_requested},
            {"register_cap_honoured", report.register_cap_honoured},
            {"functions", std::move(functions)},
            {"compiler", report.compiler},
            {"compiler_seconds", report.compiler_seconds},
            {"log", report.log}};
}

model::CompileReport report_of(const Json& json)
{
    model::CompileReport report;
    report.registers = optional_of<int>(json.at("registers"));
    report.stack_frame_bytes = json.at("stack_frame_bytes");
    report.spill_store_bytes = json.at("spill_store_bytes");
    report.spill_load_bytes = json.at("spill_load_bytes");
    report.cumulative_stack_bytes = optional_of<std::int64_t>(json.at("cumulative_stack_bytes"));
    report.static_shared_bytes = json.at("static_shared_bytes");
    report.constant_bytes = optional_of<std::int64_t>(json.at("constant_bytes"));
    report.barriers = json.at("barriers");
    report.register_cap_requested = json.at("register_cap_requested");
    report.register_cap_honoured = json.at("register_cap_honoured");
    for (const Json& function : json.at("functions")) report.functions.push_back(function_of(function));
    report.compiler = json.at("compiler");
    report.compiler_seconds = json.at("compiler_seconds");
    report.log = json.at("log");
    return report;
}

bool is_bounded_cbor(const std::string& cbor, std::size_t most_values)
{
    BoundCheck check(most_values);
    return Json::sax_parse(cbor, &check, Json::input_format_t::cbor);
}

}  // namespace spillway::compiler
