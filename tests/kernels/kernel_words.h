#pragma once

// CUDA's own words, for a kernel.cu that follows. Last of all includes.

#include "host_cuda/kernel_words.h"

// asm volatile(...) means nothing here, unless a test says what it means.
#define asm
#define volatile(...) ((void)0)
