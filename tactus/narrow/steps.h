// SPDX-License-Identifier: MIT
#pragma once
/// The steps of an algorithm, in one form for all algorithms: for teaching, and as JSON for other programs. Link
/// tactus::study instead of tactus::tactus. An installed copy has it if it was configured with -DTACTUS_BUILD_STUDY=ON.
#include <tactus/narrow/algorithms.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tactus::narrow {

/// One step. Points and directions are in A's frame; those of a simplex, portal or polytope lie in A ⊖ B. A field that
/// the step does not have is empty: the last step of GJK or V-Clip may only say how it ended.
template <Scalar T> struct Step {
  std::string stage;  // the algorithm that took the step: gjk, sa_gjk, epa, mpr, sat, vclip, lin_canny
  std::string words;  // what happened, as one sentence
  std::vector<Vec3<T>> points;  // of the simplex, portal or polytope before the step
  std::vector<std::array<int, 3>> triangles;  // of a portal or polytope: indices into `points`
  std::optional<int> nearest_triangle;  // of a polytope: the one nearest the origin, by its place in `triangles`
  std::optional<Vec3<T>> nearest;  // the point of the simplex nearest the origin
  std::optional<Vec3<T>> direction;  // of the search
  std::optional<Vec3<T>> support;  // the support point found along it
  std::optional<Feature> feature_a, feature_b;  // the current features
  std::vector<Vec3<T>> corners_a, corners_b;  // of the current features, in order around a face
  std::optional<T> lower, upper;  // bounds of the stage's own quantity (`measures`) after the step
  std::string measures;  // "gap of cores", "depth of cores", "depth along direction"; empty without bounds
};

/// A run from the first step to the answer.
template <Scalar T> struct Steps {
  std::string algorithm, question;  // question: the most it answers: "contact", "distance" or "intersects"
  Contact<T> answer;  // in A's frame; for `intersects` only whether the shapes touch
  std::vector<Step<T>> steps;  // in the order in which they were done
};

/// Runs an algorithm of the list by its name and records its steps. Throws std::invalid_argument if there is no such
/// algorithm, if it does not take these shapes, or if it records no steps (such as "default", which is a choice of
/// short cuts). Fallback steps (in twice the digits, without a portal) are not recorded. A run may have no step: sa_gjk
/// takes none if its first point already settles the answer. For float and double.
template <Scalar T>
TACTUS_API Steps<T> steps(std::string_view name, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab,
                          const Options<T>& options = {});

/// The names that steps() takes.
template <Scalar T> TACTUS_API std::vector<std::string_view> names_with_steps();

}  // namespace tactus::narrow
