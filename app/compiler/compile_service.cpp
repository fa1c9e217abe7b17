#include "app/compiler/compile_service.h"

#include <chrono>

#include "app/base/clock.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/compiler/diagnosis.h"
#include "app/compiler/options.h"
#include "app/compiler/whole_file.h"

namespace spillway::compiler {
namespace {

using Clock = std::chrono::steady_clock;

std::size_t size_of(const Compiled& compiled)
{
    return sizeof(Compiled) + compiled.ptx.size() + compiled.cubin.size() + compiled.report.log.size() +
           (compiled.error ? compiled.error->what.size() : 0) + (compiled.outside ? compiled.outside->bytes() : 0);
}

std::shared_ptr<const Compiled> cancelled()
{
    Compiled none;
    none.error = model::Error{"the compile was cancelled", "compile", ""};
    none.is_lasting = false;
    none.cancelled = true;
    return std::make_shared<const Compiled>(std::move(none));
}

bool is_outdated(const Compiled& compiled)
{
    return compiled.outside && !compiled.outside->are_unchanged();
}

}  // namespace

model::CompileReport CompileAnswer::report() const
{
    model::CompileReport report = compiled->report;
    report.log = bounded(std::move(report.log));  // the log of a whole file is kept uncut
    report.cached = cached;
    report.seconds = seconds;
    return report;
}

CompileService::CompileService(Toolchain tools, DiskCache& disk, std::size_t memory_bytes)
    : releases_(std::move(tools)),
      report_tools_(releases_.own().report_tools()),
      disk_(disk),
      memory_bytes_(memory_bytes)
{
}

std::string CompileService::causes_key(const std::string& key)
{
    // Raise the 2 when the search for causes changes, so that causes of older versions are not reused.
    return catalogue::content_hash("causes 2|" + key);
}

std::string CompileService::key_of(const model::CompileRequest& request, const model::SourceText& source) const
{
    std::string text = "1|" + releases_.identity(request.compiler) + "|" + source.hash + "|" + source.name + "|" +
                       request.entry + "|" + request.arch;
    for (const int field :
         {request.register_cap, request.min_blocks_per_sm, request.bounds_threads,
          static_cast<int>(request.spill_target), static_cast<int>(request.load_cache),
          static_cast<int>(request.fast_math), static_cast<int>(request.line_info && !request.whole_file),
          static_cast<int>(request.whole_file)}) {
        text += "|" + std::to_string(field);
    }
    if (request.whole_file) text += "|4";  // raise when a file's report gains fields
    if (request.whole_file && !request.compiler.empty()) text += "|without nvcc";
    if (has_usage_level(request)) text += "|" + usage_level(request);
    for (const model::Define& define : request.defines) text += "|" + define.name + "=" + std::to_string(define.value);
    return catalogue::content_hash(text);
}

std::shared_ptr<const Compiled> CompileService::kept(const std::string& key)
{
    std::shared_ptr<const Compiled> compiled;
    {
        const std::lock_guard lock(mutex_);
        const auto found = kept_.find(key);
        if (found == kept_.end()) return nullptr;
        uses_.splice(uses_.begin(), uses_, found->second.use);
        compiled = found->second.compiled;
    }
    // Without the lock: a header's folder may be slow.
    if (!is_outdated(*compiled)) return compiled;
    const std::lock_guard lock(mutex_);
    if (const auto found = kept_.find(key); found != kept_.end() && found->second.compiled == compiled) {
        kept_bytes_ -= found->second.bytes;
        uses_.erase(found->second.use);
        kept_.erase(found);
    }
    return nullptr;
}

void CompileService::keep(const std::string& key, std::shared_ptr<const Compiled> compiled)
{
    const std::lock_guard lock(mutex_);
    if (kept_.contains(key)) return;
    const std::size_t bytes = size_of(*compiled);
    uses_.push_front(key);
    kept_[key] = {std::move(compiled), bytes, uses_.begin()};
    kept_bytes_ += bytes;
    while (kept_bytes_ > memory_bytes_ && uses_.size() > 1) {
        // Keep the newest file's compile, however large: all its kernels come from it.
        if (uses_.back() == newest_file_) uses_.splice(uses_.begin(), uses_, std::prev(uses_.end()));
        const auto oldest = kept_.find(uses_.back());
        kept_bytes_ -= oldest->second.bytes;
        kept_.erase(oldest);
        uses_.pop_back();
    }
}

std::optional<CompileAnswer> CompileService::find_in_memory(const model::CompileRequest& request,
                                                            const model::SourceText& source)
{
    const auto start = Clock::now();
    std::string key = key_of(request, source);
    auto compiled = kept(key);
    if (!compiled) return std::nullopt;
    return CompileAnswer{std::move(compiled), std::move(key), true, base::seconds_since(start)};
}

std::shared_ptr<const Compiled> CompileService::on_disk(const std::string& key)
{
    auto found = disk_.read(key);
    if (!found || is_outdated(*found)) return nullptr;
    auto compiled = std::make_shared<const Compiled>(std::move(*found));
    keep(key, compiled);
    return compiled;
}

std::optional<CompileAnswer> CompileService::find(const model::CompileRequest& request, const model::SourceText& source)
{
    const auto start = Clock::now();
    if (auto answer = find_in_memory(request, source)) return answer;
    std::string key = key_of(request, source);
    auto compiled = on_disk(key);
    if (!compiled) return std::nullopt;
    return CompileAnswer{std::move(compiled), std::move(key), true, base::seconds_since(start)};
}

std::optional<CompileAnswer> CompileService::find_shipped(const model::CompileRequest& request,
                                                          const model::SourceText& source)
{
    const auto start = base::Clock::now();
    auto key = answers::shipped_key(report_tools_, request, source);
    if (!key) return std::nullopt;
    std::shared_ptr<const answers::Report> report;
    {
        const std::lock_guard lock(mutex_);
        report = shipped_.find(*key, source.hash, request.arch).value;
    }
    if (!report) return std::nullopt;
    auto compiled = std::make_shared<Compiled>();
    static_cast<answers::Report&>(*compiled) = *report;
    return CompileAnswer{std::move(compiled), std::move(*key), true, base::seconds_since(start)};
}

CompileAnswer CompileService::get(const model::CompileRequest& request, const model::SourceText& source,
                                  const StopQuestion& should_stop)
{
    const auto start = Clock::now();
    if (auto answer = find_in_memory(request, source)) return *answer;

    const std::string key = key_of(request, source);
    for (;;) {
        CompileAnswer answer = compile_once(key, request, source, should_stop);
        // If the request that started a shared compile cancelled it, compile again.
        const bool is_mine = !answer.compiled->cancelled || (should_stop && should_stop());
        if (!is_mine) continue;
        if (answer.cached) answer.seconds = base::seconds_since(start);
        return answer;
    }
}

CompileAnswer CompileService::compile_once(const std::string& key, const model::CompileRequest& request,
                                           const model::SourceText& source, const StopQuestion& should_stop)
{
    std::promise<std::shared_ptr<const Compiled>> promise;
    SharedCompile others;
    bool has_same_limit = true;
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = kept_.find(key); known != kept_.end()) return {known->second.compiled, key, true, 0};
        const auto [entry, is_new] = in_flight_.try_emplace(key);
        if (is_new) {
            entry->second.compiled = promise.get_future().share();
            entry->second.max_seconds = request.max_seconds;
        }
        if (!is_new) {
            ++entry->second.others;
            others = entry->second.compiled;
            has_same_limit = entry->second.max_seconds == request.max_seconds;
        }
    }
    if (others.valid()) {
        if (!wait_for(key, others, should_stop)) return {cancelled(), key, false, 0};
        const auto compiled = others.get();
        const bool met_other_limit = !has_same_limit && compiled->error && compiled->error->bound == model::Bound::time;
        if (!met_other_limit) return {compiled, key, true, 0};
        return compile_once(key, request, source, should_stop);
    }

    const StopQuestion is_unwanted = [&] {
        if (!should_stop || !should_stop()) return false;
        const std::lock_guard lock(mutex_);
        return in_flight_.at(key).others == 0;
    };
    CompileAnswer answer = make(key, request, source, is_unwanted);
    if (answer.compiled->is_lasting) keep(key, answer.compiled);
    const std::lock_guard lock(mutex_);
    promise.set_value(answer.compiled);
    in_flight_.erase(key);
    return answer;
}

bool CompileService::wait_for(const std::string& key, const SharedCompile& compiled, const StopQuestion& should_stop)
{
    constexpr std::chrono::milliseconds between_questions{5};
    const auto is_ready = [&](std::chrono::milliseconds wait) {
        return compiled.wait_for(wait) == std::future_status::ready;
    };
    while (!is_ready(between_questions)) {
        if (!should_stop || !should_stop()) continue;
        const std::lock_guard lock(mutex_);
        if (is_ready({})) break;
        --in_flight_.at(key).others;
        return false;
    }
    return true;
}

CompileAnswer CompileService::make(const std::string& key, const model::CompileRequest& request,
                                   const model::SourceText& source, const StopQuestion& should_stop)
{
    const auto start = Clock::now();
    // Another process may have compiled it since the lookup.
    if (auto compiled = on_disk(key)) return {std::move(compiled), key, true, base::seconds_since(start)};
    if (request.whole_file && !request.entry.empty()) return make_from_whole(key, request, source, should_stop);
    auto compiled = std::make_shared<const Compiled>(compile(tools_of(request), request, source, should_stop));
    const double seconds = base::seconds_since(start);
    disk_.write(key, *compiled);
    return {std::move(compiled), key, false, seconds};
}

/// One compile of a file serves all of its kernels.
CompileAnswer CompileService::make_from_whole(const std::string& key, const model::CompileRequest& request,
                                              const model::SourceText& source, const StopQuestion& should_stop)
{
    const auto start = Clock::now();
    const auto answer = [&](Compiled compiled, bool cached) {
        return CompileAnswer{std::make_shared<const Compiled>(std::move(compiled)), key, cached,
                             base::seconds_since(start)};
    };
    model::CompileRequest file = request;
    file.entry.clear();
    {
        const std::lock_guard lock(mutex_);
        newest_file_ = key_of(file, source);
    }
    const CompileAnswer whole = get(file, source, should_stop);
    if (whole.compiled->error) return answer(*whole.compiled, whole.cached);
    if (auto kernel = kernel_of(*whole.compiled, request)) return answer(std::move(*kernel), whole.cached);
    const bool is_all_there = !whole.compiled->cubin.empty();
    if (is_all_there && !catalogue::is_instance(request.entry))
        return answer(no_such_kernel(request, source), whole.cached);
    Compiled alone = compile(tools_of(request), request, source, should_stop);
    if (alone.error) return answer(std::move(alone), false);
    auto kernel = kernel_of(alone, request);
    if (!kernel) return answer(no_such_kernel(request, source), false);
    disk_.write(key, *kernel);
    return answer(std::move(*kernel), false);
}

}  // namespace spillway::compiler
