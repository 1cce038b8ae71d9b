#include <tactus/narrow/algorithms.h>
#include <tactus/narrow/default.h>
#include <tactus/narrow/mpr.h>
#include <tactus/narrow/sa_gjk.h>
#include <tactus/narrow/support_walk.h>
#include <tactus/narrow/swept_gjk.h>
#include <tactus/simplex/johnson.h>
#include <tactus/simplex/voronoi.h>

namespace tactus::narrow {

namespace {

template <Scalar T>
constexpr Algorithm<T> list[] = {
    {.name = "default",
     .intersects = intersects<T>,
     .distance = distance<T>,
     .contact = contact<T>,
     .depth = Depth::least,
     .exact_gap = true,
     .half_spaces = true},
    {.name = "gjk",
     .distance = [](auto& a, auto& b, auto& x, auto& o,
                    auto* c) { return gjk::distance<simplex::Incremental>(a, b, x, o, c); },
     .exact_gap = true},
    {.name = "gjk, signed volumes",
     .distance = [](auto& a, auto& b, auto& x, auto& o,
                    auto* c) { return gjk::distance<simplex::SignedVolumes>(a, b, x, o, c); },
     .exact_gap = true},
    {.name = "gjk, Johnson",
     .distance = [](auto& a, auto& b, auto& x, auto& o,
                    auto* c) { return gjk::distance<simplex::Johnson>(a, b, x, o, c); },
     .exact_gap = true},
    {.name = "gjk, Voronoi",
     .distance = [](auto& a, auto& b, auto& x, auto& o,
                    auto* c) { return gjk::distance<simplex::Voronoi>(a, b, x, o, c); },
     .exact_gap = true},
    {.name = "sa_gjk",
     .intersects = [](auto& a, auto& b, auto& x, auto& o, auto* c) { return sa_gjk::intersects(a, b, x, o, c); }},
    {.name = "swept_gjk",  // swept as wide as the query looks
     .contact = [](auto& a, auto& b, auto& x, auto& o,
                   auto* c) { return swept_gjk::contact(a, b, x, o.max_distance / T(2), o, c); },
     .depth = Depth::least,
     .exact_gap = true},
    {.name = "epa",
     .contact = [](auto& a, auto& b, auto& x, auto& o, auto* c) { return epa::contact(a, b, x, o, c); },
     .depth = Depth::least,
     .exact_gap = true},
    {.name = "mpr",
     .intersects = [](auto& a, auto& b, auto& x, auto& o, auto* c) { return mpr::intersects(a, b, x, o, c); },
     .contact = [](auto& a, auto& b, auto& x, auto& o, auto* c) { return mpr::contact(a, b, x, o, c); },
     .depth = Depth::bounded},
    {.name = "support_walk",
     .intersects = [](auto& a, auto& b, auto& x, auto& o, auto* c) { return support_walk::intersects(a, b, x, o, c); },
     .contact = [](auto& a, auto& b, auto& x, auto& o, auto* c) { return support_walk::contact(a, b, x, o, c); },
     .depth = Depth::bounded},
};

}  // namespace

template <Scalar T> std::span<const Algorithm<T>> algorithms() { return list<T>; }
template std::span<const Algorithm<float>> algorithms();
template std::span<const Algorithm<double>> algorithms();

}  // namespace tactus::narrow
