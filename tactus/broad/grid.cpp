#include <tactus/broad/grid.h>

namespace tactus::broad {

template class Skinned<float, CellGrid>;
template class Skinned<double, CellGrid>;

}  // namespace tactus::broad
