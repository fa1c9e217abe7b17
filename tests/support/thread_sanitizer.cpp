// Linked into every test of a build with the thread sanitizer.

/// libuv closes descriptors by a bare system call, which the sanitizer does not see: when a folder is opened under the
/// same number later, it takes closing that for a race with the pipe that had the number before.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions();

extern "C" const char* __tsan_default_suppressions()
{
    return "race:^closedir$\n";
}
