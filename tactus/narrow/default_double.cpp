#include <tactus/narrow/default_shapes.h>

namespace tactus::narrow {

TACTUS_DEFAULT_QUERIES(double)

}  // namespace tactus::narrow
