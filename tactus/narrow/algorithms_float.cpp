#include <tactus/narrow/algorithms_list.h>

namespace tactus::narrow {

TACTUS_ALGORITHMS(float)

}  // namespace tactus::narrow
