// SPDX-License-Identifier: MIT
#pragma once
/// The list of algorithms.h, compiled by algorithms/float.cpp and algorithms/double.cpp separately, so that two cores
/// share the work.
#include <tactus/narrow/algorithms.h>
#include <tactus/narrow/algorithms/polyhedra.h>
#include <tactus/narrow/default.h>
#include <tactus/narrow/enhanced_gjk.h>
#include <tactus/narrow/lin_canny.h>
#include <tactus/narrow/mpr.h>
#include <tactus/narrow/sa_gjk.h>
#include <tactus/narrow/sat.h>
#include <tactus/narrow/support_walk.h>
#include <tactus/narrow/swept_gjk.h>
#include <tactus/narrow/vclip.h>
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
     .domain = Domain::everything},
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
    {.name = "swept_gjk",  // swept by half the max_distance of the query
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
    {.name = "sat",
     .contact = [](auto& a, auto& b, auto& x, auto& o, auto* c) { return sat::contact(a, b, x, o, c); },
     .depth = Depth::least,
     .exact_gap = true,
     .domain = Domain::polytopes},
    {.name = "vclip",
     .intersects =
         [](auto& a, auto& b, auto& x, auto& o, auto* c) {
           return of_polyhedra(a, b, [&](auto& s, auto& t) { return vclip::intersects(s, t, x, o, c); });
         },
     .distance =
         [](auto& a, auto& b, auto& x, auto& o, auto* c) {
           return of_polyhedra(a, b, [&](auto& s, auto& t) { return vclip::distance(s, t, x, o, c); });
         },
     .contact =
         [](auto& a, auto& b, auto& x, auto& o, auto* c) {
           return of_polyhedra(a, b, [&](auto& s, auto& t) { return vclip::contact(s, t, x, o, c); });
         },
     .depth = Depth::least,
     .exact_gap = true,
     .domain = Domain::polyhedra},
    {.name = "enhanced_gjk",
     .distance = [](auto& a, auto& b, auto& x, auto& o,
                    auto* c) { return enhanced_gjk::distance(hull_of(a), hull_of(b), x, o, c); },
     .exact_gap = true,
     .domain = Domain::hulls},
    {.name = "lin_canny",
     .distance = [](auto& a, auto& b, auto& x, auto& o,
                    auto* c) { return lin_canny::distance(hull_of(a), hull_of(b), x, o, c); },
     .exact_gap = true,
     .domain = Domain::hulls},
};

}  // namespace

template <Scalar T> std::span<const Algorithm<T>> algorithms() { return list<T>; }

/// The list, compiled for one scalar. Inside namespace tactus::narrow.
#define TACTUS_ALGORITHMS(T) template std::span<const Algorithm<T>> algorithms();

}  // namespace tactus::narrow
