#include "app/catalogue/plain/device_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "app/catalogue/plain/declarations.h"
#include "app/catalogue/plain/host_words.h"
#include "app/catalogue/plain/source_look.h"
#include "app/catalogue/plain/token_scan.h"
#include "app/catalogue/plain/word_list.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string_view>;
using Kind = Declaration::Kind;

constexpr int deepest_type = 8;  ///< types in types are looked into; each costs another look at its words

bool has_word(const Words& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether a variable itself never changes: what a pointer to const points to says nothing of the pointer.
bool is_constant(const Words& words)
{
    if (has_word(words, "constexpr")) return true;
    const auto is_value = [](std::string_view word) { return word == "=" || word == "{" || word == "("; };
    const auto declarator_end = std::find_if(words.begin(), words.end(), is_value);
    const auto star = std::find(std::make_reverse_iterator(declarator_end), words.rend(), "*");
    return std::find(star.base(), declarator_end, "const") != declarator_end;
}

bool is_device_word(std::string_view word)
{
    constexpr std::array<std::string_view, 9> known{
        "__global__",        "__device__",          "__constant__",
        "__shared__",        "__managed__",         "_CCCL_DEVICE",
        "_CCCL_HOST_DEVICE", "__CUDA_HOSTDEVICE__", "__CUDA_HOSTDEVICE_BF16_DECL__"};
    return is_one_of(word, known);
}

/// "#define HD __host__ __device__", and what is defined by such a name in turn.
void add_qualifiers(const std::string& text, NameSet& qualifiers)
{
    for (const Token& token : cuda_tokens(text)) {
        if (token.kind != Token::Kind::directive) continue;
        const std::string_view body = token.in(text).substr(1);
        const std::vector<Token> tokens = cuda_tokens(body);
        if (tokens.size() < 3 || tokens[0].in(body) != "define") continue;
        for (std::size_t at = 2; at < tokens.size(); ++at) {
            const std::string_view word = tokens[at].in(body);
            if (word == "__device__" || word == "__global__" || qualifiers.contains(word))
                qualifiers.emplace(tokens[1].in(body));
        }
    }
}

class DeviceFile {
public:
    DeviceFile(SourceFile& file, const FilesInCommon& common, const std::set<int>& refused_lines)
        : file_(file),
          common_(common),
          refused_lines_(refused_lines),
          text_(file.text),
          tokens_(cuda_tokens(text_)),
          lines_before_token_end_(lines_at_token_ends())
    {
    }

    void run()
    {
        blank_foreign_bytes();
        blank_host_words();
        for (const Item& item : declarations(text_, tokens_)) {
            if (item.is_directive)
                directive(tokens_[item.token]);
            else
                keep_for_device(item.declaration);
        }
        write_includes();
    }

private:
    void blank(std::size_t begin, std::size_t end)
    {
        for (std::size_t at = begin; at < end; ++at)
            if (file_.text[at] != '\n') file_.text[at] = ' ';
    }

    /// Where each #if within it ends within it: else what is blank would cut one in two.
    bool blank_tokens(std::size_t first, std::size_t last)
    {
        if (!has_whole_conditions(first, last)) return false;
        blank(tokens_[first].begin, tokens_[last].end);
        return true;
    }

    /// A byte-order mark, and in comments what is not ASCII: NVRTC stops at some of it.
    void blank_foreign_bytes()
    {
        std::size_t behind = 0;
        if (text_.starts_with("\xEF\xBB\xBF")) blank(0, 3);
        for (std::size_t at = 0; at <= tokens_.size(); ++at) {
            const std::size_t end = at < tokens_.size() ? tokens_[at].begin : text_.size();
            for (; behind < end; ++behind)
                if (static_cast<unsigned char>(file_.text[behind]) >= 0x80) file_.text[behind] = ' ';
            if (at < tokens_.size()) behind = std::max(behind, tokens_[at].end);
        }
    }

    /// NVRTC takes no function that says __host__; with __device__ beside it, it is the device's as well.
    void blank_host_words()
    {
        constexpr std::string_view host = "__host__";
        for (const Token& token : tokens_) {
            if (token.kind == Token::Kind::text) continue;
            const std::string_view words = token.in(text_);
            for (std::size_t at = words.find(host); at != std::string_view::npos; at = words.find(host, at + 1)) {
                const bool is_whole = (at == 0 || !continues_name(words[at - 1])) &&
                                      (at + host.size() == words.size() || !continues_name(words[at + host.size()]));
                if (is_whole) blank(token.begin + at, token.begin + at + host.size());
            }
        }
    }

    /// NVRTC does not look in the folder of the file that includes: each of the files gets the path that all have in
    /// common. Last, from the end: every position before stays what it was.
    void write_includes()
    {
        for (auto each = includes_.rbegin(); each != includes_.rend(); ++each)
            file_.text.replace(each->begin, each->end - each->begin, each->path);
    }

    [[nodiscard]] Words words(std::size_t first, std::size_t last) const
    {
        Words found;
        for (std::size_t at = first; at <= last && at < tokens_.size(); ++at)
            if (tokens_[at].kind != Token::Kind::directive) found.push_back(tokens_[at].in(text_));
        return found;
    }

    [[nodiscard]] std::vector<int> lines_at_token_ends() const
    {
        std::vector<int> lines;
        lines.reserve(tokens_.size());
        for (const Token& token : tokens_) {
            const std::string_view words = token.in(text_);
            lines.push_back(token.line + static_cast<int>(std::count(words.begin(), words.end(), '\n')));
        }
        return lines;
    }

    // ---- what is for whom ----

    [[nodiscard]] bool is_qualifier(std::string_view word) const
    {
        return is_device_word(word) || common_.qualifiers.contains(word);
    }

    [[nodiscard]] bool is_qualified(const Words& head) const
    {
        return std::any_of(head.begin(), head.end(), [&](std::string_view word) { return is_qualifier(word); });
    }

    [[nodiscard]] Words head_of(const Declaration& found) const
    {
        return words(found.first, found.body != 0 ? found.body : found.last);
    }

    /// Device code in what seemed the host's: its brackets were told apart wrongly. A lambda's is the host function's.
    [[nodiscard]] bool has_device_code(const Declaration& found) const
    {
        const Words all = words(found.first, found.last);
        for (std::size_t at = 1; at < all.size(); ++at)
            if (is_qualifier(all[at]) && all[at - 1] != "]" && all[at - 1] != "__host__") return true;
        return false;
    }

    [[nodiscard]] bool is_refused(const Declaration& found) const
    {
        const auto line = refused_lines_.lower_bound(tokens_[found.first].line);
        return line != refused_lines_.end() && *line <= lines_before_token_end_[found.last];
    }

    [[nodiscard]] bool is_of_kernel(const Words& head) const
    {
        return std::any_of(head.begin(), head.end(),
                           [&](std::string_view word) { return common_.kernels.contains(word); });
    }

    [[nodiscard]] bool is_host_only(const Declaration& found) const
    {
        const Words head = head_of(found);
        if (found.kind == Kind::type || is_qualified(head) || has_device_code(found)) return false;
        if (is_refused(found)) return true;
        switch (found.kind) {
            case Kind::function: return !has_word(head, "constexpr");
            case Kind::instantiation: return !is_of_kernel(head) || is_for_host(head);
            case Kind::alias: return is_for_host(head) || head == Words{"using", "namespace", "std", ";"};
            case Kind::type: return false;  // its members are looked at
            case Kind::variable:
                // A macro alone may be anything.
                return is_for_host(head) || (head.size() > 2 && !has_word(head, "extern") && !is_constant(head));
        }
        return false;
    }

    [[nodiscard]] bool has_whole_conditions(std::size_t first, std::size_t last) const
    {
        int depth = 0;
        for (std::size_t at = first; at <= last; ++at) {
            if (tokens_[at].kind != Token::Kind::directive) continue;
            const std::string_view word = directive_name(tokens_[at].in(text_));
            if (word.starts_with("if")) ++depth;
            if (word.starts_with("el") && depth == 0) return false;
            if (word == "endif" && --depth < 0) return false;
        }
        return depth == 0;
    }

    void keep_for_device(const Declaration& found)
    {
        if (is_host_only(found) && blank_tokens(found.first, found.last)) return;
        if (found.kind == Kind::type) keep_type(found);
    }

    // ---- types ----

    /// A type stays as large as it is and is copied as it is: of what is the host's in it only those members go that
    /// say nothing of either. One for the host that holds what only a host has goes whole.
    void keep_type(const Declaration& type)
    {
        const auto body = body_of_type(text_, tokens_, type);
        const bool is_device = is_qualified(words(type.first, type.last));
        const bool is_host = !is_device && (body ? holds_host_data(type, *body, 0) : is_host_member(type));
        if (is_host && blank_tokens(type.first, type.last)) return;
        if (body) keep_members(type, *body, 0);
    }

    [[nodiscard]] bool is_host_member(const Declaration& member) const
    {
        return is_refused(member) || is_for_host(head_of(member));
    }

    /// int x; or struct timeval start; and not static int x;
    [[nodiscard]] bool is_data(const Declaration& member) const
    {
        const Words head = head_of(member);
        const bool is_of_type = member.kind == Kind::type && head.size() > 3 && !body_of_type(text_, tokens_, member);
        return (member.kind == Kind::variable || is_of_type) && !has_word(head, "static");
    }

    [[nodiscard]] bool holds_host_data(const Declaration& type, const Body& body, int depth) const
    {
        Declaration head = type;
        head.last = body.open;
        if (is_refused(head) || is_for_host(words(type.first, body.open))) return true;
        for (const Item& item : members(text_, tokens_, body)) {
            if (item.is_directive) continue;
            const Declaration& member = item.declaration;
            if (is_data(member) && is_host_member(member)) return true;
            const auto inner = member.kind == Kind::type ? body_of_type(text_, tokens_, member) : std::nullopt;
            if (inner && depth < deepest_type && holds_host_data(member, *inner, depth + 1)) return true;
        }
        return false;
    }

    void keep_members(const Declaration& type, const Body& body, int depth)
    {
        const std::string_view name = name_of(type, body);
        for (const Item& item : members(text_, tokens_, body)) {
            if (item.is_directive) continue;
            const Declaration& member = item.declaration;
            if (member.kind == Kind::type) {
                const auto inner = body_of_type(text_, tokens_, member);
                if (inner && depth < deepest_type) keep_members(member, *inner, depth + 1);
            } else if (member.kind == Kind::function) {
                keep_function(member, name);
            } else if (!is_data(member) && !is_qualified(head_of(member)) && is_host_member(member)) {
                blank_tokens(member.first, member.last);
            }
        }
    }

    /// "Timer" of `struct Timer : Base {`.
    [[nodiscard]] std::string_view name_of(const Declaration& type, const Body& body) const
    {
        for (std::size_t at = type.is_template ? type.parameters_end : type.first; at < body.open; ++at) {
            const std::string_view next = tokens_[at + 1].in(text_);
            if (tokens_[at].kind == Token::Kind::name && (next == "{" || next == ":" || next == "final" || next == "<"))
                return tokens_[at].in(text_);
        }
        return {};
    }

    /// A destructor, an assignment, a virtual function, a constructor that copies: without it the type would be
    /// another.
    [[nodiscard]] static bool makes_the_type(const Words& head, std::string_view type)
    {
        if (has_word(head, "virtual") || has_word(head, "~") || has_word(head, "override")) return true;
        for (std::size_t at = 0; at + 1 < head.size(); ++at) {
            if (head[at] == "operator" && head[at + 1] == "=") return true;
            const bool is_constructor = head[at] == type && !type.empty() && head[at + 1] == "(";
            if (is_constructor)
                return std::find(head.begin() + static_cast<std::ptrdiff_t>(at) + 2, head.end(), type) != head.end();
        }
        return false;
    }

    /// A member function that says nothing of a device is the host's: its declaration is enough, if that.
    void keep_function(const Declaration& member, std::string_view type)
    {
        const Words head = head_of(member);
        if (is_qualified(head)) return;
        const bool is_host = is_host_member(member);
        if (has_word(head, "constexpr") && !is_host) return;
        if (is_host && !makes_the_type(head, type)) {
            blank_tokens(member.first, member.last);
        } else if (member.body != 0) {
            const std::size_t cut = behind_head(member);
            if (blank_tokens(cut, member.last)) file_.text[tokens_[cut].begin] = ';';
        }
    }

    /// The token of the : before a constructor's members, or of the body.
    [[nodiscard]] std::size_t behind_head(const Declaration& function) const
    {
        int depth = 0;
        for (std::size_t at = function.arguments_open; at < function.body; ++at) {
            const std::string_view word = tokens_[at].in(text_);
            if (word == "(") ++depth;
            if (word == ")") --depth;
            if (depth == 0 && (word == ":" || word == "try")) return at;
        }
        return function.body;
    }

    // ---- headers ----

    [[nodiscard]] static std::string_view directive_name(std::string_view directive)
    {
        const std::size_t begin = std::min(directive.find_first_not_of("# \t"), directive.size());
        return directive.substr(begin, end_of_name(directive, begin) - begin);
    }

    [[nodiscard]] bool is_own(std::string_view name) const
    {
        while (name.starts_with("../")) name.remove_prefix(3);
        return std::any_of(common_.paths.begin(), common_.paths.end(), [&](const std::string& path) {
            return path == name ||
                   (path.size() > name.size() && path.ends_with(name) && path[path.size() - name.size() - 1] == '/');
        });
    }

    void directive(const Token& token)
    {
        const std::string_view line = token.in(text_);
        if (directive_name(line) != "include") return;
        const std::size_t open = line.find_first_of("<\"");
        const std::size_t close = open == std::string_view::npos ? open : line.find_first_of(">\"", open + 1);
        if (close == std::string_view::npos) return;
        const std::string_view name = line.substr(open + 1, close - open - 1);
        const bool is_quoted = line[open] == '"';
        if (is_quoted) {
            const std::string path = (fs::path(file_.path).parent_path() / name).lexically_normal().generic_string();
            if (std::find(common_.paths.begin(), common_.paths.end(), path) != common_.paths.end())
                includes_.push_back({token.begin + open + 1, token.begin + close, path});
        }
        if (is_own(name)) return;
        if (is_header_of_cub_for_hosts(name))
            includes_.push_back({token.begin + open + 1, token.begin + close, cub_file});
        else if (is_quoted ? is_known_host_header(name) : is_host_header(name))
            blank(token.begin, token.end);
    }

    struct Include {
        std::size_t begin = 0, end = 0;  ///< of the name between its quotes
        std::string path;
    };

    SourceFile& file_;
    const FilesInCommon& common_;
    const std::set<int>& refused_lines_;
    std::vector<Include> includes_;
    const std::string text_;
    std::vector<Token> tokens_;
    std::vector<int> lines_before_token_end_;  ///< the line that each token ends in
};

}  // namespace

FilesInCommon files_in_common(const SourceFiles& files)
{
    FilesInCommon common;
    for (int turn = 0; turn < 2; ++turn)
        for (const SourceFile& file : files.files) add_qualifiers(file.text, common.qualifiers);
    for (const SourceFile& file : files.files) {
        common.paths.push_back(file.path);
        for (const SeenKernel& kernel : look_at(file.text).kernels) {
            const std::size_t scope = kernel.name.rfind("::");
            common.kernels.insert(scope == std::string::npos ? kernel.name : kernel.name.substr(scope + 2));
        }
    }
    return common;
}

void keep_device_part(SourceFile& file, const FilesInCommon& common, const std::set<int>& refused_lines)
{
    DeviceFile(file, common, refused_lines).run();
}

}  // namespace spillway::catalogue
