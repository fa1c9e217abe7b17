// In missing.h, which comes before each source.
#pragma once
