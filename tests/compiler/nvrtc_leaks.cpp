// NVRTC does not free some 2 MB of its own when ptxas refuses a kernel; that is not ours to be told of.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libnvrtc.so\n"; }
