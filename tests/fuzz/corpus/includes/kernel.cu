#include <cuda_fp16.h>
#include "../secret.h"
#  include   "/etc/passwd"
%:include "a"
??=include "b"
#inc\
lude "/etc/passwd"
#define F "/etc/passwd"
#include F
#if __has_include("/etc/passwd")
#endif
#embed "/etc/passwd"
#import "x"
_Pragma("include_alias")
/* #include */ # /* c */ include /* d */ <../x.h>
#line 3 "/etc/passwd"
const char* s = R"(#include "x")";
__global__ void k(float* p) { p[0] = 1; }
