#include <tactus/narrow/default/shapes.h>

namespace tactus::narrow {

TACTUS_DEFAULT_QUERIES(double)

}  // namespace tactus::narrow
