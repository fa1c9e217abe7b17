#pragma once

// The kernels here run on what a learner's kernel is checked with where no GPU is.
#include "host_cuda/host_cuda.h"
