// Library call instead of a kernel. There is no reference kernel: a vector x checks the matrix product, because C * x
// must equal A * (B * x).

#include "app/gpu/kinds/library_call.h"

#include <optional>
#include <vector>

#include "app/gpu/cublas.h"
#include "app/gpu/workspace.h"

namespace spillway::gpu {
namespace {

constexpr CuResult unknown_error = 999;

class MatrixProduct : public Kind {
public:
    explicit MatrixProduct(RunContext& run)
        : run_(run),
          rows_(static_cast<int>(run.plan().arguments[3].scalar)),
          workspace_(run.session(), run.plan(), run.request().seed)
    {
    }

    Ended load() override
    {
        std::optional<model::Error> missing;
        const Failure failed = run_.watched("loading cuBLAS", run_.bounds().driver_seconds, [&]() -> Failure {
            auto opened = Cublas::open(run_.request().cuda_folders);
            if (opened)
                cublas_.emplace(std::move(*opened));
            else
                missing = opened.error();
            return std::nullopt;
        });
        if (failed) return run_.ended_by(failed);
        if (!missing) return std::nullopt;
        return Ending{model::Status::ok, std::nullopt, missing->what + "; " + missing->advice, false};
    }

    Ended begin() override
    {
        const Failure failed = run_.watched("filling the buffers", run_.bounds().driver_seconds, [&]() -> Failure {
            if (auto prepared = workspace_.prepare("")) return prepared;
            return workspace_.reset_outputs(false);
        });
        if (failed) return run_.ended_by(failed);
        // The first run loads the library's kernels; the second one gives the time.
        for (int i = 0; i < 2; ++i) {
            const Failure multiplied = run_.watched("cuBLAS", run_.bounds().hung_seconds, [&] {
                return run_.session().sampler().once(work(), first_seconds_);
            });
            if (multiplied) return run_.ended_by(multiplied);
        }
        std::optional<std::string> difference;
        const Failure compared =
            run_.watched("reading the results", run_.bounds().driver_seconds, [&] { return check(difference); });
        if (compared) return run_.ended_by(compared);
        return run_.compared(difference, "product with a vector");
    }

    double first_seconds() const override { return first_seconds_; }

    Failure sample(std::size_t most, std::vector<Sample>& samples) override
    {
        return run_.session().sampler().batch(work(), run_.plan().cache, most, samples);
    }

    Failure report(model::Measurement&) override { return std::nullopt; }

private:
    [[nodiscard]] CuPointer matrix(std::size_t argument) const
    {
        return workspace_.memory(run_.plan().arguments[argument].buffer).address;
    }

    [[nodiscard]] Work work()
    {
        return [this](CuStream stream) -> Failure {
            if (cublas_->multiply(matrix(0), matrix(1), matrix(2), rows_, stream) == 0) return std::nullopt;
            return CuError{unknown_error, "cublasSgemm"};
        };
    }

    /// Multiplies the matrix of this argument by x on the host, some rows at a time.
    Failure multiply(std::size_t argument, const std::vector<double>& x, std::vector<double>& product)
    {
        const auto rows = static_cast<std::size_t>(rows_), row_bytes = rows * sizeof(float);
        const std::span<std::byte> staging = run_.session().staging();
        product.assign(rows, 0);
        const std::size_t piece = std::max<std::size_t>(staging.size() / row_bytes, 1);
        for (std::size_t first = 0; first < rows; first += piece) {
            const std::size_t count = std::min(piece, rows - first);
            if (auto failed =
                    failure(run_.session().api().copy_to_host(staging.data(), matrix(argument) + first * row_bytes,
                                                              count * row_bytes, run_.session().stream()),
                            "cuMemcpyDtoHAsync"))
                return failed;
            if (auto failed = run_.session().synchronize()) return failed;
            const auto* numbers = reinterpret_cast<const float*>(staging.data());
            for (std::size_t row = 0; row < count; ++row)
                for (std::size_t k = 0; k < rows; ++k) product[first + row] += double{numbers[row * rows + k]} * x[k];
        }
        return std::nullopt;
    }

    /// Exact for matrices of small whole numbers: finds a wrong element of C at any position.
    Failure check(std::optional<std::string>& difference)
    {
        std::vector<double> x(static_cast<std::size_t>(rows_)), b_times_x, expected, got;
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(1 + (i * 2654435761U >> 7) % 8);
        if (auto failed = multiply(1, x, b_times_x)) return failed;
        if (auto failed = multiply(0, b_times_x, expected)) return failed;
        if (auto failed = multiply(2, x, got)) return failed;
        for (std::size_t row = 0; row < x.size(); ++row) {
            if (got[row] == expected[row]) continue;
            difference = "row " + std::to_string(row) + " of c";
            return std::nullopt;
        }
        return std::nullopt;
    }

    RunContext& run_;
    int rows_;
    Workspace workspace_;
    std::optional<Cublas> cublas_;
    double first_seconds_ = 0;
};

}  // namespace

std::unique_ptr<Kind> make_library_call(RunContext& run)
{
    return std::make_unique<MatrixProduct>(run);
}

}  // namespace spillway::gpu
