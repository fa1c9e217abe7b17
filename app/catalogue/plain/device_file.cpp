#include "app/catalogue/plain/device_file.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "app/catalogue/plain/device_includes.h"
#include "app/catalogue/plain/device_text.h"
#include "app/catalogue/plain/device_types.h"
#include "app/catalogue/plain/host_words.h"
#include "app/catalogue/plain/source_look.h"
#include "app/catalogue/plain/token_scan.h"

namespace spillway::catalogue {
namespace {

using Kind = Declaration::Kind;

/// Whether a variable itself is constant; a pointer to const is not.
bool is_constant(const Words& words)
{
    if (has_word(words, "constexpr")) return true;
    const auto is_value = [](std::string_view word) { return word == "=" || word == "{" || word == "("; };
    const auto declarator_end = std::find_if(words.begin(), words.end(), is_value);
    const auto star = std::find(std::make_reverse_iterator(declarator_end), words.rend(), "*");
    return std::find(star.base(), declarator_end, "const") != declarator_end;
}

/// Collects macros like "#define HD __host__ __device__", and macros defined by them.
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
        : file_(file), common_(common), text_(file.text, common, refused_lines)
    {
    }

    void run()
    {
        blank_foreign_bytes();
        blank_host_words();
        blank_lambda_qualifiers();
        replace_nvcc_macro();
        for (const Item& item : declarations(text_.text(), text_.tokens())) {
            if (item.is_directive)
                change_include(text_.tokens()[item.token]);
            else if (item.declaration.kind == Kind::type)
                keep_type(text_, item.declaration);
            else if (is_host_only(item.declaration))
                text_.blank_tokens(item.declaration.first, item.declaration.last);
            else
                make_constexpr(item.declaration);
        }
        write_changes();
    }

private:
    /// Blanks `__host__ __device__` after `[=]`: NVRTC has no --extended-lambda, and its lambdas are for the device
    /// anyway. `[[nodiscard]] __device__` stays.
    void blank_lambda_qualifiers()
    {
        const std::vector<Token>& tokens = text_.tokens();
        const auto word = [&](std::size_t at) { return tokens[at].in(text_.text()); };
        for (std::size_t at = 2; at < tokens.size(); ++at) {
            const bool is_after_captures = word(at - 1) == "]" && word(at - 2) != "]";
            if (!is_after_captures) continue;
            for (; at < tokens.size() && (word(at) == "__device__" || word(at) == "__host__"); ++at)
                text_.blank_tokens(at, at);
        }
    }

    /// Blanks a byte order mark, and non-ASCII bytes in comments: NVRTC rejects some of them.
    void blank_foreign_bytes()
    {
        const std::string& text = text_.text();
        const std::vector<Token>& tokens = text_.tokens();
        std::size_t behind = 0;
        if (text.starts_with(byte_order_mark)) text_.blank(0, byte_order_mark.size());
        for (std::size_t at = 0; at <= tokens.size(); ++at) {
            const std::size_t end = at < tokens.size() ? tokens[at].begin : text.size();
            for (; behind < end; ++behind)
                if (static_cast<unsigned char>(text[behind]) >= 0x80) text_.blank(behind, behind + 1);
            if (at < tokens.size()) behind = std::max(behind, tokens[at].end);
        }
    }

    /// Blanks __host__, because NVRTC rejects functions with it. A function with both __host__ and __device__ stays
    /// device code.
    void blank_host_words()
    {
        constexpr std::string_view host = "__host__";
        for (const Token& token : text_.tokens()) {
            if (token.kind == Token::Kind::text) continue;
            const std::string_view words = token.in(text_.text());
            for (std::size_t at = words.find(host); at != std::string_view::npos; at = words.find(host, at + 1)) {
                const bool is_whole = (at == 0 || !continues_name(words[at - 1])) &&
                                      (at + host.size() == words.size() || !continues_name(words[at + host.size()]));
                if (is_whole) text_.blank(token.begin + at, token.begin + at + host.size());
            }
        }
    }

    /// Replaces __NVCC__ in conditions by __CUDACC__, because files use it for any CUDA compiler. NVRTC does not define
    /// __NVCC__, and its headers distinguish the compilers by it.
    void replace_nvcc_macro()
    {
        constexpr std::string_view nvcc = "__NVCC__";
        for (const Token& token : text_.tokens()) {
            if (token.kind != Token::Kind::directive) continue;
            const std::string_view line = token.in(text_.text()), name = directive_name(line);
            if (!name.starts_with("if") && !name.starts_with("el")) continue;
            for (const std::string_view word : identifiers(line)) {
                const std::size_t begin = token.begin + static_cast<std::size_t>(word.data() - line.data());
                if (word == nvcc) changes_.push_back({begin, begin + nvcc.size(), "__CUDACC__"});
            }
        }
    }

    /// Makes constants such as `const float a = 2, b = 1 / a;` constexpr. nvcc evaluates them at compile time anyway,
    /// NVRTC does not.
    void make_constexpr(const Declaration& found)
    {
        const Words head = text_.head_of(found);
        if (found.kind != Kind::variable || text_.is_qualified(head) || !has_word(head, "=")) return;
        for (const char* other : {"*", "&", "[", "extern", "volatile", "constexpr"})
            if (has_word(head, other)) return;
        for (std::size_t at = found.first; at < found.last; ++at) {
            if (text_.word(at) != "const" || (text_.word(at + 1) != "float" && text_.word(at + 1) != "double"))
                continue;
            changes_.push_back({text_.tokens()[at].begin, text_.tokens()[at].end, "constexpr"});
            return;
        }
    }

    void change_include(const Token& directive)
    {
        auto change = change_of_include(directive.in(text_.text()), file_.path, common_.paths);
        if (!change) return;
        change->begin += directive.begin;
        change->end += directive.begin;
        if (change->words)
            changes_.push_back(std::move(*change));
        else
            text_.blank(change->begin, change->end);
    }

    /// Applies the changes last and from the end, so that earlier positions stay valid.
    void write_changes()
    {
        std::sort(changes_.begin(), changes_.end(), [](const auto& a, const auto& b) { return a.begin > b.begin; });
        for (const TextChange& each : changes_)
            if (file_.text[each.begin] != ' ')  // else it was inside a blanked host function
                file_.text.replace(each.begin, each.end - each.begin, *each.words);
    }

    /// Whether a seemingly host-only declaration contains device code, because its brackets were misread. Qualifiers of
    /// a lambda do not count.
    [[nodiscard]] bool has_device_code(const Declaration& found) const
    {
        const Words all = text_.words(found.first, found.last);
        for (std::size_t at = 1; at < all.size(); ++at)
            if (text_.is_qualifier(all[at]) && all[at - 1] != "]" && all[at - 1] != "__host__") return true;
        return false;
    }

    [[nodiscard]] bool is_of_kernel(const Words& head) const
    {
        return std::any_of(head.begin(), head.end(),
                           [&](std::string_view word) { return common_.kernels.contains(word); });
    }

    [[nodiscard]] bool is_host_only(const Declaration& found) const
    {
        const Words head = text_.head_of(found);
        if (text_.is_qualified(head) || has_device_code(found)) return false;
        if (text_.is_refused(found)) return true;
        switch (found.kind) {
            case Kind::function: return !has_word(head, "constexpr");
            case Kind::instantiation: return !is_of_kernel(head) || is_for_host(head);
            case Kind::alias: return is_for_host(head) || head == Words{"using", "namespace", "std", ";"};
            case Kind::type: return false;  // keep_type() handles its members
            case Kind::variable:
                // A macro alone may be anything, so keep it.
                return is_for_host(head) || (head.size() > 2 && !has_word(head, "extern") && !is_constant(head));
        }
        return false;
    }

    SourceFile& file_;
    const FilesInCommon& common_;
    DeviceText text_;
    std::vector<TextChange> changes_;
};

}  // namespace

FilesInCommon files_in_common(const SourceFiles& files)
{
    FilesInCommon common;
    common.paths.folders = {"", std::filesystem::path(files.files.front().path).parent_path().string()};
    for (const auto* folders : {&files.settings.include_folders, &files.settings.system_folders})
        common.paths.folders.insert(common.paths.folders.end(), folders->begin(), folders->end());
    for (int turn = 0; turn < 2; ++turn)
        for (const SourceFile& file : files.files) add_qualifiers(file.text, common.qualifiers);
    for (const SourceFile& file : files.files) {
        common.paths.files.push_back(file.path);
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
