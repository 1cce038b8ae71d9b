#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws every shape of the guide into docs/pictures/shapes.svg: python3 docs/pictures/draw_shapes.py

A shape is given by curves in space (edges, rims and sections of its core) and the radius of its ball. What is filled is
the silhouette: the convex hull of the projected points, each blown up to a circle of the ball's radius.
"""
import re
from math import atan2, cos, hypot, pi, sin
from pathlib import Path

CELL, COLUMNS, TEXT = 150, 5, 24
SCALE = 48  # pixels per unit
AXES = {"x": ((1, 0, 0), "#c0392b"), "y": ((0, 1, 0), "#27884a"), "z": ((0, 0, 1), "#2c5fa8")}
FILL = {"flat": "#fbe3c0", "solid": "#cfe0f5", "ball": "#d3efd6", "composite": "#e6d9f2", "unbounded": "#e4e4e4"}


# ---- curves ----------------------------------------------------------------------------------------------------------
def closed(points):
    return [*points, points[0]]


def power(x, e):
    return abs(x) ** e * (1 if x >= 0 else -1)


def ring(rx, ry, z=0.0, e=1.0, n=64):
    """Ellipse across z; with an exponent, the section of a superquadric."""
    return closed([(rx * power(cos(t), e), ry * power(sin(t), e), z) for t in (2 * pi * i / n for i in range(n))])


def rectangle(hx, hy, z=0.0):
    return closed([(-hx, -hy, z), (hx, -hy, z), (hx, hy, z), (-hx, hy, z)])


def between(lower, upper):
    """Straight lines from each point of one curve to its partner in the other."""
    return [[p, q] for p, q in zip(lower, upper)]


def prism(lower, upper, lines):
    step = max(1, (len(lower) - 1) // lines)
    return [lower, upper, *between(lower[:-1:step], upper[:-1:step])]


def ellipsoid(a, b, c, e1=1.0, e2=1.0, n=6):
    """Sections by latitude and by longitude, every 180/n degrees."""
    rings = []
    for k in range(1 - n // 2, n // 2):
        t = pi * k / n
        r = power(cos(t), e1)
        rings.append(ring(a * r, b * r, c * power(sin(t), e1), e2))
    for k in range(n):
        t = pi * k / n
        x, y = power(cos(t), e2), power(sin(t), e2)
        section = [(power(cos(s), e1), power(sin(s), e1)) for s in (2 * pi * i / 64 for i in range(64))]
        rings.append(closed([(a * x * r, b * y * r, c * z) for r, z in section]))
    return rings


def moved(curves, dx, dy, dz):
    return [[(x + dx, y + dy, z + dz) for x, y, z in curve] for curve in curves]


def summed(curves, points):
    return [curve for p in points for curve in moved(curves, *p)]


def box(a, b, c):
    return prism(rectangle(a, b, -c), rectangle(a, b, c), 4)


def icosahedron(r):
    g = (1 + 5**0.5) / 2
    s = r / hypot(1, g)
    corners = [p for i in (-1, 1) for j in (-g, g) for p in ((0, i, j), (i, j, 0), (j, 0, i))]
    edges = [(p, q) for p in corners for q in corners
             if p < q and abs(sum((u - v) ** 2 for u, v in zip(p, q)) - 4) < 1e-6]
    return [[tuple(s * u for u in p), tuple(s * u for u in q)] for p, q in edges]


CONE = [ring(0.7, 0.7, -0.8), *between(ring(0.7, 0.7, -0.8)[::8], [(0, 0, 0.8)] * 9)]
SMALL_CONE = [ring(0.35, 0.35, -0.25), *between(ring(0.35, 0.35, -0.25)[::8], [(0, 0, 0.35)] * 9)]
BOX = box(0.4, 0.4, 0.3)
CORNERS = [(x, y, z) for x in (-0.4, 0.4) for y in (-0.4, 0.4) for z in (-0.3, 0.3)]
MIRRORED_CONE = [[(-x, -y, -z) for x, y, z in curve] for curve in SMALL_CONE]
HALF_SPACE = [rectangle(0.9, 0.9)] + [[(0.3 * i, -0.9, 0), (0.3 * i, -0.9, -0.4)] for i in range(-3, 4)]

# name, fields, kind, curves of the core, radius of the ball; and what to show, if not all of these curves
SHAPES = [
    ("Point", "position", "flat", [[(0.3, 0.3, 0.5)]], 0),
    ("Segment", "half_height", "flat", [[(0, 0, -0.8), (0, 0, 0.8)]], 0),
    ("Triangle", "a, b, c", "flat", [closed([(-0.8, -0.6, -0.3), (0.8, -0.4, 0), (0, 0.8, 0.6)])], 0),
    ("Rectangle", "half", "flat", [rectangle(0.9, 0.6)], 0),
    ("Disc", "radius", "flat", [ring(0.8, 0.8)], 0),
    ("Ellipse", "radii", "flat", [ring(0.95, 0.6)], 0),
    ("Box", "half", "solid", box(0.7, 0.6, 0.5), 0),
    ("Ellipsoid", "radii", "solid", ellipsoid(0.9, 0.6, 0.7, n=24), 0, ellipsoid(0.9, 0.6, 0.7)),
    ("Cylinder", "radius, half_height", "solid", prism(ring(0.6, 0.6, -0.7), ring(0.6, 0.6, 0.7), 8), 0),
    ("Cone", "radius, half_height", "solid", CONE, 0),
    ("Frustum", "bottom, top, half_height", "solid", prism(rectangle(0.8, 0.7, -0.6), rectangle(0.4, 0.35, 0.6), 4), 0),
    ("ConicalFrustum", "bottom_radius, top_radius,|half_height", "solid",
     prism(ring(0.8, 0.8, -0.6), ring(0.4, 0.4, 0.6), 8), 0),
    ("Superquadric", "radii, e1, e2", "solid", ellipsoid(0.8, 0.7, 0.7, 0.4, 0.6, 24), 0,
     ellipsoid(0.8, 0.7, 0.7, 0.4, 0.6)),
    ("Hull", "from_points, from_faces", "solid", icosahedron(0.9), 0),
    ("HalfSpace", "normal, offset", "unbounded", HALF_SPACE, 0),
    ("Sphere", "radius", "ball", [[(0, 0, 0)]], 0.8),
    ("Capsule", "radius, half_height", "ball", [[(0, 0, -0.5), (0, 0, 0.5)]], 0.45),
    ("Lozenge", "half, radius", "ball", [rectangle(0.7, 0.5)], 0.3),
    ("RoundBox", "half, radius", "ball", box(0.55, 0.45, 0.4), 0.25),
    ("Wheel", "radius, rounding", "ball", [ring(0.7, 0.7)], 0.25),
    ("minkowski_sum", "Box + Cone", "composite", summed(SMALL_CONE, CORNERS), 0,
     BOX + moved(SMALL_CONE, 0.4, -0.4, 0.3)),
    ("minkowski_difference", "Box - Cone: contains the|origin where they intersect", "composite",
     summed(MIRRORED_CONE, CORNERS), 0, BOX + moved(MIRRORED_CONE, 0.4, -0.4, -0.3)),
    ("convex_hull", "of Disc and Segment", "composite", [ring(0.8, 0.8, -0.5), [(-0.4, 0, 0.7), (0.4, 0, 0.7)]], 0),
    ("rounded", "Cone, radius", "composite", [[tuple(0.75 * u for u in p) for p in c] for c in CONE], 0.2),
    ("transformed", "Box, pose", "composite",
     [[(x * cos(0.6) - z * sin(0.6) + 0.25, y, x * sin(0.6) + z * cos(0.6) + 0.25) for x, y, z in c]
      for c in box(0.5, 0.4, 0.35)], 0),
]


# ---- projection ------------------------------------------------------------------------------------------------------
def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    n = sum(u * u for u in a) ** 0.5
    return tuple(u / n for u in a)


FORWARD = unit((-1.6, 3.0, -1.5))  # from the eye
RIGHT = unit(cross(FORWARD, (0, 0, 1)))
UP = cross(RIGHT, FORWARD)


def projected(p):
    """Pixels, y downward."""
    return (SCALE * sum(u * v for u, v in zip(RIGHT, p)), -SCALE * sum(u * v for u, v in zip(UP, p)))


def hull(points):
    """Convex hull in the plane (Andrew's monotone chain)."""
    points = sorted(set(points))
    if len(points) < 3:
        return points

    def chain(ordered):
        line = []
        for p in ordered:
            while len(line) > 1 and ((line[-1][0] - line[-2][0]) * (p[1] - line[-2][1])
                                     - (line[-1][1] - line[-2][1]) * (p[0] - line[-2][0])) <= 0:
                line.pop()
            line.append(p)
        return line[:-1]

    return chain(points) + chain(points[::-1])


def silhouette(curves, ball):
    points = [projected(p) for curve in curves for p in curve]
    if ball:
        r = ball * SCALE
        points = [(x + r * cos(pi * i / 36), y + r * sin(pi * i / 36)) for x, y in points for i in range(72)]
    return hull(points)


# ---- SVG -------------------------------------------------------------------------------------------------------------
def path(points, style, close=False):
    steps = " L ".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path d="M {steps}{" Z" if close else ""}" {style}/>'


def arrow(label, direction, color):
    (x, y), length = projected(direction), 1.25
    x, y, a = length * x, length * y, atan2(y, x)
    head = [(x - 6 * cos(a + s), y - 6 * sin(a + s)) for s in (0.4, -0.4)]
    return [path([(0, 0), (x, y)], f'stroke="{color}" stroke-width="0.8" fill="none"'),
            path([head[0], (x, y), head[1]], f'fill="{color}"', close=True),
            f'<text x="{x + 6 * cos(a):.1f}" y="{y + 6 * sin(a) + 3:.1f}" fill="{color}" font-size="9">{label}</text>']


def drawn(name, fields, kind, curves, ball, shown=None):
    outline = silhouette(curves, ball)
    edge = "none" if kind == "unbounded" else "#222"
    parts = [part for label, (direction, color) in AXES.items() for part in arrow(label, direction, color)]
    parts.append(path(outline, f'fill="{FILL[kind]}" fill-opacity="0.75" stroke="{edge}" stroke-width="1.6" '
                               'stroke-linejoin="round"', close=True))
    dashes = ' stroke-dasharray="3 2"' if ball else ""
    thin = f'fill="none" stroke="#222" stroke-width="0.6" stroke-opacity="0.55"{dashes}'
    for curve in shown or curves:
        points = [projected(p) for p in curve]
        if len(points) == 1:
            parts.append(f'<circle cx="{points[0][0]:.1f}" cy="{points[0][1]:.1f}" r="2.2" fill="#222"/>')
        else:
            parts.append(path(points, thin))
    parts.append(f'<text y="{CELL / 2 - 6}" class="name">{name}</text>')
    for i, line in enumerate(fields.split("|")):
        parts.append(f'<text y="{CELL / 2 + 6 + 10 * i}" class="fields">{line}</text>')
    return parts


def main():
    rows = (len(SHAPES) + COLUMNS - 1) // COLUMNS
    width, height = COLUMNS * CELL, rows * (CELL + TEXT)
    dark_pages = re.search('"(<style>.*)"', Path(__file__).with_name("dark_pages.h").read_text()).group(1)
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
           'font-family="sans-serif" text-anchor="middle">',
           "<!-- made by draw_shapes.py -->",
           dark_pages,
           "<style>.name{font-size:12px;font-weight:bold;fill:#222}.fields{font-size:9px;fill:#555}</style>",
           f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for i, shape in enumerate(SHAPES):
        x, y = (i % COLUMNS + 0.5) * CELL, i // COLUMNS * (CELL + TEXT) + CELL / 2 - 2
        svg += [f'<g transform="translate({x:.0f} {y:.0f})">', *drawn(*shape), "</g>"]
    Path(__file__).with_name("shapes.svg").write_text("\n".join([*svg, "</svg>", ""]))


if __name__ == "__main__":
    main()
