#define H __has_include
#if H("/etc/passwd")
#endif
