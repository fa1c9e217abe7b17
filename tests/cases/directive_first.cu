#include <cstdio>
// Question: one printf, and the kernel has a stack frame; why?
// Right: printf's arguments are packed in local memory. The file's first line is a directive.
__global__ void report(int n) { printf("%d\n", n); }
