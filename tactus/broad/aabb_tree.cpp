#include <tactus/broad/aabb_tree.h>

namespace tactus::broad {

template class Skinned<float, BoxTree>;
template class Skinned<double, BoxTree>;

}  // namespace tactus::broad
