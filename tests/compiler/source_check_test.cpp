#include "app/compiler/source_check.h"

#include <string>

#include <gtest/gtest.h>

namespace spillway::compiler {
namespace {

TEST(SourceCheck, TakesCudasOwnHeaders)
{
    for (const char* text : {
             "#include <cuda_fp16.h>\n",
             "#  include /* half */ \"cuda_fp16.h\"\n",
             "#include <cuda/std/limits>\r\n",
             "#include <cooperative_groups/memcpy_async.h>\n",
             "#if __has_include(<cuda_bf16.h>)\n#include <cuda_bf16.h>\n#endif\n",
             "#ifdef __has_include\n#endif\n",
             "// as #include \"/etc/passwd\" would\nint a;\n",
             "#define text(x) #x\nconst char* s = text(include);\n",
             "#pragma unroll\n",
             "#line 1\n",
             "  # line  12 \t\r\n",
         }) {
        const auto error = check_source("k.cu", text);
        EXPECT_FALSE(error) << text << (error ? error->line() : "");
    }
}

TEST(SourceCheck, RefusesForeignFilesHoweverTheyAreSpelt)
{
    for (const char* directive : {
             "#include \"/etc/passwd\"",
             "#include </etc/passwd>",
             "#include \"../secret.h\"",
             "#include <a/../../secret.h>",
             "#include \"..\"",
             "  \t#\t include\t\"/etc/passwd\"",
             "%:include \"/etc/passwd\"",
             "%: include \"/etc/passwd\"",
             "#inc\\\nlude \"/etc/passwd\"",
             "#include \\\r\n \"/etc/passwd\"",
             "#\\\n\\\ninclude \"/etc/passwd\"",
             "/* a */ # /* b */ include /* c */ \"/etc/passwd\"",
             "/* over\n two lines */ #include \"/etc/passwd\"",
             "#/* over\n two lines */include \"/etc/passwd\"",
             "#include_next \"/etc/passwd\"",
             "#import \"/etc/passwd\"",
             "#embed \"/etc/passwd\"",
             "#define P \"/etc/passwd\"\n#include P",
             "#include P(x)",
             "#include",
             "#include \"/etc/passwd",
             "#include \"~/x\"",
             "#include \"C:/x\"",
             "#include < /etc/passwd>",
             "#include \"a\\..\\x\"",
             "#if __has_include(\"/etc/passwd\")\n#endif",
             "#if __has_include ( </etc/passwd> )\n#endif",
             "#if __has_embed(\"/etc/passwd\")\n#endif",
             "#define H __has_include\n#if H(\"/etc/passwd\")\n#endif",
             "#if 0\nR\"(\n#endif\n#include \"/etc/passwd\"\n)\"",
             "const char* s = R\"(\n#include \"/etc/passwd\"\n)\";",
             "#line 3 \"/etc/passwd\"",
             "#line 3 \\\n \"/etc/passwd\"",
             "#line 3 /* */ \"/etc/passwd\"",
             "#line 3\f\"/etc/passwd\"",
             "#define HERE 3 \"/etc/passwd\"\n#line HERE",
             "# 3 \"/etc/passwd\"",
             "\xef\xbb\xbf#include \"/etc/passwd\"",
             "// x\r#include \"/etc/passwd\"",
             "int a; \\\n#include \"/etc/passwd\"",
         }) {
        EXPECT_TRUE(check_source("k.cu", std::string("int first;\n") + directive + "\nint last;\n")) << directive;
    }
    EXPECT_TRUE(check_source("k.cu", std::string_view("int a;\0#include", 15))) << "NUL";
    EXPECT_TRUE(check_source("k.cu", std::string(max_source_bytes + 1, ' ')));
    EXPECT_TRUE(check_source("k.cu", "\xef\xbb\xbf#include \"/etc/passwd\"\n")) << "byte-order mark";
}

TEST(SourceCheck, SaysWhatWhereAndWhatToDo)
{
    const auto error = check_source("mine/kernel.cu", "int a;\n\n#inc\\\nlude \"/etc/passwd\"\n");
    ASSERT_TRUE(error);
    EXPECT_EQ(error->what, "#include of the absolute path \"/etc/passwd\" is refused");
    EXPECT_TRUE(error->where == "mine/kernel.cu:3" || error->where == "mine/kernel.cu:4") << error->where;
    EXPECT_FALSE(error->advice.empty());
    EXPECT_EQ(check_source("k.cu", "#include <../x>\n")->what, "#include of the parent path \"../x\" is refused");
}

}  // namespace
}  // namespace spillway::compiler
