// SPDX-License-Identifier: MIT
#pragma once
/// The short cuts that gain most from vectors of four doubles (a fifth to a quarter of the time), compiled a second
/// time for processors with AVX2 and chosen when the program starts. The answers are the same bit by bit: products are
/// not fused at either level.
///
/// wide_double.cpp is the second copy. A function in a header has one name in a program, whatever flags it was compiled
/// with, and the linker keeps any copy of it; so the build hides all names of that file but one (CMakeLists.txt,
/// "levels").
#include <tactus/core/contact.h>
#include <tactus/core/options.h>
#include <tactus/core/pair_cache.h>
#include <tactus/math/export.h>
#include <tactus/shape/shape.h>

namespace tactus::sat {
enum class Points : bool;
}

namespace tactus::closed_form {
template <Scalar T> struct BoxAxis;
}

namespace tactus::narrow {

enum class ClosedForm : std::uint8_t;

template <Scalar T> struct WideKernels {
  using InClosedForm = Contact<T> (*)(ClosedForm, const Shape<T>&, const Pose<T>&, const Shape<T>&, const Pose<T>&,
                                      const Options<T>&);
  InClosedForm closed_forms[2][2];  // [what is reported][whether the poses are checked]
  Contact<T> (*small_hulls)(const Hull<T>&, const Hull<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*);
  closed_form::BoxAxis<T> (*box_axis)(const Box<T>&, const Box<T>&, const Pose<T>&, T stop_above);
  Contact<T> (*hulls)(const Hull<T>&, const Hull<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*, sat::Points);
};

#if defined(TACTUS_HAVE_WIDE) && !defined(__AVX2__)
/// Null if the processor lacks AVX2, and until the static variables of the library are initialized.
extern TACTUS_API const WideKernels<double>* chosen_wide_kernels;
template <Scalar T> const WideKernels<T>* wide_kernels() {
  if constexpr (std::same_as<T, double>) {
    return chosen_wide_kernels;
  } else {
    return nullptr;
  }
}
#else
template <Scalar T> constexpr const WideKernels<T>* wide_kernels() { return nullptr; }
#endif

/// For tests: turns the wide kernels on or off, if this program and this processor have them. Returns whether they were
/// on.
TACTUS_API bool use_wide_kernels(bool on);

}  // namespace tactus::narrow
