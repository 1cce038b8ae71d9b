// SPDX-License-Identifier: MIT
#include <app/dem_files.h>
#include <io/display_mesh.h>
#include <io/durable_file.h>
#include <io/text_file.h>
#include <io/vtk.h>
#include <tactus/contact/overlap_volume.h>

#include <charconv>
#include <memory>
#include <sstream>

namespace tactus::app {

namespace {

using Simulation = DemFiles::Simulation;
using sim::dem::SlotKind;

void write_text(const std::filesystem::path& path, const std::string& text) {
  io::write_durably(path, std::as_bytes(std::span(text)));
}

/// The rows of a table before `until` seconds, with the head. Every row begins with its time. A row without its line's
/// end was cut off when the run was killed.
std::string rows_before(const std::filesystem::path& path, const std::string& head, double until) {
  std::istringstream in(io::read_text_file(path, std::size_t{4} << 30));
  std::string line, kept = head + '\n';
  if (!std::getline(in, line) || line != head)
    throw std::runtime_error(path.string() + " is not a table of this program's run: its first line is not \"" + head +
                             "\"; choose another folder for --files");
  while (std::getline(in, line) && !in.eof()) {
    const char* end = line.data() + line.size();
    double time = 0;
    const auto [stop, error] = std::from_chars(line.data(), end, time);
    if (error != std::errc{} || stop == end || *stop != ',')
      throw std::runtime_error(path.string() + ": \"" + line + "\" does not begin with a time; choose another folder");
    if (time < until) kept += line + '\n';
  }
  return kept;
}

/// A new table, or the old one with its rows before `until`.
std::ofstream table(const std::filesystem::path& path, const std::string& head, double until) {
  const bool there = until > 0 && std::filesystem::exists(path);
  write_text(path, there ? rows_before(path, head, until) : head + '\n');
  std::ofstream out(path, std::ios::app);
  if (!out) throw std::runtime_error(path.string() + " cannot be written");
  out.precision(10);
  return out;
}

/// A particle's number, or a wall's number with a w before it.
std::string owner(const Simulation& s, std::uint32_t slot) {
  const auto& use = s.use(slot);
  return (use.kind == SlotKind::wall ? "w" : "") + std::to_string(use.index);
}

void put(std::ostream& out, const Vec3<double>& v) { out << v.x << ',' << v.y << ',' << v.z; }

std::string particles_csv(const Simulation& s) {
  std::ostringstream out;
  out.precision(10);
  out << "particle,kind,radius,mass,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n";
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    const auto& grain = s.grain_of(i);
    out << i << ',' << s.kind_name(grain.kind) << ',' << grain.radius << ',' << grain.mass << ',';
    put(out, s.particle(i).center);
    const Quat<double> q = to_quaternion(s.pose(i).rotation);
    out << ',' << q.w << ',' << q.x << ',' << q.y << ',' << q.z << ',';
    put(out, s.velocity(i)), out << ',', put(out, s.angular_velocity(i)), out << '\n';
  }
  return out.str();
}

/// All of a contact's columns are of the beginning of the step, when the contact was found and its force acted; the
/// particles' table has their poses at the end of it.
std::string contacts_csv(const Simulation& s) {
  std::ostringstream out;
  out.precision(10);
  out << "a,b,points,nx,ny,nz,depth,lower,upper,px,py,pz,fx,fy,fz,volume,area\n";
  const auto workspace = std::make_unique<OverlapWorkspace<double, 4096>>();
  std::size_t i = 0;
  for (const auto& touch : s.contacts()) {
    out << owner(s, touch.a.slot) << ',' << owner(s, touch.b.slot) << ',' << touch.points.count << ',';
    put(out, touch.contact.normal);
    out << ',' << -touch.contact.distance << ',' << -touch.contact.upper << ',' << -touch.contact.lower << ',';
    put(out, touch.contact.point()), out << ',', put(out, s.forces()[i++].force);
    const auto &a = s.world().body(touch.a), &b = s.world().body(touch.b);
    if (!a.nonconvex && !b.nonconvex && has_overlap_volume(a.shape, b.shape)) {
      const Pose<double> pose_a = s.pose_in_contact(touch, touch.a.slot),
                         pose_b = s.pose_in_contact(touch, touch.b.slot);
      const auto o = overlap_volume(a.shape, pose_a, b.shape, pose_b, *workspace);
      out << ',' << o.volume << ',' << norm(o.normal_b) << '\n';
    } else {
      out << ",,\n";
    }
  }
  return out.str();
}

io::VtkData particle_points(const Simulation& s) {
  io::VtkData d;
  io::VtkArray kind{"kind", 1, {}}, radius{"radius", 1, {}}, speed{"speed", 1, {}}, velocity{"velocity", 3, {}};
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    d.add_cell({d.add_point(s.particle(i).center)});
    const Vec3<double>& v = s.velocity(i);
    kind.values.push_back(s.grain_of(i).kind), radius.values.push_back(s.grain_of(i).radius);
    speed.values.push_back(norm(v)), velocity.values.insert(velocity.values.end(), {v.x, v.y, v.z});
  }
  d.point_data = {kind, radius, speed, velocity};
  return d;
}

io::VtkData particle_surfaces(const Simulation& s) {
  io::VtkData d{.kind = io::VtkData::Cells::polygons};
  std::vector<io::DisplayMesh> meshes;  // by grain
  for (const auto& grain : s.grains()) meshes.push_back(io::display_mesh(grain.shape, {.azimuths = 12}));
  io::VtkArray particle{"particle", 1, {}}, kind{"kind", 1, {}}, speed{"speed", 1, {}};
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    const io::DisplayMesh& mesh = meshes[s.particle(i).grain];
    const std::size_t first = d.points.size();
    for (const Vec3<float>& p : mesh.positions) d.add_point(s.pose(i) * p.cast<double>());
    for (std::size_t k = 0; k + 2 < mesh.triangles.size(); k += 3) {
      d.add_cell({first + mesh.triangles[k], first + mesh.triangles[k + 1], first + mesh.triangles[k + 2]});
      particle.values.push_back(i), kind.values.push_back(s.grain_of(i).kind);
      speed.values.push_back(norm(s.velocity(i)));
    }
  }
  d.cell_data = {particle, kind, speed};
  return d;
}

/// One line per contact: from centre to centre of two particles (an image at its own place), or from a particle to the
/// contact point on a wall.
io::VtkData contact_network(const Simulation& s) {
  io::VtkData d{.kind = io::VtkData::Cells::lines};
  io::VtkArray force{"force", 1, {}}, depth{"depth", 1, {}}, wall{"wall", 1, {}};
  std::size_t i = 0;
  for (const auto& touch : s.contacts()) {
    const auto end = [&](BodyId id) {
      const auto& body = s.world().body(id);
      return s.use(id.slot).kind == SlotKind::wall ? touch.contact.point() : body.pose * body.shape.center();
    };
    d.add_cell({d.add_point(end(touch.a)), d.add_point(end(touch.b))});
    force.values.push_back(norm(s.forces()[i++].force)), depth.values.push_back(-touch.contact.distance);
    wall.values.push_back(s.use(touch.a.slot).kind == SlotKind::wall || s.use(touch.b.slot).kind == SlotKind::wall);
  }
  d.cell_data = {force, depth, wall};
  return d;
}

}  // namespace

std::string group_name(const Simulation& s, std::uint32_t a, std::uint32_t b) {
  return s.kind_name(a) + "-" + s.kind_name(b);
}

io::JsonValue census_json(const Simulation& s, const sim::dem::Census& census) {
  io::JsonValue::Array groups;
  for (std::uint32_t b = 0; b < census.kinds; ++b)
    for (std::uint32_t a = 0; a <= b; ++a) {
      const auto& g = census.group(a, b);
      groups.push_back(io::JsonValue::Object{{"group", group_name(s, a, b)},
                                             {"pairs_apart", static_cast<double>(g.apart)},
                                             {"pairs_in_contact", static_cast<double>(g.in_contact)},
                                             {"gjk_apart", g.mean_apart()},
                                             {"gjk_in_contact", g.mean_in_contact()},
                                             {"epa", g.mean_expansions()}});
    }
  return io::JsonValue::Object{{"time", census.time}, {"groups", groups}};
}

DemFiles::DemFiles(const std::filesystem::path& folder, const Simulation* resumed) : folder_(folder) {
  std::filesystem::create_directories(folder);
  // A row of steps.csv has the time of its contacts, at the beginning of its step; a row of census.csv the end of it.
  const double time = resumed ? resumed->time() : 0, half = resumed ? resumed->time_step() / 2 : 0;
  steps_ = table(folder / "steps.csv",
                 "time,particles,images,contacts,wall_contacts,points,coordination,deepest,deepest_relative,"
                 "critical_step,translation,rotation,gravity,elastic,tangential,damped,rubbed,rolled,features,leap,"
                 "turned,walls,injected,"
                 "balance,pairs,proved,exact,milliseconds",
                 time - half);
  census_ =
      table(folder / "census.csv", "time,group,pairs_apart,gjk_apart,pairs_in_contact,gjk_in_contact,epa", time + half);
}

void DemFiles::add_step(const Simulation& simulation) {
  const auto& s = simulation.statistics();
  const auto& e = s.energies;
  steps_ << s.time << ',' << s.particles << ',' << s.images << ',' << s.contacts << ',' << s.wall_contacts << ','
         << s.points << ',' << s.coordination << ',' << s.deepest << ',' << s.deepest_relative << ',' << s.critical_step
         << ',' << e.translation << ',' << e.rotation << ',' << e.gravity << ',' << e.elastic << ',' << e.tangential
         << ',' << e.damped << ',' << e.rubbed << ',' << e.rolled << ',' << e.features << ',' << e.leap << ','
         << e.turned << ',' << e.walls << ',' << e.injected << ',' << e.balance() << ',' << s.pairs.pairs << ','
         << s.pairs.proved << ',' << s.pairs.exact << ',' << s.milliseconds.total() << std::endl;
}

void DemFiles::add_census(const Simulation& s, const sim::dem::Census& census) {
  for (std::uint32_t b = 0; b < census.kinds; ++b)
    for (std::uint32_t a = 0; a <= b; ++a) {
      const auto& g = census.group(a, b);
      census_ << census.time << ',' << group_name(s, a, b) << ',' << g.apart << ',' << g.mean_apart() << ','
              << g.in_contact << ',' << g.mean_in_contact() << ',' << g.mean_expansions() << std::endl;
    }
}

void DemFiles::snapshot(const Simulation& s, const std::string& name) const {
  write_text(folder_ / (name + ".particles.csv"), particles_csv(s));
  write_text(folder_ / (name + ".contacts.csv"), contacts_csv(s));
  io::write_vtk(folder_ / (name + ".particles.vtp"), particle_points(s));
  io::write_vtk(folder_ / (name + ".surfaces.vtp"), particle_surfaces(s));
  io::write_vtk(folder_ / (name + ".contacts.vtp"), contact_network(s));
}

void DemFiles::write_summary(const io::JsonValue::Object& summary) const {
  write_text(folder_ / "summary.json", io::to_text(summary) + "\n");
}

}  // namespace tactus::app
