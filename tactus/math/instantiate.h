// SPDX-License-Identifier: MIT
#pragma once
/// The scalars that a source file is compiled for, for the files whose templates are not in headers.
///
/// The library has float and double. tactus::study, which tests and experiments link in addition, compiles the same
/// files again, with TACTUS_STUDY, for the scalars that only they use; everything that is not a template is left to the
/// library.
#if defined(TACTUS_STUDY)
#include <tactus/math/counted.h>
#define TACTUS_FOR_EACH_SCALAR(f) f(long double) f(Counted<float>) f(Counted<double>)
#else
#define TACTUS_FOR_EACH_SCALAR(f) f(float) f(double)
#endif
