#include "app/catalogue/plain/source_look.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "app/base/text.h"
#include "app/catalogue/plain/cuda_lexer.h"
#include "app/catalogue/plain/directives.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/launch_configurations.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_kernels = 2000, max_launches = 2000, max_constants = 2000;
constexpr std::size_t max_head_tokens = 128;  ///< between __global__ and the name, or within < >
constexpr std::size_t max_namespaces = 64, max_call_arguments = 64, max_allocations = 2000;
constexpr std::size_t max_parameter_tokens = 500;
constexpr std::size_t max_scope_bytes = 500, max_imports = 16, max_more_lines = 8;

class Looker {
public:
    explicit Looker(std::string_view text)
        : text_(text), tokens_(cuda_tokens(text)), directives_(text), configurations_(text_, tokens_)
    {
    }

    SourceLook run()
    {
        for (std::size_t at = 0; at < tokens_.size(); ++at) look(at);
        look_.includes = std::move(directives_.includes());
        look_.defines = directives_.numbers();
        look_.has_kernel_macro = directives_.has_kernel_macro();
        for (const auto& [name, text] : directives_.expressions()) {
            const auto [known, is_new] = constants_.try_emplace(name, std::vector{std::string(text)});
            if (!is_new || text.empty()) known->second.clear();
        }
        resolve_reused_shapes();
        for (auto& [name, values] : constants_)
            if (!values.empty()) {
                const auto later = reassigned_.find(name);
                look_.constants.push_back(
                    {std::string(name), std::move(values), later == reassigned_.end() ? 0 : later->second});
            }
        return std::move(look_);
    }

private:
    [[nodiscard]] std::string_view word(std::size_t at) const
    {
        return at < tokens_.size() && tokens_[at].kind != Token::Kind::directive ? tokens_[at].in(text_)
                                                                                 : std::string_view{};
    }
    [[nodiscard]] bool is_name(std::size_t at) const
    {
        return at < tokens_.size() && tokens_[at].kind == Token::Kind::name;
    }
    /// Text from token `first` up to token `end`, without the latter.
    [[nodiscard]] std::string between(std::size_t first, std::size_t end) const
    {
        if (first >= end) return {};
        return std::string(text_.substr(tokens_[first].begin, tokens_[end - 1].end - tokens_[first].begin));
    }

    void look(std::size_t at)
    {
        if (tokens_[at].kind == Token::Kind::directive)
            return directives_.take(tokens_[at].in(text_), tokens_[at].line);
        const std::string_view here = word(at);
        if (here == "{") {
            ++depth_;
        } else if (here == "}") {
            if (depth_ > 0) --depth_;
            while (!namespaces_.empty() && namespaces_.back().first > depth_) namespaces_.pop_back();
            std::erase_if(imports_, [&](const auto& import) { return import.first > depth_; });
        } else if (here == "namespace") {
            enter_namespace(at);
        } else if (here == "using") {
            import(at);
        } else if (here == "template" && word(at + 1) == "<") {
            template_list(at + 1);
        } else if (here == "__global__") {
            kernel(at);
        } else if (here == "<<<") {
            launch(at);
        } else if (here == "=" || here == "(") {
            constant(at);
        }
        if (here == "{") constant(at);
        if (here == "=" || here == "+" || here == "-") reassignment(at);
        if (here == "=") extent(at);
        if (here == ";" || here == ",") empty_shape(at);
        if (here.starts_with("cudaM") || here == "device_vector") memory(at);
        if (here == "cudaLaunchKernel" || here == "cudaLaunchCooperativeKernel") called_launch(at);
        configurations_.look(at, depth_);
        if (here == "cudaLaunchKernelEx" || here == "cudaLaunchKernelExC") configured_launch(at);
    }

    void enter_namespace(std::size_t at)
    {
        std::string name;
        std::size_t next = at + 1;
        for (; next < at + 16 && (is_name(next) || word(next) == "::"); ++next) name += word(next);
        const bool is_opened = word(next) == "{" && (at == 0 || word(at - 1) != "using");
        if (is_opened && !name.empty() && namespaces_.size() < max_namespaces)
            namespaces_.emplace_back(depth_ + 1, name + "::");
    }

    /// `using namespace a;` or `using a::k;`
    void import(std::size_t at)
    {
        const bool is_whole = word(at + 1) == "namespace";
        std::string name;
        std::size_t next = at + (is_whole ? 2 : 1);
        for (; next < at + 16 && (is_name(next) || word(next) == "::"); ++next) name += word(next);
        if (word(next) != ";" || name.empty() || (!is_whole && name.find("::") == std::string::npos)) return;
        if (name.starts_with("::")) name.erase(0, 2);
        // The name may be relative to any scope around it.
        for (const std::string& scope : scopes())
            if (imports_.size() < max_imports) imports_.emplace_back(depth_, scope + name + (is_whole ? "::" : ""));
    }

    /// Namespaces around this place, innermost first: "a::b::", "a::" and "".
    [[nodiscard]] std::vector<std::string> scopes() const
    {
        std::vector<std::string> scopes(1);
        for (const auto& [depth, part] : namespaces_)
            if (scopes.back().size() + part.size() <= max_scope_bytes) scopes.push_back(scopes.back() + part);
        std::reverse(scopes.begin(), scopes.end());
        return scopes;
    }

    /// Stores the position of template parameters for a kernel that may follow.
    void template_list(std::size_t open)
    {
        int depth = 0;
        for (std::size_t at = open; at < std::min(open + max_head_tokens, tokens_.size()); ++at) {
            if (word(at) == "<" || word(at) == "(") ++depth;
            if (word(at) == ">" || word(at) == ")") --depth;
            if (depth != 0) continue;
            template_begin_ = open + 1;
            template_end_ = at;
            return;
        }
    }

    void kernel(std::size_t at)
    {
        if (look_.kernels.size() >= max_kernels) return;
        const auto name = name_of_kernel(at + 1);
        if (!name) return;
        std::string scope;
        for (const auto& [depth, part] : namespaces_) scope += part;
        SeenKernel seen{scope.size() > max_scope_bytes ? std::string() : scope, tokens_[at].line, {}, {}};
        seen.name += word(*name);
        const std::size_t close = closing(*name + 1);
        for (std::size_t in = *name + 2; in < close; ++in) seen.has_default = seen.has_default || word(in) == "=";
        for (std::size_t head = at + 1; head < *name && seen.launch_bound.empty(); ++head)
            if (word(head) == "__launch_bounds__" && word(head + 1) == "(")
                seen.launch_bound = between(head + 2, std::min(end_of_part(head + 2, ")"), *name));
        const auto [known, is_new] = names_.try_emplace(seen.name, look_.kernels.size());
        if (!is_new) {
            SeenKernel& first = look_.kernels[known->second];
            first.has_default = first.has_default || seen.has_default;
            if (first.more_lines.size() < max_more_lines) first.more_lines.push_back(seen.line);
            return;
        }
        constexpr std::size_t max_distance = 24;  // leaves room for "extern "C" static" and attributes
        if (template_end_ > template_begin_ && template_end_ < at && at - template_end_ < max_distance) {
            Declaration declaration;
            declaration.parameters_begin = template_begin_;
            declaration.parameters_end = template_end_;
            seen.parameters = template_parameters(text_, tokens_, declaration);
        }
        template_begin_ = template_end_ = 0;
        look_.kernels.push_back(std::move(seen));
    }

    /// Token that closes the parenthesis at `open`; `open` itself if none does.
    [[nodiscard]] std::size_t closing(std::size_t open) const
    {
        int depth = 0;
        for (std::size_t at = open; at < std::min(open + max_parameter_tokens, tokens_.size()); ++at) {
            if (word(at) == "(") ++depth;
            if (word(at) == ")" && --depth == 0) return at;
        }
        return open;
    }

    /// Name before the kernel's arguments. Skips the parentheses of attributes.
    [[nodiscard]] std::optional<std::size_t> name_of_kernel(std::size_t at) const
    {
        int depth = 0;
        std::optional<std::size_t> candidate;
        for (const std::size_t end = std::min(at + max_head_tokens, tokens_.size()); at < end; ++at) {
            const std::string_view here = word(at);
            if (here == "__global__" || (depth == 0 && (here == ";" || here == "{"))) break;
            if (here == "(" && depth++ == 0 && at > 0 && is_name(at - 1) && !is_attribute(word(at - 1)))
                candidate = at - 1;
            if (here == ")") --depth;
        }
        return candidate;
    }

    static bool is_attribute(std::string_view name)
    {
        return name.starts_with("__") || name == "alignas" || name == "decltype" || name == "noexcept";
    }

    /// Token of the next top-level comma or `end`.
    [[nodiscard]] std::size_t end_of_part(std::size_t at, std::string_view end) const
    {
        int depth = 0;
        for (const std::size_t last = std::min(at + max_head_tokens, tokens_.size()); at < last; ++at) {
            const std::string_view here = word(at);
            if (depth == 0 && (here == "," || here == end)) return at;
            if (here == "(" || here == "{") ++depth;
            if (here == ")" || here == "}") --depth;
        }
        return tokens_.size();
    }

    void launch(std::size_t at)
    {
        if (look_.launches.size() >= max_launches || at == 0) return;
        SeenLaunch seen;
        seen.line = tokens_[at].line;
        std::size_t name_end = at;
        if (word(at - 1) == ">") {
            int depth = 0;
            std::size_t open = at - 1;
            for (std::size_t steps = 0; steps < max_head_tokens; ++steps, --open) {
                if (word(open) == ">") ++depth;
                if (word(open) == ">>>") depth += 3;
                if (word(open) == "<" && --depth == 0) break;
                if (open == 0) return;
            }
            if (depth != 0) return;
            seen.template_arguments = between(open + 1, at - 1);
            name_end = open;
        }
        std::size_t first = name_end;
        while (first > 0 && name_end - first < 16 && (is_name(first - 1) || word(first - 1) == "::")) --first;
        while (first < name_end && word(first) == "return") ++first;
        if (first == name_end) return;
        for (std::size_t part = first; part < name_end; ++part) seen.kernel += word(part);
        std::size_t begin = at + 1;
        for (std::string* into : {&seen.grid, &seen.block, &seen.shared}) {
            const std::size_t end = end_of_part(begin, ">>>");
            if (end >= tokens_.size()) return;
            *into = between(begin, end);
            begin = end + 1;
            if (word(end) == ">>>") break;
        }
        const std::size_t last = std::min(begin + max_head_tokens, tokens_.size());
        while (begin < last && word(begin - 1) != ">>>") ++begin;
        seen.arguments = call_arguments(begin);
        seen.shows_arguments = !seen.arguments.empty() || (word(begin) == "(" && word(begin + 1) == ")");
        add_launch(std::move(seen));
    }

    /// cudaLaunchKernel((const void*)scale<4>, grid, block, arguments, shared, stream)
    void called_launch(std::size_t at)
    {
        const std::vector<std::string> arguments = launch_arguments(at + 1, 0);
        if (look_.launches.size() >= max_launches || arguments.size() < 4) return;
        SeenLaunch seen = launch_of(arguments[0], at);
        seen.grid = arguments[1];
        seen.block = arguments[2];
        if (arguments.size() > 4) seen.shared = arguments[4];
        seen.may_be_cooperative = word(at) == "cudaLaunchCooperativeKernel";
        add_launch(std::move(seen));
    }

    /// cudaLaunchKernelEx(&configuration, scale<4>, in, out). Without a known configuration the launch cannot be read.
    void configured_launch(std::size_t at)
    {
        std::vector<std::string> arguments = launch_arguments(at + 1, 1);
        if (look_.launches.size() >= max_launches || arguments.size() < 2) return;
        SeenLaunch seen = launch_of(arguments[1], at);
        seen.may_be_cooperative = true;  // an attribute of the configuration may say so
        if (const LaunchConfiguration* known = configurations_.find(arguments[0])) {
            seen.grid = known->grid();
            seen.block = known->block();
            seen.shared = known->shared();
        }
        if (word(at) == "cudaLaunchKernelEx") {
            seen.arguments.assign(std::make_move_iterator(arguments.begin() + 2),
                                  std::make_move_iterator(arguments.end()));
            seen.shows_arguments = true;
        }
        add_launch(std::move(seen));
    }

    /// Arguments of a call, of which one is a kernel whose template arguments may contain commas.
    [[nodiscard]] std::vector<std::string> launch_arguments(std::size_t open, std::size_t kernel) const
    {
        std::vector<std::string> arguments = call_arguments(open);
        while (kernel + 1 < arguments.size() &&
               std::ranges::count(arguments[kernel], '<') > std::ranges::count(arguments[kernel], '>')) {
            arguments[kernel] += "," + arguments[kernel + 1];
            arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(kernel) + 1);
        }
        return arguments;
    }

    /// The kernel of "(const void*)scale<4>" or "&scale<4>".
    [[nodiscard]] SeenLaunch launch_of(std::string_view name, std::size_t at) const
    {
        while (!name.empty() && name.back() == ')') name.remove_suffix(1);
        const std::size_t before = name.find_last_of("&()");
        if (before != std::string_view::npos) name.remove_prefix(before + 1);
        name = base::trimmed(name);
        const NameParts parts = name_parts(name);
        return {parts.base, parts.template_arguments, "", "", "", tokens_[at].line, {}};
    }

    void add_launch(SeenLaunch seen)
    {
        seen.scopes = scopes();
        for (const auto& [depth, name] : imports_) seen.imports.push_back(name);
        shapes_.push_back({as_defined(seen.grid), as_defined(seen.block)});
        look_.launches.push_back(std::move(seen));
    }

    /// Arguments of a call; empty if its parentheses do not close.
    [[nodiscard]] std::vector<std::string> call_arguments(std::size_t open) const
    {
        std::vector<std::string> arguments;
        if (word(open) != "(" || word(open + 1) == ")") return {};
        for (std::size_t begin = open + 1; arguments.size() < max_call_arguments;) {
            const std::size_t end = end_of_part(begin, ")");
            if (end >= tokens_.size() || tokens_[end].begin - tokens_[begin].begin > 500) return {};
            arguments.push_back(between(begin, end));
            if (word(end) == ")") return arguments;
            begin = end + 1;
        }
        return {};
    }

    /// "(void**)&d_in" as "d_in".
    static std::string pointed_to(std::string text)
    {
        if (const std::size_t at = text.rfind('&'); at != std::string::npos) text.erase(0, at + 1);
        std::erase_if(text, [](char c) { return c == ' ' || c == ')' || c == '\n'; });
        return text;
    }

    void memory(std::size_t at)
    {
        if (look_.allocations.size() + look_.copied_to.size() >= max_allocations) return;
        const std::string_view here = word(at);
        if (here == "device_vector") {
            const std::size_t last = std::min(at + 16, tokens_.size());
            std::size_t name = at + 1;
            while (name < last && word(name) != ">") ++name;
            const auto arguments = is_name(name + 1) ? call_arguments(name + 2) : std::vector<std::string>{};
            if (!arguments.empty()) look_.allocations.push_back({std::string(word(name + 1)), "", arguments.front()});
            return;
        }
        const auto arguments = call_arguments(at + 1);
        if ((here == "cudaMalloc" || here == "cudaMallocManaged" || here == "cudaMallocAsync") && arguments.size() > 1)
            look_.allocations.push_back({pointed_to(arguments[0]), arguments[1], ""});
        if ((here == "cudaMemcpy" || here == "cudaMemcpyAsync") && arguments.size() > 1)
            look_.copied_to.push_back(pointed_to(arguments[0]));
    }

    /// "dim3(TILE,TILE)" from the last `dim3 block(TILE, TILE);` so far; empty without one.
    [[nodiscard]] std::string as_defined(const std::string& name) const
    {
        const auto last = latest_.find(name);
        if (last == latest_.end()) return {};
        std::string text = "dim3(";
        for (const std::string& value : last->second) text += (text.ends_with('(') ? "" : ",") + value;
        return text + ")";
    }

    /// Resolves a `block` or `grid` that several host functions define differently: uses the last definition before the
    /// launch.
    void resolve_reused_shapes()
    {
        const auto resolve = [&](std::string& written, const std::string& own) {
            const auto known = constants_.find(written);
            if (known != constants_.end() && known->second.empty() && !own.empty()) written = own;
        };
        for (std::size_t i = 0; i < look_.launches.size(); ++i) {
            resolve(look_.launches[i].grid, shapes_[i].first);
            resolve(look_.launches[i].block, shapes_[i].second);
        }
    }

    /// True between the parentheses of `for (...)`.
    [[nodiscard]] bool is_in_for_header(std::size_t at) const
    {
        constexpr std::size_t max_header_tokens = 100;
        for (std::size_t back = 1, depth = 0; back <= std::min(at, max_header_tokens); ++back) {
            const std::string_view here = word(at - back);
            if (here == "{" || here == "}") return false;
            if (here == ")") ++depth;
            if (here == "(" && depth == 0) return at > back && word(at - back - 1) == "for";
            if (here == "(") --depth;
        }
        return false;
    }

    /// Records `n = 2;`, `n *= 2`, `n <<= 1`, `++n` and `n++`.
    void reassignment(std::size_t at)
    {
        const std::string_view here = word(at), before = at > 0 ? word(at - 1) : std::string_view{};
        std::size_t name = tokens_.size();
        if (here == "=" && at >= 2 && word(at + 1) != "=") {
            const std::string_view beside = word(at - 2);
            if (is_name(at - 1) && (beside == ";" || beside == "{" || beside == "}" || beside == ")")) name = at - 1;
            if (before.size() == 1 && std::string_view("+-*/%&|^").find(before) != std::string_view::npos)
                name = at - 2;
            if (at >= 3 && (before == "<" || before == ">") && beside == before) name = at - 3;
        } else if ((here == "+" || here == "-") && at > 0 && before == here) {
            name = is_name(at + 1) ? at + 1 : at - 2;
        }
        // The step of a for loop comes after its first launch.
        if (name < tokens_.size() && is_name(name) && !is_in_for_header(at))
            reassigned_.try_emplace(word(name), tokens_[name].line);
    }

    /// Whether a declaration begins here; false for a parameter's type.
    [[nodiscard]] bool begins_statement(std::size_t at) const
    {
        const std::string_view before = at > 0 ? word(at - 1) : std::string_view(";");
        return before == ";" || before == "{" || before == "}" || before == "const" || before == "static";
    }

    /// True for `block` in `dim3 grid(8, 4), block(16, 16)`.
    [[nodiscard]] bool is_later_shape(std::size_t name) const
    {
        constexpr std::size_t max_declaration_tokens = 100;
        for (std::size_t back = 1, depth = 0; back <= std::min(name, max_declaration_tokens); ++back) {
            const std::string_view here = word(name - back);
            const bool closes_value = here == ")" || (here == "}" && word(name - back + 1) == ",");
            if (depth == 0 && (here == ";" || here == "{" || here == "(" || (here == "}" && !closes_value)))
                return false;
            if (depth == 0 && here == "dim3") return back > 1 && begins_statement(name - back);
            if (closes_value) ++depth;
            if (depth > 0 && (here == "(" || here == "{")) --depth;
        }
        return false;
    }

    /// Records `dim3 block;`, whose extents are 1.
    void empty_shape(std::size_t at)
    {
        const bool is_first = at >= 2 && word(at - 2) == "dim3" && begins_statement(at - 2);
        if (at < 2 || !is_name(at - 1) || (!is_first && !is_later_shape(at - 1))) return;
        if (constants_.size() >= max_constants) return;
        const std::vector<std::string> ones{"1", "1", "1"};
        const auto [known, is_new] = constants_.try_emplace(word(at - 1), ones);
        if (!is_new && known->second != ones) known->second.clear();
        latest_[word(at - 1)] = ones;
        shape_names_.insert(word(at - 1));
    }

    /// Records `block.x = 16;` of a dim3.
    void extent(std::size_t at)
    {
        if (at < 4 || word(at - 2) != "." || !is_name(at - 3) || word(at - 1).size() != 1) return;
        const std::size_t axis = std::string_view("xyz").find(word(at - 1)), stop = end_of_part(at + 1, ";");
        const auto known = latest_.find(word(at - 3));
        if (axis > 2 || stop >= tokens_.size() || known == latest_.end() || !shape_names_.contains(word(at - 3)))
            return;
        std::vector<std::string> values = known->second;
        if (values.size() <= axis) values.resize(axis + 1, "1");
        values[axis] = between(at + 1, stop);
        // The declaration and the assignments are one definition, unless a launch between them used the earlier values.
        const bool is_used = std::ranges::any_of(look_.launches, [&](const SeenLaunch& launch) {
            return launch.grid == word(at - 3) || launch.block == word(at - 3);
        });
        auto& all = constants_[word(at - 3)];
        if (is_used) all.clear();
        if (!all.empty()) all = values;
        known->second = std::move(values);
    }

    /// Stores a possible constant: a type followed by `name = value ;`, `name(a, b)` or `name{a}`.
    void constant(std::size_t at)
    {
        if (at < 2 || !is_name(at - 1) || constants_.size() >= max_constants) return;
        const std::string_view name = word(at - 1), here = word(at);
        // const int n = 1000, threads = 256;
        if (!is_name(at - 2) && !(word(at - 2) == "," && (here == "=" || is_later_shape(at - 1)))) return;
        std::size_t begin = at + 1;
        std::string_view end = here == "=" ? ";" : here == "(" ? ")" : "}";
        const bool names_shape = word(begin) == "dim3" && (word(begin + 1) == "(" || word(begin + 1) == "{");
        const bool is_list = word(begin) == "{" && (word(at - 2) == "dim3" || is_later_shape(at - 1));
        const bool is_shape = names_shape || is_list;
        if (here == "=" && is_shape) {
            begin += names_shape ? 1 : 0;
            end = word(begin) == "(" ? ")" : "}";
            ++begin;
        }
        if (is_shape || word(at - 2) == "dim3" || is_later_shape(at - 1)) shape_names_.insert(name);
        std::vector<std::string> values;
        for (std::size_t part = 0; part < 3; ++part) {
            const std::size_t stop = end_of_part(begin, end);
            if (stop >= tokens_.size() || tokens_[stop].end - tokens_[begin].begin > 200) return;
            values.push_back(between(begin, stop));
            begin = stop + 1;
            if (word(stop) == end || (here == "=" && !is_shape)) break;
        }
        const auto [known, is_new] = constants_.try_emplace(name, values);
        if (!is_new && known->second != values) known->second.clear();
        latest_[name] = std::move(values);
    }

    std::string_view text_;
    std::vector<Token> tokens_;
    Directives directives_;
    SourceLook look_;
    std::map<std::string_view, std::vector<std::string>> constants_;  ///< empty: several values
    std::map<std::string_view, std::vector<std::string>> latest_;     ///< last value of each name so far
    std::map<std::string_view, int> reassigned_;                      ///< line of the first assignment without a type
    std::vector<std::pair<std::string, std::string>> shapes_;         ///< grid and block of each launch, from `latest_`
    std::set<std::string_view> shape_names_;                          ///< names of dim3 variables
    std::map<std::string, std::size_t, std::less<>> names_;           ///< indices of kernels by their names
    std::vector<std::pair<int, std::string>> namespaces_;             ///< inner depth and name
    std::vector<std::pair<int, std::string>> imports_;                ///< depth and name, see SeenLaunch
    LaunchConfigurations configurations_;
    std::size_t template_begin_ = 0, template_end_ = 0;
    int depth_ = 0;
};

}  // namespace

SourceLook look_at(std::string_view text)
{
    return Looker(text).run();
}

std::vector<SeenInclude> includes_of(std::string_view text)
{
    std::vector<SeenInclude> includes;
    for (const Token& token : cuda_tokens(text))
        if (token.kind == Token::Kind::directive)
            if (auto include = include_in(token.in(text))) includes.push_back(std::move(*include));
    return includes;
}

}  // namespace spillway::catalogue
