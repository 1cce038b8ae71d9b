// SPDX-License-Identifier: MIT
#pragma once
/// Four linear equations.
#include <tactus/math/scalar.h>

namespace tactus {

/// Four linear equations in four unknowns, for four right sides at a time: Gauss-Jordan elimination with complete
/// pivoting.
template <Scalar T> class FourUnknowns {
  static constexpr int unknowns = 4, sides = 4;

 public:
  T& left(int i, int j) { return rows_[i][j]; }
  T& right(int i, int j) { return rows_[i][unknowns + j]; }

  /// Afterwards solution(i, j) is unknown i for right side j. False if a pivot is at most `least`: the equations depend
  /// on each other, and there is no solution.
  bool solve(T least) {
    bool used[unknowns] = {};  // by equation
    bool found[unknowns] = {};
    for (int step = 0; step < unknowns; ++step) {
      int row = -1, column = -1;
      T most = least;
      for (int i = 0; i < unknowns; ++i)
        for (int j = 0; j < unknowns; ++j)
          if (!used[i] && !found[j] && abs(left(i, j)) > most) row = i, column = j, most = abs(left(i, j));
      if (row < 0) return false;
      used[row] = found[column] = true;
      row_of_[column] = row;
      eliminate(row, column);
    }
    return true;
  }
  const T& solution(int i, int j) const { return rows_[row_of_[i]][unknowns + j]; }

 private:
  /// Eliminates an unknown from all equations except one.
  void eliminate(int row, int column) {
    const T pivot = left(row, column);
    for (T& x : rows_[row]) x /= pivot;
    for (int i = 0; i < unknowns; ++i) {
      if (i == row) continue;
      const T factor = left(i, column);
      for (int j = 0; j < unknowns + sides; ++j) rows_[i][j] -= factor * rows_[row][j];
    }
  }

  T rows_[unknowns][unknowns + sides] = {};
  int row_of_[unknowns] = {};  // by unknown
};

}  // namespace tactus
