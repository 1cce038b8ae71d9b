#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Doxygen's view of a header. The comments of this repository are plain; Doxygen wants one per name, in its own marks.

Usage: reference_filter.py FOLDER HEADER...; writes FOLDER/HEADER for each, with the same number of lines. Outside of
function bodies
- a comment `// ...` at the end of a line documents what the line declares, and may go on in lines of its own below it;
- a comment before or behind `T a, b;` documents a and b;
- overloads that follow each other share the comment of the first;
- a field that the comment of its type names is documented by those sentences;
- members that mean the same in every type (WORDS) need no comment;
- the short names of f32 and f64 (aliases.inc) are written out, each with a comment that leads to the long name;
- protected members are for the library's own classes, so they are private here;
- specialisations of types of std are left out: they add no name.
"""
import re
import sys
from pathlib import Path

SCOPE = re.compile(r"\b(namespace|class|struct|union|enum)\b[^;()]*$")
TRAILING = re.compile(r"^(?P<code>\s*[^/\s].*?)\s+// (?P<words>.*)$")
TOKEN = re.compile(r'//.*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'|[{};()]')
VARIABLES = re.compile(
    r"^(?P<indent>\s*)(?P<type>(?:(?:static|constexpr|inline|const|mutable) )*[\w:]+(?:<[^;=(){}]*>)?[&*]?)"
    r" (?P<list>\w+.*);$"
)
FUNCTION = re.compile(r"(?<![\w:.])(operator *[^\s\w(]+|(?!requires\b)\w+)\(")
ALIAS = re.compile(r"using (Scalar) =|static constexpr std::string_view (name) =|template.* constexpr T (infinity) =")
TYPE = re.compile(r"\b(?:struct|class) (?:TACTUS_API )?\w+[^;]*\{")
ONE_LINE = re.compile(r"^(?P<head>.*struct \w+[^{]*\{) (?P<fields>[^{}]*(?:\{\})?[^{}]*;) \};$")
FIELD = re.compile(r"[ ,]+([A-Za-z_]\w*)(?=\s*[,;={\[])")
SHORT_NAMES = re.compile(r"#include <((?:\w+/)*aliases\.inc)>")
LONG_NAME = re.compile(r"(?:= |return )(?:tactus::ByPoses<)?(tactus::[\w:]+)")
STD = re.compile(r"^template <> struct std::.*?^\};", re.M | re.S)

# What functions, a few constants and concepts mean wherever they are. Fields say for themselves what they are.
WORDS = {
    "concept Scalar": "A type that behaves like a floating-point number: see is_scalar.",
    "concept Convex": "A shape for all algorithms: support, radius and center, as tactus/shape/convex.h asks for them.",
    "concept Convex2": "The same in the plane.",
    "Scalar": "The scalar type: float or double.",
    # shapes
    "support": "The point of the core that is farthest along a direction of any length (tactus/shape/convex.h).",
    "radius": "The radius of the ball around the core; 0 if there is none (tactus/shape/convex.h).",
    "center": "Some point inside, in the frame of the shape (tactus/shape/convex.h).",
    "bounding_radius": "The radius of a ball about center() that holds the shape, its rounding included.",
    "inscribed_radius": "The radius of a ball about center() that lies inside the shape.",
    "inner_radius_along": "A ball of this radius that lies inside touches the surface on the side of a direction.",
    "origin_radius": "The radius of a ball about the origin of the frame that holds the shape, its rounding included.",
    "feature_along": "The vertex, edge, face or curved part that is farthest along a direction, with its outline.",
    "feature": "The feature that is farthest along a direction; faces within `sine` of it count.",
    "support_derivative": "How the support point changes with the direction; none where it is not unique.",
    "curved_along": "Is the surface curved where it is farthest along a direction?",
    "polytope": "Is the core a polytope? Queries are then exact to rounding.",
    "name": "The name of the type, for messages and files.",
    "fields": "The values that make the shape, with their names, for messages and files.",
    "validate": "Throws std::invalid_argument that names the field and its value if this is not a shape.",
    "mass_properties": "Volume, centroid, and inertia about it for density 1.",
    "core": "The shape without its ball.",
    "ball": "The radius of the ball around the core.",
    "frustum": "The same solid as a ConicalFrustum.",
    "corner": "The corner with this number.",
    "vertex": "The vertex with this number.",
    **dict.fromkeys(("vertex_count", "edge_count", "face_count"), "How many there are."),
    # answers
    "feature_a": "The feature of A.",
    "feature_b": "The feature of B.",
    "hit": "Do they meet? `status` says so.",
    # containers
    "size": "How many there are.",
    "empty": "Are there none?",
    "begin": "The first of them.",
    "end": "One past the last of them.",
    "operator[]": "The one with this number, from 0; the number is not checked.",
    "source": "The pieces, as the queries see them.",
    "shared": "The pieces, as the queries see them; they live as long as this pointer.",
    # vectors, matrices, numbers
    "dot": "The sum of the products of the components.",
    "cross": "The cross product.",
    "norm": "The length.",
    "norm_squared": "The length, squared.",
    "max_abs": "The largest absolute value of a component.",
    "is_finite": "Is no component NaN or infinite?",
    "abs": "The absolute value, component by component.",
    "min": "The smaller of two, component by component; the first where one is NaN.",
    "max": "The larger of two, component by component; the first where one is NaN.",
    "clamp": "The number of [low, high] that is nearest to x.",
    "square": "The product with itself.",
    "positive_part": "Negative components become 0.",
    "infinity": "Larger than every number; as a limit it means none.",
    "from_columns": "From its columns.",
    "from_rows": "From its rows.",
    "from_wxyz": "From its components in the order of the name.",
    "diagonal": "With these numbers on the diagonal and zeros elsewhere.",
    "identity": "With ones on the diagonal and zeros elsewhere.",
    "zero": "All zeros.",
    "column": "Column j, from 0.",
    "row": "Row i, from 0.",
    "transpose": "Rows become columns.",
    "determinant": "1 for a rotation, -1 for a reflection.",
    "trace": "The sum of the diagonal; 1 + 2 cos(angle) for a rotation.",
    "surface_area": "The sum of the areas of its faces.",
    **dict.fromkeys(("sin", "cos", "asin", "atan2", "pow"), "The C library's: its last digit depends on the system."),
    # every type
    "cast": "The same in another scalar type.",
    "operator<<": "Prints it in readable form.",
    "operator=": "Replaces it.",
    "operator==": "Equal in every field.",
    "operator<=>": "By the fields, in their order.",
    "operator+": "The sum.",
    "operator-": "The difference, or the opposite.",
    "operator*": "The product.",
    "operator/": "The quotient.",
    "operator+=": "Adds to it.",
    "operator-=": "Subtracts from it.",
    "operator*=": "Multiplies it.",
    "operator/=": "Divides it.",
}


def parts_of(text):
    """Splits at commas outside of all brackets."""
    depth, parts = 0, [""]
    for c in text:
        depth += (c in "({[<") - (c in ")}]>")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts]


def sentences_about(field, comment):
    """The sentences of a type's comment that name a field."""
    return " ".join(x for x in re.split(r"(?<=\.) ", comment) if re.search(rf"\b{field}\b", x))


def declarations_apart(code, words):
    """`T a = 1, b;` as `T a = 1; /**< words */ T b; /**< words */`; None if the line is nothing like it.

    words: a text for all of them, or a text for each by its name.
    """
    match = VARIABLES.match(code)
    if not match or match["type"].split()[0] in ("using", "return", "friend", "template", "typedef", "namespace"):
        return None
    parts = parts_of(match["list"])
    if not all(re.match(r"\w+\s*(=.*|\{.*\}|\[.*\])?$", p) for p in parts):
        return None
    texts = [words if isinstance(words, str) else words[re.match(r"\w+", p)[0]] for p in parts]
    return match["indent"] + " ".join(f"{match['type']} {p}; /**< {t} */" for p, t in zip(parts, texts))


def fields_of_type(code, comment):
    """For a line of fields without a comment of their own: what the comment of the type says of each; or None."""
    if "operator" in code or "(" in re.sub(r"\{.*?\}|=.*?[,;]", "", code):
        return None
    words = {f: sentences_about(f, comment) for f in FIELD.findall(code)}
    return words if words and all(words.values()) else None


class Reader:
    """Follows the braces, to know which lines declare something."""

    def __init__(self):
        self.scopes, self.head, self.parentheses = [True], "", 0

    def declares(self):
        return self.scopes[-1] and self.parentheses == 0

    def fresh(self):  # does a declaration begin here?
        return re.sub(r"^\s*(public|private|protected):", "", self.head).strip() == ""

    def read(self, line):
        last = 0
        for token in TOKEN.finditer(line):
            mark = token.group()
            self.head += line[last : token.start()]
            last = token.end()
            if mark.startswith("//"):
                return
            if mark == "{":
                # `template <class T> T f() {` has the word class, but only in the head of the template.
                head = re.sub(r"template <.*?>(?= *\w)", "", self.head)
                self.scopes.append(self.scopes[-1] and bool(SCOPE.search(head)))
                self.head = ""
            elif mark == "}":
                self.scopes.pop()
                self.head = ""
            elif mark == ";":
                self.head = "" if self.parentheses == 0 else self.head
            elif mark in "()":
                self.parentheses += 1 if mark == "(" else -1
                self.head += mark
        self.head += line[last:] + " "


def name_of(lines, number):
    """The name of the function, or of an alias of WORDS, that is declared from this line on."""
    bare = lines[number].strip()
    whole = bare if not re.match(r"template <.*>$", bare) else " ".join(lines[number : number + 3])
    if concept := re.search(r"\bconcept (\w+) =", whole):
        return f"concept {concept[1]}"
    called = FUNCTION.search(re.sub(r"template <.*?>(?= *\w)|requires [\w:]+<.*?>", "", whole)) or ALIAS.match(bare)
    return next(n for n in called.groups() if n).replace(" ", "") if called else None


def short_names(file, scalar):
    """The declarations of an aliases.inc with the scalar and the shapes filled in, as one line."""
    shapes = re.findall(r"\bf\((\w+), \w+\)", Path("tactus/shape/all_shapes.h").read_text().split("#define")[1])
    assert shapes, "tactus/shape/all_shapes.h has no list of shapes that this script can read"
    text = re.sub(r"^#define.*\n", "", Path(file).read_text(), flags=re.M)
    every_shape = "".join(f"using {s} = tactus::{s}<Scalar>;\n" for s in shapes)
    text = re.sub(r"^TACTUS_FOR_EACH_SHAPE.*\n", every_shape, text, flags=re.M).replace("TACTUS_SCALAR", scalar)
    declarations = [line for line in text.splitlines() if line and not line.startswith(("//", "#"))]
    long_names = [LONG_NAME.search(d) for d in declarations]
    words = [f"The same as {n[1]}, in {scalar}." if n else f"{scalar}." for n in long_names]
    return " ".join(f"/** {w} */ {d}" for w, d in zip(words, declarations))


def lines_for_doxygen(text):
    text = text.replace("\n protected:\n", "\n private:\n")
    lines = STD.sub(lambda m: "\n" * m.group().count("\n"), text).splitlines()
    reader = Reader()
    above, overloads = [], {}  # the comment above; by depth, the last function with a comment, and the comment
    types = []  # the types around this line: depth and comment
    goes_on = False  # a comment behind a declaration may have more lines
    for number, line in enumerate(lines):
        if short := SHORT_NAMES.match(line):
            yield short_names(short[1], lines[number - 1].split()[-1])  # behind #define TACTUS_SCALAR
            continue
        declares, fresh, depth = reader.declares(), reader.fresh(), len(reader.scopes)
        reader.read(line)
        behind, bare = TRAILING.match(line), line.strip()
        if goes_on and bare.startswith("// "):
            line = line.replace("// ", "///< ", 1)
        elif bare.startswith("///"):
            above.append(bare[3:].strip())
            goes_on = False
        elif declares and bare and not bare.startswith(("//", "#")):
            while types and types[-1][0] >= depth:
                types.pop()
            code, words = (behind["code"], behind["words"]) if behind else (line, " ".join(above))
            from_type = fields_of_type(code, types[-1][1]) if types and fresh and not words else None
            apart = declarations_apart(code, from_type or words) if fresh and (from_type or words) else None
            goes_on = bool(behind) and not apart and len(reader.scopes) == depth
            small = ONE_LINE.match(line)
            if small and above:
                each = {f: sentences_about(f, words) or words for f in FIELD.findall(small["fields"])}
                line = f"{small['head']} {declarations_apart(small['fields'], each) or small['fields']} }};"
            elif apart and (behind or from_type or apart.count("/**<") > 1):
                line = apart
            elif goes_on and re.search(r"[;,}\w]$", code):
                line = f"{code}  ///< {words}"
            name, (last, comment) = name_of(lines, number), overloads.get(depth, (None, None))
            if name and fresh and above:
                overloads[depth] = (name, words)
            elif name and fresh and not behind and not apart and (last == name or name in WORDS):
                line = f"/** {comment if last == name else WORDS[name]} */ {line}"
            if TYPE.search(bare) and len(reader.scopes) > depth:
                types.append((depth, " ".join(above)))
            above = []
        elif not bare.startswith("//"):
            above, goes_on = [], False
        yield line


def main():
    folder = Path(sys.argv[1])
    for header in sys.argv[2:]:
        out = folder / header
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text("\n".join(lines_for_doxygen(Path(header).read_text())) + "\n")


if __name__ == "__main__":
    main()
