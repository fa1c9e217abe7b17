#include "app/catalogue/plain/declared_kernel.h"

#include <algorithm>

#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {
namespace {

std::size_t dimensions_of(std::string_view text, const std::vector<Token>& tokens, const Declaration& kernel)
{
    std::size_t dimensions = 1;
    for (std::size_t at = kernel.body; at + 2 <= kernel.last && at + 2 < tokens.size(); ++at) {
        const std::string_view word = tokens[at].in(text), axis = tokens[at + 2].in(text);
        if (word != "threadIdx" && word != "blockIdx") continue;
        if (tokens[at + 1].in(text) == ".")
            dimensions = std::max<std::size_t>(dimensions, axis == "z" ? 3 : axis == "y" ? 2 : 1);
    }
    return dimensions;
}

}  // namespace

std::optional<DeclaredKernel> declared_kernel(const model::Experiment& plain, std::string_view base)
{
    std::vector<std::string> texts{plain.source};
    if (const auto files = unbundled(plain.compiled_source))
        for (const SourceFile& file : files->files) texts.push_back(file.text);
    // Prefer the kernel in the same namespace; else take one in a namespace that a macro opens.
    const std::string exact = without_unnamed(base);
    for (const bool is_exact : {true, false})
        for (const std::string& text : texts) {
            const std::vector<Token> tokens = cuda_tokens(text);
            for (const Declaration& kernel : kernel_declarations(text, tokens)) {
                const std::string name = without_unnamed(kernel.scope + kernel.name);
                if (is_exact ? name == exact : is_named(base, kernel.scope + kernel.name))
                    return DeclaredKernel{kernel_arguments(text, tokens, kernel),
                                          template_parameters(text, tokens, kernel),
                                          dimensions_of(text, tokens, kernel)};
            }
        }
    return std::nullopt;
}

std::map<std::string, std::string> type_aliases(std::string_view text)
{
    std::map<std::string, std::string> aliases;
    const std::vector<Token> tokens = cuda_tokens(text);
    const auto words = [&](std::size_t first, std::size_t end) {
        std::string type;
        for (std::size_t at = first; at < end; ++at)
            type += (type.empty() ? "" : " ") + std::string(tokens[at].in(text));
        return type;
    };
    for (std::size_t at = 0; at + 3 < tokens.size(); ++at) {
        const std::string_view here = tokens[at].in(text);
        if (here != "using" && here != "typedef") continue;
        std::size_t end = at + 1;
        while (end < tokens.size() && end < at + 8 && tokens[end].in(text) != ";") ++end;
        if (end >= tokens.size() || tokens[end].in(text) != ";") continue;
        if (here == "typedef")
            aliases.emplace(tokens[end - 1].in(text), words(at + 1, end - 1));
        else if (tokens[at + 2].in(text) == "=")
            aliases.emplace(tokens[at + 1].in(text), words(at + 3, end));
    }
    return aliases;
}

}  // namespace spillway::catalogue
