#include "tests/layers/word_rules.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::layers {
namespace {

namespace fs = std::filesystem;

using Phrase = std::vector<std::string_view>;

/// Name the thing that acts instead.
const std::vector<Phrase> banned = {
    {"is", "told"},          {"are", "told"},   {"was", "told"}, {"were", "told"},
    {"is", "wished"},        {"are", "wished"}, {"is", "known"}, {"are", "known"},
    {"was", "known"},        {"nobody"},        {"nobody's"},    {"somebody"},
    {"somebody's"},          {"anybody"},       {"anybody's"},   {"whoever"},
    {"what", "is", "there"}, {"who"},
};

struct Exception {
    std::string_view path;    ///< a file, or the beginning of several paths
    std::string_view phrase;  ///< empty: all of them
    std::string_view reason;
};

constexpr Exception exceptions[] = {
    {"README.md", "who", "questions of kernels/, quoted"},
    {"docs/style.md", "", "quotes what to avoid"},
};

struct Word {
    std::string text;  ///< lower case; empty ends a sentence
    int line = 0;
};

class Words {
public:
    void add(char c, int line)
    {
        if (std::isalpha(static_cast<unsigned char>(c)) != 0 || (c == '\'' && !current_.empty())) {
            current_ += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            return;
        }
        finish(line);
        if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '"' && c != '`' && c != '*' && c != '/')
            words_.push_back({"", line});
    }
    void finish(int line)
    {
        if (!current_.empty()) words_.push_back({std::move(current_), line});
        current_.clear();
    }
    [[nodiscard]] const std::vector<Word>& all() const { return words_; }

private:
    std::vector<Word> words_;
    std::string current_;
};

/// The words of a C++ or JSON text's string literals and of its comments; code between two of them ends a sentence.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text)
    {
        while (at_ < text_.size()) step();
        strings_.finish(line_);
        comments_.finish(line_);
    }
    [[nodiscard]] const std::vector<Word>& strings() const { return strings_.all(); }
    [[nodiscard]] const std::vector<Word>& comments() const { return comments_.all(); }

private:
    void step()
    {
        if (begins("//"))
            read_comment("\n");
        else if (begins("/*"))
            read_comment("*/");
        else if (begins("R\"("))
            read_raw();
        else if (text_[at_] == '"')
            read_literal();
        else if (text_[at_] == '\'' && (at_ == 0 || std::isalnum(static_cast<unsigned char>(text_[at_ - 1])) == 0))
            skip_character();
        else
            read_code();
    }
    [[nodiscard]] bool begins(std::string_view what) const { return text_.substr(at_).starts_with(what); }
    char take()
    {
        if (text_[at_] == '\n') ++line_;
        return text_[at_++];
    }
    void read_comment(std::string_view end)
    {
        while (at_ < text_.size() && !begins(end)) comments_.add(take(), line_);
        comments_.finish(line_);
    }
    void read_raw()
    {
        at_ += 3;
        while (at_ < text_.size() && !begins(")\"")) strings_.add(take(), line_);
        strings_.finish(line_);
        at_ = std::min(at_ + 2, text_.size());
    }
    void read_literal()
    {
        for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n';) {
            if (text_[at_] != '\\') {
                strings_.add(take(), line_);
                continue;
            }
            strings_.add(' ', line_);
            at_ = std::min(at_ + 2, text_.size());
        }
        at_ = std::min(at_ + 1, text_.size());
        // The next literal may go on within a word.
    }
    void skip_character()
    {
        for (++at_; at_ < text_.size() && text_[at_] != '\'' && text_[at_] != '\n'; ++at_)
            if (text_[at_] == '\\') ++at_;
        at_ = std::min(at_ + 1, text_.size());
    }
    void read_code()
    {
        const char c = take();
        if (std::isspace(static_cast<unsigned char>(c)) != 0) return;
        strings_.add('.', line_);
        comments_.add('.', line_);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    Words strings_, comments_;
};

/// Text of Markdown without blocks of code.
std::vector<Word> words_of_markdown(std::string_view text)
{
    Words words;
    int line = 1;
    bool is_code = false;
    while (!text.empty()) {
        const std::string_view row = text.substr(0, text.find('\n'));
        if (row.find("```") != std::string_view::npos) is_code = !is_code;
        if (!is_code)
            for (const char c : row) words.add(c, line);
        words.finish(line++);
        text.remove_prefix(std::min(row.size() + 1, text.size()));
    }
    return words.all();
}

bool is_allowed(std::string_view path, std::string_view phrase)
{
    return std::any_of(std::begin(exceptions), std::end(exceptions), [&](const Exception& exception) {
        return path.starts_with(exception.path) && (exception.phrase.empty() || exception.phrase == phrase);
    });
}

void check_words(const std::string& path, const std::vector<Word>& words, std::vector<Violation>& violations)
{
    for (const Phrase& phrase : banned) {
        std::string name;
        for (const std::string_view word : phrase) name += (name.empty() ? "" : " ") + std::string(word);
        if (is_allowed(path, name)) continue;
        auto at = words.begin();
        const auto is_same = [](const Word& word, std::string_view expected) { return word.text == expected; };
        while ((at = std::search(at, words.end(), phrase.begin(), phrase.end(), is_same)) != words.end())
            violations.push_back({path, at++->line, "\"" + name + "\": name the thing that acts (docs/style.md)"});
    }
}

void check_file(const fs::path& file, const fs::path& root, std::vector<Violation>& violations)
{
    const std::string path = fs::relative(file, root).generic_string();
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (file.extension() == ".md") return check_words(path, words_of_markdown(text), violations);
    const Reader reader(text);
    check_words(path, reader.strings(), violations);
    check_words(path, reader.comments(), violations);
}

void check_folder(const fs::path& folder, const fs::path& root, std::vector<Violation>& violations)
{
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        const fs::path extension = entry.path().extension();
        if (extension == ".cpp" || extension == ".h" || extension == ".md") check_file(entry.path(), root, violations);
    }
}

}  // namespace

std::vector<Violation> find_banned_phrases(const fs::path& root)
{
    std::vector<Violation> violations;
    for (const char* folder : {"app", "docs"})
        if (fs::exists(root / folder)) check_folder(root / folder, root, violations);
    if (fs::exists(root / "assets/terms.json")) check_file(root / "assets/terms.json", root, violations);
    for (const fs::directory_entry& entry : fs::directory_iterator(root))
        if (entry.path().extension() == ".md") check_file(entry.path(), root, violations);
    std::sort(violations.begin(), violations.end(), [](const Violation& a, const Violation& b) {
        return a.file != b.file ? a.file < b.file : a.line < b.line;
    });
    return violations;
}

}  // namespace spillway::layers
