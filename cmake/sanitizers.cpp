// Reports that the sanitizers leave out. Linked into the program and every test where a build has sanitizers.

// They are called by the sanitizers' own shared libraries.
#define SPILLWAY_EXPORTED extern "C" __attribute__((visibility("default")))

SPILLWAY_EXPORTED const char* __lsan_default_options();
SPILLWAY_EXPORTED const char* __lsan_default_suppressions();
SPILLWAY_EXPORTED const char* __tsan_default_suppressions();

/// Tests compare a program's output word for word.
const char* __lsan_default_options()
{
    return "print_suppressions=0";
}

/// NVRTC does not free some 2 MB of its own when ptxas refuses a kernel, and fontconfig keeps its list of fonts until
/// the process ends.
const char* __lsan_default_suppressions()
{
    return "leak:libnvrtc.so\nleak:libfontconfig\n";
}

/// libuv closes descriptors by a bare system call, which the sanitizer does not see: when a folder is opened under the
/// same number later, it takes closing that for a race with the pipe that had the number before.
const char* __tsan_default_suppressions()
{
    return "race:closedir\n";
}
