#include "app/catalogue/plain_source.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "app/base/visible_text.h"
#include "app/catalogue/declarations.h"

namespace spillway::catalogue {
namespace {

constexpr std::int64_t most_define = 0x7fffffff;
constexpr std::size_t most_kernels = 2000;  ///< of one file: reading them must not take long before anybody trusts it
constexpr std::size_t most_sliders = 200;   ///< made of #defines; the others keep their value

bool contains(const std::vector<std::string_view>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Headers that NVRTC can read: CUDA's own for device code, and CCCL's.
bool is_device_header(std::string_view name)
{
    for (const std::string_view folder : {"cuda/", "cub/", "thrust/", "nv/", "cooperative_groups/", "cccl/"})
        if (name.starts_with(folder)) return true;
    constexpr std::string_view known[] = {
        "cuda_fp16.h",     "cuda_bf16.h",          "cuda_fp8.h",       "cuda_fp6.h",      "cuda_fp4.h",
        "mma.h",           "cooperative_groups.h", "math_constants.h", "cuda_pipeline.h", "cuda_awbarrier.h",
        "curand_kernel.h", "vector_types.h",       "cuComplex.h"};
    return std::find(std::begin(known), std::end(known), name) != std::end(known);
}

/// A name that may be looked for in the file's folder and what lies below it: nothing that leads out, nothing hidden
/// (.env, .git: a stranger's file has no business with those), nothing a tool could take for an option or a terminal
/// for a command, and nothing that the front end could print where ptxas's report begins.
bool is_name_of_own_header(std::string_view name)
{
    if (name.empty() || name.front() == '/' || name.front() == '-' || name.starts_with("ptxas")) return false;
    if (base::visible_line(name) != name) return false;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        if (name[begin] == '.' && end != begin + 1) return false;
        begin = end + 1;
    }
    return true;
}

/// What a type or variable uses that only a host has: the standard library, the runtime's handles.
bool is_for_host_only(const std::vector<std::string_view>& words)
{
    if (contains(words, "__device__") || contains(words, "__constant__") || contains(words, "__shared__")) return false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "std" && i + 1 < words.size() && words[i + 1] == "::" && (i < 2 || words[i - 2] != "cuda"))
            return true;
        const bool is_runtime_name =
            words[i].starts_with("cuda") && words[i].size() > 5 && words[i][4] >= 'A' && words[i][4] <= 'Z';
        if (is_runtime_name && (words[i].ends_with("_t") || (i + 1 < words.size() && words[i + 1] == "("))) return true;
        if (words[i] == "FILE") return true;
    }
    return false;
}

/// Whether a variable itself never changes: what a pointer to const points to says nothing of the pointer.
bool is_constant(const std::vector<std::string_view>& words)
{
    if (contains(words, "constexpr")) return true;
    const auto is_value = [](std::string_view word) { return word == "=" || word == "{" || word == "("; };
    const auto declarator_end = std::find_if(words.begin(), words.end(), is_value);
    const auto star = std::find(std::make_reverse_iterator(declarator_end), words.rend(), "*");
    return std::find(star.base(), declarator_end, "const") != declarator_end;
}

/// "#  define TILE 32 // comment" as its words.
std::vector<std::string_view> directive_words(std::string_view directive)
{
    std::vector<std::string_view> words;
    const std::vector<Token> tokens = cuda_tokens(directive.substr(1));
    for (const Token& token : tokens) words.push_back(token.in(directive.substr(1)));
    return words;
}

/// 32, 0x20, (32), 256u, -1
std::optional<std::int64_t> whole_number(std::vector<std::string_view> words)
{
    std::size_t around = 0;
    while (words.size() >= 2 * around + 2 && words[around] == "(" && words[words.size() - 1 - around] == ")") ++around;
    words.resize(words.size() - around);
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(around));
    const bool is_negative = words.size() == 2 && words.front() == "-";
    if (is_negative) words.erase(words.begin());
    if (words.size() != 1) return std::nullopt;
    std::string_view digits = words.front();
    while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos)
        digits.remove_suffix(1);
    const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
    if (is_hex) digits.remove_prefix(2);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hex ? 16 : 10);
    if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty()) return std::nullopt;
    return is_negative ? -value : value;
}

constexpr std::size_t most_headers = 64;
constexpr std::size_t most_header_bytes = std::size_t{1} << 20;  ///< of all of them together

/// One text on its way to the compiler: what is blanked and put in keeps its lines where they are.
struct PlainFile {
    std::string name;  ///< of a header; empty: the .cu
    std::string original, text;
    std::map<std::size_t, const char*> marks;  ///< what is put in, by where

    void blank(std::size_t begin, std::size_t end)
    {
        for (std::size_t at = begin; at < end; ++at)
            if (text[at] != '\n') text[at] = ' ';
    }
};

/// What all files of one .cu have in common.
struct Reading {
    const OwnHeaders& own_headers;
    std::deque<PlainFile> files;  ///< the .cu first; a deque: they stay where they are
    std::size_t header_bytes = 0;
    PlainSource source;
    struct Define {
        NumberDefine number;
        PlainFile* file = nullptr;  ///< null: a default, which stays
        Token token;
    };
    std::map<std::string, Define, std::less<>> defines;  ///< by name
    std::set<std::string> seen_defines;

    [[nodiscard]] bool has_file(std::string_view name) const
    {
        return std::any_of(files.begin(), files.end(), [&](const PlainFile& file) { return file.name == name; });
    }
};

/// Reads one file, and those that it includes when it comes to them.
class Reader {
public:
    Reader(Reading& reading, PlainFile& file)
        : reading_(reading),
          file_(file),
          source_(reading.source),
          text_(file.original),
          tokens_(cuda_tokens(file.original)),
          items_(declarations(file.original, tokens_))
    {
        is_written_for_us_ = text_.find("SPILLWAY_LAUNCH_BOUNDS") != std::string_view::npos;
    }

    void run()
    {
        for (const Item& item : items_) {
            if (item.is_directive)
                directive(tokens_[item.token]);
            else
                declaration(item.declaration);
        }
    }

private:
    [[nodiscard]] std::vector<std::string_view> words(std::size_t first, std::size_t last) const
    {
        std::vector<std::string_view> found;
        for (std::size_t at = first; at <= last && at < tokens_.size(); ++at)
            if (tokens_[at].kind != Token::Kind::directive) found.push_back(tokens_[at].in(text_));
        return found;
    }

    void blank(std::size_t begin, std::size_t end) { file_.blank(begin, end); }
    [[nodiscard]] PlainPlace place_of(const Token& token) const { return {token.line, file_.name}; }

    void leave_aside(std::string what, std::size_t first, std::size_t last)
    {
        source_.left_aside.push_back({std::move(what), place_of(tokens_[first])});
        blank(tokens_[first].begin, tokens_[last].end);
    }

    void declaration(const Declaration& found)
    {
        const std::size_t head_end = found.body != 0 ? found.body : found.last;
        const std::vector<std::string_view> head = words(found.first, head_end);
        const bool is_device = contains(head, "__global__") || contains(head, "__device__");
        if (contains(head, "__global__") && found.kind != Declaration::Kind::instantiation) return kernel(found, head);
        switch (found.kind) {
            case Declaration::Kind::function:
                if (!is_device && !contains(head, "constexpr"))
                    leave_aside(found.name == "main" ? "main" : "the host function " + found.name, found.first,
                                found.last);
                return;
            case Declaration::Kind::instantiation:
                if (!is_device) leave_aside("an instantiation for the host", found.first, found.last);
                return;
            case Declaration::Kind::alias:
                if (head.size() >= 3 && head[1] == "namespace" && head[2] == "std")
                    blank(tokens_[found.first].begin, tokens_[found.last].end);
                [[fallthrough]];
            case Declaration::Kind::type:
            case Declaration::Kind::variable: return type_or_variable(found);
        }
    }

    void type_or_variable(const Declaration& found)
    {
        const std::vector<std::string_view> all = words(found.first, found.last);
        const bool is_mutable_variable = found.kind == Declaration::Kind::variable && !is_constant(all) &&
                                         !contains(all, "__device__") && !contains(all, "__constant__") &&
                                         !contains(all, "__shared__") && !contains(all, "__managed__") &&
                                         !contains(all, "extern") && all.size() > 1;
        if (!is_for_host_only(all) && !is_mutable_variable) return;
        leave_aside(found.kind == Declaration::Kind::variable ? "a variable of the host" : "a type of the host",
                    found.first, found.last);
    }

    void kernel(const Declaration& found, const std::vector<std::string_view>& head)
    {
        const bool has_bounds = contains(head, "__launch_bounds__") || contains(head, "__maxnreg__");
        for (std::size_t at = found.first; at <= found.last && !has_bounds && !is_written_for_us_; ++at) {
            if (tokens_[at].in(text_) != "__global__") continue;
            file_.marks[tokens_[at].end] = " SPILLWAY_LAUNCH_BOUNDS";
            break;
        }
        if (found.body == 0) return;
        if (!is_written_for_us_) file_.marks[tokens_[found.body].end] = " SPILLWAY_SPILL_TARGET;";
        if (found.is_specialization || found.name.empty()) return;
        if (source_.kernels.size() >= most_kernels) return;
        PlainKernel kernel{
            found.scope + found.name, {}, place_of(tokens_[found.first]), kernel_arguments(text_, tokens_, found)};
        if (found.is_template) kernel.parameters = template_parameters(text_, tokens_, found);
        source_.kernels.push_back(std::move(kernel));
    }

    void directive(const Token& token)
    {
        const std::vector<std::string_view> found = directive_words(token.in(text_));
        if (found.empty()) return;
        if (found[0] == "include") return include(token);
        if (found[0] == "pragma" && found.size() > 1 && found[1] == "once") {
            if (file_.name.empty()) blank(token.begin, token.end);
            return;
        }
        if (found[0].starts_with("if")) {
            // #ifndef TILE before #define TILE: a default, which a given number overrides.
            guards_.push_back(found[0] == "ifndef" && found.size() == 2 ? std::string(found[1]) : std::string());
        } else if (found[0] == "endif") {
            if (!guards_.empty()) guards_.pop_back();
        } else if (found[0] == "define") {
            define(token, found);
        }
    }

    /// A header of the file's folder, or of that of the header it stands in. True when the compiler will have it.
    bool take_own_header(const std::string& name)
    {
        if (!reading_.own_headers || !is_name_of_own_header(name)) return false;
        if (reading_.has_file(name)) return true;
        if (reading_.files.size() > most_headers) return false;
        const std::size_t slash = file_.name.rfind('/');
        auto text =
            slash == std::string::npos ? std::nullopt : reading_.own_headers(file_.name.substr(0, slash + 1) + name);
        if (!text) text = reading_.own_headers(name);
        if (!text || (reading_.header_bytes += text->size()) > most_header_bytes) return false;
        reading_.files.push_back({name, *text, *text, {}});
        PlainFile& header = reading_.files.back();
        Reader(reading_, header).run();
        return true;
    }

    void include(const Token& token)
    {
        const std::string_view line = token.in(text_);
        const std::size_t open = line.find_first_of("<\"");
        const std::size_t close = open == std::string_view::npos ? open : line.find_first_of(">\"", open + 1);
        if (close == std::string_view::npos) return;
        const std::string_view name = line.substr(open + 1, close - open - 1);
        if (is_device_header(name)) {
            // Quoted, it would be looked for beside the file, which the compiler never does.
            file_.text[token.begin + open] = '<';
            file_.text[token.begin + close] = '>';
            return;
        }
        if (line[open] == '"' && take_own_header(std::string(name))) return;
        blank(token.begin, token.end);
        if (name == "cstdint" || name == "stdint.h") {
            if (!std::exchange(has_fixed_width_types_, true)) file_.marks[token.begin] = fixed_width_types;
        } else if (name != "cuda_runtime.h" && name != "cuda_runtime_api.h" && name != "cuda.h" &&
                   name != "device_launch_parameters.h") {
            // Those are built into NVRTC.
            source_.left_aside.push_back({"the header " + base::visible_line(name), place_of(token)});
        }
    }

    void define(const Token& token, const std::vector<std::string_view>& found)
    {
        if (found.size() < 3 || !is_identifier(found[1])) return;
        const std::string name(found[1]);
        const bool is_default = guards_.size() == 1 && guards_.front() == name;
        const auto value = whole_number({found.begin() + 2, found.end()});
        const bool was_there = !reading_.seen_defines.insert(name).second;
        // No slider reaches that far, and the compiler may give the literal another type than ours has.
        const bool is_huge = value && (*value > most_define || *value < -most_define);
        if (was_there || !value || is_huge || (!guards_.empty() && !is_default) || name.starts_with("__") ||
            name.starts_with("SPILLWAY_")) {
            // One that has several values is not ours to choose.
            reading_.defines.erase(name);
            return;
        }
        reading_.defines[name] = {{name, *value, place_of(token)}, is_default ? nullptr : &file_, token};
    }

    static constexpr const char* fixed_width_types =
        "typedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t; typedef unsigned short "
        "uint16_t; "
        "typedef int int32_t; typedef unsigned int uint32_t; typedef long long int64_t; typedef unsigned long long "
        "uint64_t;";

    Reading& reading_;
    PlainFile& file_;
    PlainSource& source_;
    std::string_view text_;
    std::vector<Token> tokens_;
    std::vector<Item> items_;
    bool is_written_for_us_ = false, has_fixed_width_types_ = false;
    std::vector<std::string> guards_;  ///< names of the #ifndef around, empty for any other #if
};

/// A number that no device code uses (how often main repeats something) is no slider.
void keep_used_defines(Reading& reading)
{
    std::set<std::string> used;
    for (const PlainFile& file : reading.files)
        for (const Token& token : cuda_tokens(file.text)) {
            if (token.kind == Token::Kind::name) used.emplace(token.in(file.text));
            if (token.kind != Token::Kind::directive) continue;
            const auto in_directive = directive_words(token.in(file.text));
            const bool is_own = in_directive.size() > 1 && in_directive[0] == "define";
            for (std::size_t i = is_own ? 2 : 0; i < in_directive.size(); ++i) used.emplace(in_directive[i]);
        }
    std::vector<const Reading::Define*> kept;
    for (const auto& [name, define] : reading.defines)
        if (used.contains(name)) kept.push_back(&define);
    const auto place = [](const Reading::Define* each) {
        return std::tuple(each->number.place.header, each->number.place.line);
    };
    std::stable_sort(kept.begin(), kept.end(), [&](const auto* a, const auto* b) { return place(a) < place(b); });
    if (kept.size() > most_sliders) kept.resize(most_sliders);
    for (const Reading::Define* define : kept) {
        reading.source.defines.push_back(define->number);
        if (define->file != nullptr) define->file->blank(define->token.begin, define->token.end);
    }
}

/// Last, from the end: every position before a mark stays what it was.
void insert_marks(PlainFile& file)
{
    std::string marked;
    std::size_t begin = 0;
    for (const auto& [at, mark] : file.marks) {
        marked.append(file.text, begin, at - begin).append(mark);
        begin = at;
    }
    file.text = marked.append(file.text, begin);
}

}  // namespace

std::string PlainPlace::words() const
{
    return "line " + std::to_string(line) + (header.empty() ? "" : " of " + header);
}

model::Expected<PlainSource> read_plain_source(std::string_view text, const std::string& file_name,
                                               const OwnHeaders& own_headers)
{
    Reading reading{own_headers, {}, 0, {}, {}, {}};
    reading.files.push_back({"", std::string(text), std::string(text), {}});
    Reader(reading, reading.files.front()).run();
    keep_used_defines(reading);
    for (PlainFile& file : reading.files) insert_marks(file);
    PlainSource source = std::move(reading.source);
    if (source.kernels.empty())
        return model::Error{"there is no __global__ function in it", file_name, "a CUDA kernel was expected"};
    source.text = std::move(reading.files.front().text);
    for (std::size_t i = 1; i < reading.files.size(); ++i)
        source.headers.emplace_back(std::move(reading.files[i].name), std::move(reading.files[i].text));
    return source;
}

}  // namespace spillway::catalogue
