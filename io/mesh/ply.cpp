// SPDX-License-Identifier: MIT
/// PLY: a text header that lists the elements and their properties, then the elements as text or binary.
#include <io/mesh/readers.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace tactus::io::mesh {
namespace {

enum class Kind { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
constexpr std::size_t size_of[] = {1, 1, 2, 2, 4, 4, 4, 8};

struct Property {
  std::string name;
  Kind kind;
  std::optional<Kind> count;  // of a list
};
struct Element {
  std::string name;
  std::size_t count;
  std::vector<Property> properties;
};
enum class Encoding { text, little, big };
struct Header {
  Encoding encoding = Encoding::text;
  std::vector<Element> elements;
};

Kind kind_of(const Lines& lines, std::string_view word) {
  constexpr std::string_view names[] = {"char", "uchar", "short", "ushort", "int", "uint", "float", "double"};
  constexpr std::string_view sized[] = {"int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"};
  for (std::size_t i = 0; i < 8; ++i)
    if (word == names[i] || word == sized[i]) return static_cast<Kind>(i);
  lines.expected("a type such as float, int or uchar", word);
}

Header read_header(Lines& lines) {
  if (!lines.next() || lines.word() != "ply") lines.fail("a PLY file begins with the line 'ply'");
  Header header;
  bool has_format = false;
  for (;;) {
    if (!lines.next()) lines.fail("the header ends without 'end_header'");
    const std::string_view word = lines.word();
    if (word == "end_header") break;
    if (word == "format") {
      const std::string_view name = lines.word();
      if (name != "ascii" && name != "binary_little_endian" && name != "binary_big_endian")
        lines.expected("ascii, binary_little_endian or binary_big_endian", name);
      header.encoding = name == "ascii"               ? Encoding::text
                        : name == "binary_big_endian" ? Encoding::big
                                                      : Encoding::little;
      has_format = true;
    } else if (word == "element") {
      const std::string name(lines.word());
      const double count = lines.number();
      if (!(count >= 0 && count <= 2e9) || count != std::floor(count)) lines.fail("an impossible count of elements");
      if (header.elements.size() == 64) lines.fail("more than 64 kinds of elements");
      header.elements.push_back({name, static_cast<std::size_t>(count), {}});
    } else if (word == "property") {
      if (header.elements.empty()) lines.fail("'property' before any 'element'");
      if (header.elements.back().properties.size() == 256) lines.fail("more than 256 properties");
      const std::string_view type = lines.word();
      std::optional<Kind> count;
      if (type == "list") {
        count = kind_of(lines, lines.word());
        if (*count >= Kind::float32) lines.fail("the count of a list is not an integer type");
      }
      const Kind kind = kind_of(lines, count ? lines.word() : type);
      header.elements.back().properties.push_back({std::string(lines.word()), kind, count});
    } else if (word != "comment" && word != "obj_info" && !word.empty()) {
      lines.expected("'element', 'property' or 'end_header'", word);
    }
  }
  if (!has_format) lines.fail("the header has no line 'format'");
  return header;
}

/// The numbers after the header, one by one.
class Values {
 public:
  Values(std::string_view bytes, Lines& lines, Encoding encoding, const std::string& source)
      : bytes_(bytes), lines_(lines), encoding_(encoding), source_(source), at_(lines.offset()) {}

  void begin_element() {
    if (encoding_ != Encoding::text) return;
    do {
      if (!lines_.next()) fail("the file ends before the last element");
      word_ = lines_.word();
    } while (word_.empty());
  }
  double next(Kind kind) { return encoding_ == Encoding::text ? text() : binary(kind); }
  [[noreturn]] void fail(const std::string& problem) const {
    if (encoding_ == Encoding::text) lines_.fail(problem);
    fail_at_byte(source_, at_, problem);
  }
  /// Bytes or characters that are left: no list can have more numbers.
  std::size_t left() const {
    return encoding_ == Encoding::text ? bytes_.size() - lines_.offset() + lines_.rest() : bytes_.size() - at_;
  }

 private:
  double text() {
    const std::string_view word = word_.empty() ? lines_.word() : word_;
    word_ = {};
    return lines_.number_of(word);
  }
  template <class V> double as(const unsigned char* raw) const {
    V value;
    std::memcpy(&value, raw, sizeof value);
    return static_cast<double>(value);
  }
  double binary(Kind kind) {
    const std::size_t size = size_of[static_cast<std::size_t>(kind)];
    if (bytes_.size() - at_ < size) fail("the file ends inside the elements");
    unsigned char raw[8];
    std::memcpy(raw, bytes_.data() + at_, size);
    if (encoding_ == Encoding::big) std::reverse(raw, raw + size);
    static_assert(std::endian::native == std::endian::little);
    at_ += size;
    switch (kind) {
      case Kind::int8: return as<std::int8_t>(raw);
      case Kind::uint8: return as<std::uint8_t>(raw);
      case Kind::int16: return as<std::int16_t>(raw);
      case Kind::uint16: return as<std::uint16_t>(raw);
      case Kind::int32: return as<std::int32_t>(raw);
      case Kind::uint32: return as<std::uint32_t>(raw);
      case Kind::float32: return as<float>(raw);
      case Kind::float64: return as<double>(raw);
    }
    return 0;
  }

  std::string_view bytes_, word_;
  Lines& lines_;
  Encoding encoding_;
  std::string source_;
  std::size_t at_;
};

/// One element: its scalars by position, and its first list of vertex indices.
struct Row {
  std::vector<double> scalars;
  std::vector<double> corners;
};

void read_row(Values& values, const Element& element, Row& row) {
  row.scalars.clear(), row.corners.clear();
  values.begin_element();
  for (const Property& p : element.properties) {
    if (!p.count) {
      row.scalars.push_back(values.next(p.kind));
      continue;
    }
    row.scalars.push_back(0);
    const double count = values.next(*p.count);
    if (!(count >= 0) || count != std::floor(count) || count > static_cast<double>(values.left()))
      values.fail("a list of " + std::to_string(count) + " numbers, more than the file has room for");
    const bool corners = p.name == "vertex_indices" || p.name == "vertex_index";
    for (double i = 0; i < count; ++i) {
      const double v = values.next(p.kind);
      if (corners) row.corners.push_back(v);
    }
  }
}

int place_of(const Element& element, std::string_view name) {
  for (std::size_t i = 0; i < element.properties.size(); ++i)
    if (element.properties[i].name == name && !element.properties[i].count) return static_cast<int>(i);
  return -1;
}

void add_face(Values& values, const Row& row, std::size_t vertices, TriangleList<double>& mesh) {
  if (row.corners.size() < 3)
    values.fail("a face of " + std::to_string(row.corners.size()) + " corners; at least 3 are required");
  std::vector<int> loop;
  for (const double v : row.corners) {
    if (!(v >= 0 && v < static_cast<double>(vertices)) || v != std::floor(v))
      values.fail("a face names vertex " + std::to_string(v) + "; there are " + std::to_string(vertices));
    loop.push_back(static_cast<int>(v));
  }
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) mesh.triangles.push_back({loop[0], loop[k], loop[k + 1]});
}

}  // namespace

TriangleList<double> read_ply(std::string_view bytes, const std::string& source) {
  Lines lines(bytes, source);
  const Header header = read_header(lines);
  Values values(bytes, lines, header.encoding, source);
  TriangleList<double> mesh;
  std::size_t vertices = 0;
  for (const Element& element : header.elements)
    if (element.name == "vertex") vertices = element.count;
  Row row;
  for (const Element& element : header.elements) {
    // An element with properties takes at least one byte. Elements without properties take no bytes and are skipped.
    if (element.properties.empty()) continue;
    if (element.count > values.left())
      values.fail(std::to_string(element.count) + " elements '" + element.name + "', more than the file has room for");
    const bool vertex = element.name == "vertex", face = element.name == "face";
    const int places[3] = {place_of(element, "x"), place_of(element, "y"), place_of(element, "z")};
    if (vertex && std::min({places[0], places[1], places[2]}) < 0) values.fail("the vertices have no x, y or z");
    for (std::size_t i = 0; i < element.count; ++i) {
      read_row(values, element, row);
      if (vertex) {
        const auto at = [&](int k) { return row.scalars[static_cast<std::size_t>(places[k])]; };
        const Vec3<double> p{at(0), at(1), at(2)};
        if (!is_coordinate(p))
          values.fail("vertex " + std::to_string(i) + ": a coordinate that is not finite, or beyond 1e30");
        mesh.vertices.push_back(p);
      } else if (face) {
        add_face(values, row, vertices, mesh);
      }
    }
  }
  if (mesh.triangles.empty()) values.fail("the file has no face");
  if (mesh.vertices.size() != vertices) values.fail("the file does not have as many vertices as its header says");
  return mesh;
}

}  // namespace tactus::io::mesh
