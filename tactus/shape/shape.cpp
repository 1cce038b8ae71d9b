// SPDX-License-Identifier: MIT
#include <tactus/math/instantiate.h>
#include <tactus/math/refuse.h>
#include <tactus/shape/shape.h>

namespace tactus::detail {

template <Scalar T> void reject_extent(const Shape<T>& shape) {
  std::ostringstream text;
  text << shape << ": its extent leaves the range of the scalar";
  refuse(text.str());
}

#define TACTUS_INSTANTIATE(T) template void reject_extent(const Shape<T>&);
TACTUS_FOR_EACH_SCALAR(TACTUS_INSTANTIATE)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::detail

#if !defined(TACTUS_STUDY)  // the headers say that these are compiled here
namespace tactus {

template void detail::check_number(std::string_view, std::string_view, std::string_view, FieldRule, float);
template void detail::check_number(std::string_view, std::string_view, std::string_view, FieldRule, double);

}  // namespace tactus
#endif
