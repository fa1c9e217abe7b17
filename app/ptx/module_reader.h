#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/model/error.h"
#include "app/ptx/program.h"
#include "app/ptx/raw.h"
#include "app/ptx/scope.h"
#include "app/ptx/token_stream.h"

namespace spillway::ptx {

// Limits of a module, far above those of any real kernel.
inline constexpr std::int64_t max_array_bytes = std::int64_t{64} << 20;
inline constexpr std::int64_t max_variable_bytes = std::int64_t{256} << 20;  ///< of all variables
inline constexpr std::int64_t max_shared_bytes = std::int64_t{1} << 20;
inline constexpr std::int64_t max_frame_bytes = std::int64_t{64} << 20;  ///< registers of one function, of a warp
inline constexpr std::int64_t max_local_bytes = std::int64_t{1} << 20;   ///< of one function, of a thread
inline constexpr std::size_t max_instructions = std::size_t{1} << 22;
inline constexpr std::size_t max_scopes = 200;
inline constexpr std::size_t max_list = 512;

/// Values that are equal in all lanes, each stored once: immediates and addresses.
class ConstantPool {
public:
    explicit ConstantPool(std::vector<std::byte>& bytes) : bytes_(bytes) {}
    /// Offset of 32 copies of the low `width` bytes of `value`; adds them if they are new.
    [[nodiscard]] std::int32_t offset_of(std::uint64_t value, std::uint8_t width);
    /// Adds a separate copy, whose value may be replaced later.
    [[nodiscard]] std::int32_t add(std::uint64_t value, std::uint8_t width);

private:
    std::vector<std::byte>& bytes_;
    std::map<std::pair<std::uint64_t, std::uint8_t>, std::int32_t> known_;
};

class ModuleReader {
public:
    /// `entries_begin_at`: bytes of shared variables that no entry declares. Variables of entries follow them.
    explicit ModuleReader(std::string_view text, std::int32_t entries_begin_at = 0)
        : tokens_(text), pool_(module_.constants), entries_begin_at_(entries_begin_at)
    {
    }
    [[nodiscard]] model::Expected<Module> read();

private:
    // State of the module (module_reader.cpp).
    void read_statement();
    void read_file_name();
    void skip_section();
    void read_function(bool is_entry);
    void read_or_refuse(Function& function);
    void skip_body();
    std::vector<Param> read_params(Function& function, bool is_entry);
    Param read_param(Function& function, bool is_entry);
    void read_block_bound(Function& function);
    int number_of_function(const std::string& name);

    // Variables (module_reader_variables.cpp).
    struct Declared {
        std::string_view name;
        std::uint8_t width = 0;  ///< of an element
        std::int64_t bytes = 0, align = 1;
        bool has_no_length = false;  ///< name[]
        std::int64_t count = 1;
    };
    /// Reads the rest of a declaration after its space: alignment, type, name, lengths.
    Declared read_declared();
    std::uint8_t read_type_width(std::int64_t& vector);
    void read_variable(Space space, bool is_extern);
    [[nodiscard]] std::optional<std::string> why_too_large(const Declared& declared) const;
    void refuse_variable(const Declared& declared, std::string why);
    void read_shared(bool is_extern);
    void read_initial(Variable& variable, std::uint8_t width);
    void read_initial_value(Variable& variable, std::uint8_t width, std::size_t& at);
    void fill_late_initials();

    // A function's body (module_reader_body.cpp, module_reader_instructions.cpp).
    void read_body(Function& function);
    void read_body_statement();
    void read_block_begin();
    void read_block_end();
    void read_registers();
    void read_local();
    void read_call_param();
    void read_loc();
    void read_label_or_instruction();
    void define_label(std::string_view name, int line);
    void read_labelled_directive(std::string_view label);
    RawInstruction read_guarded();
    RawArgument read_argument(int depth);
    RawArgument read_plain_argument();
    std::vector<RawArgument> read_arguments(char end, int depth);
    void add_instruction(const RawInstruction& raw);
    void add_call(const RawInstruction& raw, Instruction& instruction);
    std::vector<Param> call_params(const RawArgument& list, int line);
    std::int32_t allot_frame(std::int64_t bytes, std::int64_t align);

    TokenStream tokens_;
    Module module_;
    ConstantPool pool_;
    std::int32_t entries_begin_at_ = 0;
    Scopes scopes_;
    std::int64_t variable_bytes_ = 0;
    std::unordered_map<std::string, std::int32_t> mnemonic_numbers_;

    struct LateInitial {
        std::size_t variable = 0, at = 0;
        std::uint8_t width = 8;
        std::string name;
        std::int64_t offset = 0;
        int line = 0;
    };
    std::vector<LateInitial> late_;

    // State of the function being read.
    Function* function_ = nullptr;
    struct Wanted {
        std::size_t instruction = 0;
        std::ptrdiff_t target = -1;  ///< index in branch_targets; -1: the branch itself
        std::size_t entry = 0;
        std::string_view label;
        int line = 0;
    };
    struct LabelScope {
        std::map<std::string_view, std::int32_t> labels;
        std::vector<Wanted> wanted;
    };
    std::vector<LabelScope> label_scopes_;
    std::int32_t source_file_ = 0, source_line_ = 0;
    std::int32_t last_shared_ = 0;
};

}  // namespace spillway::ptx
