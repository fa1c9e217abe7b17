#define A(x) __has_##x
#if A(include)("/etc/passwd")
#error YES
#endif
