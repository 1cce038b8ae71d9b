#include <tactus/narrow/algorithms_list.h>

namespace tactus::narrow {

TACTUS_ALGORITHMS(double)

}  // namespace tactus::narrow
