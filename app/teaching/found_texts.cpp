#include "app/teaching/found_texts.h"

#include <algorithm>
#include <cctype>

namespace spillway::teaching {
namespace {

std::string folded_case(std::string_view text)
{
    std::string folded(text);
    for (char& c : folded) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return folded;
}

std::vector<std::string> words_of(std::string_view query)
{
    std::vector<std::string> words;
    std::string word;
    for (const char c : folded_case(query) + " ") {
        if (std::isspace(static_cast<unsigned char>(c)) == 0) {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

bool is_letter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// 3: the text begins with the word; 2: one of its words does; 1: the word is within one; 0: it is not there.
int fit_of(const std::string& text, const std::string& word)
{
    int best = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        if (at == 0) return 3;
        best = std::max(best, is_letter(text[at - 1]) ? 1 : 2);
    }
    return best;
}

/// 0 if a word is missing.
int score_of(const FindText& text, const std::vector<std::string>& words)
{
    constexpr int label_weight = 4;
    const std::string label = folded_case(text.label), more = folded_case(text.more);
    int score = 0;
    for (const std::string& word : words) {
        const int fit = std::max(label_weight * fit_of(label, word), fit_of(more, word));
        if (fit == 0) return 0;
        score += fit;
    }
    return score;
}

}  // namespace

std::vector<std::size_t> found_texts(const std::vector<FindText>& texts, std::string_view query, std::size_t most)
{
    struct Hit {
        std::size_t index;
        int score;
    };
    const std::vector<std::string> words = words_of(query);
    std::vector<Hit> hits;
    if (!words.empty())
        for (std::size_t i = 0; i < texts.size(); ++i)
            if (const int score = score_of(texts[i], words); score > 0) hits.push_back({i, score});
    std::ranges::stable_sort(hits, [](const Hit& a, const Hit& b) { return a.score > b.score; });
    if (hits.size() > most) hits.resize(most);
    std::vector<std::size_t> indices;
    for (const Hit& hit : hits) indices.push_back(hit.index);
    return indices;
}

bool has_all_words(std::string_view text, std::string_view query)
{
    const std::string folded = folded_case(text);
    return std::ranges::all_of(words_of(query),
                               [&](const std::string& word) { return folded.find(word) != std::string::npos; });
}

}  // namespace spillway::teaching
