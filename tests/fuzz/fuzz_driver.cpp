// The fuzzers' own main, for compilers without libFuzzer: mutates the inputs of a corpus for a bounded
// time. Blind, but fast, repeatable and with the corpus's own words as its dictionary.
//
//     protocol_fuzz [-seed=N] [-max_total_time=SECONDS] [-runs=N] FILE_OR_FOLDER...
//
// With -runs=0 the corpus alone is run, as to repeat a failure. The input that fails is saved as
// crash-<seed>-<run> in the current folder and its name printed.

#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace {

namespace fs = std::filesystem;

constexpr long seconds_per_input = 10;
constexpr std::size_t max_input_bytes = 1 << 16;

struct Options {
    std::uint64_t seed = 1;
    double seconds = 5;
    long runs = -1;  ///< -1: until the time is up
    std::vector<fs::path> corpus;
};

// Data for the signal handler, which saves the failed input.
std::string current_input;
char crash_name[96];

void save_current_input()
{
    const int file = open(crash_name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0) return;
    const auto written = write(file, current_input.data(), current_input.size());
    close(file);
    const char* const end = written == static_cast<ssize_t>(current_input.size()) ? " holds the input\n" : " is cut\n";
    for (const char* part : {"fuzzing failed: ", static_cast<const char*>(crash_name), end})
        if (write(STDERR_FILENO, part, std::strlen(part)) < 0) return;
}

void on_signal(int signal_number)
{
    save_current_input();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void save_input_on_failure()
{
    if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(save_current_input);
    static char stack[1 << 16];  // a stack overflow leaves no other room for the handler
    stack_t alternative{};
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof(stack);
    sigaltstack(&alternative, nullptr);
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK;
    // A sanitizer that is there handles SIGSEGV itself and then calls back.
    for (int number : {SIGABRT, SIGPROF}) sigaction(number, &action, nullptr);
    if (__sanitizer_set_death_callback == nullptr)
        for (int number : {SIGSEGV, SIGFPE, SIGILL, SIGBUS}) sigaction(number, &action, nullptr);
}

/// Limit of CPU time: a busy machine is not a finding. 0 seconds: no limit.
void bound_processor_seconds(long seconds)
{
    itimerval timer{};
    timer.it_value.tv_sec = seconds;
    setitimer(ITIMER_PROF, &timer, nullptr);
}

void run_one(std::string input, std::uint64_t seed, long run)
{
    current_input = std::move(input);
    std::snprintf(crash_name, sizeof(crash_name), "crash-%llu-%ld", static_cast<unsigned long long>(seed), run);
    bound_processor_seconds(seconds_per_input);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(current_input.data()), current_input.size());
    bound_processor_seconds(0);
}

std::vector<std::string> read_corpus(const std::vector<fs::path>& places)
{
    std::vector<fs::path> files;
    for (const fs::path& place : places) {
        if (!fs::is_directory(place)) {
            files.push_back(place);
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(place))
            if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> corpus;
    for (const fs::path& file : files) {
        std::ifstream stream(file, std::ios::binary);
        corpus.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
        if (!stream) {
            std::fprintf(stderr, "cannot read %s\n", file.c_str());
            std::exit(2);
        }
    }
    return corpus;
}

/// Mutates inputs the ways that break parsers: bytes, pieces, words and numbers of other inputs, deep nesting.
class Mutator {
public:
    Mutator(std::uint64_t seed, const std::vector<std::string>& corpus) : random_(seed), corpus_(corpus)
    {
        for (const std::string& input : corpus) collect_words(input);
        for (const char* word : {"-1", "0", "18446744073709551616", "1e999", "null", "true", "\"\"", "[]", "{}",
                                 "\\u0000", "\xff\xfe", "../../etc/passwd", "%s%n", "nan", "0x7fffffff"})
            words_.emplace_back(word);
    }

    std::string next()
    {
        std::string input = corpus_.empty() ? std::string() : corpus_[below(corpus_.size())];
        for (std::size_t left = 1 + below(6); left > 0; --left) mutate(input);
        if (input.size() > max_input_bytes) input.resize(max_input_bytes);
        return input;
    }

private:
    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : static_cast<std::size_t>(random_() % bound); }

    void collect_words(const std::string& input)
    {
        std::string word;
        for (const char c : input + " ") {
            if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '"' || c == '.') {
                word += c;
            } else if (!word.empty()) {
                if (word.size() < 64 && words_.size() < 4096) words_.push_back(word);
                word.clear();
            }
        }
    }

    void mutate(std::string& input)
    {
        const std::size_t at = below(input.size() + 1);
        const std::size_t length = std::min(input.size() - at, below(input.size() < 64 ? 8 : 64));
        switch (below(9)) {
            case 0: flip_byte(input, at); break;
            case 1: input.erase(at, length); break;
            case 2: input.insert(at, input.substr(at, length)); break;
            case 3: input.insert(at, words_[below(words_.size())]); break;
            case 4: input.replace(at, length, words_[below(words_.size())]); break;
            case 5: splice(input, at); break;
            case 6: input.resize(at); break;
            case 7: replace_number(input, at); break;
            case 8: nest(input, at); break;
        }
    }

    void flip_byte(std::string& input, std::size_t at)
    {
        if (at < input.size()) input[at] = static_cast<char>(random_());
    }

    void splice(std::string& input, std::size_t at)
    {
        if (corpus_.empty()) return;
        const std::string& other = corpus_[below(corpus_.size())];
        const std::size_t from = below(other.size() + 1);
        input.replace(at, std::string::npos, other.substr(from));
    }

    void replace_number(std::string& input, std::size_t at)
    {
        const std::size_t begin = input.find_first_of("0123456789", at);
        if (begin == std::string::npos) return;
        const std::size_t end = std::min(input.find_first_not_of("0123456789", begin), input.size());
        static const char* const numbers[] = {
            "0", "-1", "1", "2147483648", "9223372036854775807", "99999999999999999999", "1e308", "0.5"};
        input.replace(begin, end - begin, numbers[below(std::size(numbers))]);
    }

    void nest(std::string& input, std::size_t at)
    {
        static const char* const openers[] = {"[", "{\"a\":", "(", "*", "> ", "- ", "#", "/*"};
        std::string deep;
        const char* const opener = openers[below(std::size(openers))];
        for (std::size_t left = below(20) == 0 ? 20000 : 1 + below(50); left > 0; --left) deep += opener;
        input.insert(at, deep);
    }

    std::mt19937_64 random_;
    const std::vector<std::string>& corpus_;
    std::vector<std::string> words_;
};

Options parse_options(int argc, char** argv)
{
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
        if (name == "-seed") options.seed = std::strtoull(value.c_str(), nullptr, 10);
        if (name == "-max_total_time") options.seconds = std::strtod(value.c_str(), nullptr);
        if (name == "-runs") options.runs = std::strtol(value.c_str(), nullptr, 10);
        if (!word.starts_with("-")) options.corpus.emplace_back(word);
    }
    return options;
}

}  // namespace

int main(int argc, char** argv)
{
    const Options options = parse_options(argc, argv);
    const std::vector<std::string> corpus = read_corpus(options.corpus);
    save_input_on_failure();

    run_one("", options.seed, 0);
    for (const std::string& input : corpus) run_one(input, options.seed, 0);

    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(options.seconds);
    Mutator mutator(options.seed, corpus);
    long run = 0;
    while (run != options.runs && Clock::now() < end) run_one(mutator.next(), options.seed, ++run);
    std::fprintf(stderr, "%zu inputs of the corpus and %ld mutations of them, seed %llu: all survived\n", corpus.size(),
                 run, static_cast<unsigned long long>(options.seed));
    return 0;
}
