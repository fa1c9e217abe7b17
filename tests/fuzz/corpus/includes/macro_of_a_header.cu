#include <thrust/detail/config.h>
#undef __THRUST_HOST_SYSTEM_ROOT
#define __THRUST_HOST_SYSTEM_ROOT /etc/passwd>
#include <thrust/iterator/detail/host_system_tag.h>
