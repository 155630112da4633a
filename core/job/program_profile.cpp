#include "core/job/program_profile.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "core/base/file.h"
#include "core/base/json_fields.h"
#include "core/base/symbol_name.h"
#include "core/kernel/kernel_name.h"

namespace warpwright {
namespace {

using nlohmann::json;

constexpr size_t mostShapes = 16;

/// "ns" as JSON names it everywhere: seconds.
double seconds(uint64_t ns) {
  return static_cast<double>(ns) * 1e-9;
}
/// Of what a file says: up to a hundred years.
uint64_t nanoseconds(const json& value) {
  constexpr double most = 3e18;
  return static_cast<uint64_t>(std::clamp(value.get<double>() * 1e9 + 0.5, 0.0, most));
}

void rank(ProgramProfile& profile) {
  const auto longer = [](const auto& a, const auto& b) { return a.totalNs > b.totalNs; };
  std::stable_sort(profile.kernels.begin(), profile.kernels.end(), longer);
  std::stable_sort(profile.copies.begin(), profile.copies.end(), longer);
}

void keepFrequent(std::vector<ProfiledShape>& shapes) {
  std::stable_sort(shapes.begin(), shapes.end(), [](const auto& a, const auto& b) { return a.launches > b.launches; });
  if (shapes.size() > mostShapes) shapes.resize(mostShapes);
}

void addShape(std::vector<ProfiledShape>& shapes, const ProfiledShape& shape) {
  const auto found = std::find_if(shapes.begin(), shapes.end(), [&](const auto& known) { return known.sameAs(shape); });
  if (found != shapes.end()) {
    found->launches += shape.launches;
  } else if (shapes.size() < 4 * mostShapes) {
    shapes.push_back(shape);
  }
}

void orderEvents(std::vector<ProfiledEvent>& events) {
  std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) { return a.beginNs < b.beginNs; });
  if (events.size() > mostProfiledEvents) events.resize(mostProfiledEvents);
}

/// Events of two processes on one axis: the profiler's clock is that of the machine.
void joinEvents(ProgramProfile& profile, const ProgramProfile& other) {
  if (other.events.empty()) return;
  if (profile.events.empty()) {
    profile.events = other.events;
    profile.startNs = other.startNs;
    return;
  }
  uint32_t processes = 0;
  for (const ProfiledEvent& event : profile.events) processes = std::max(processes, event.process + 1);
  const uint64_t start = std::min(profile.startNs, other.startNs);
  for (ProfiledEvent& event : profile.events) event.beginNs += profile.startNs - start;
  for (ProfiledEvent event : other.events) {
    event.beginNs += other.startNs - start;
    event.process += processes;
    profile.events.push_back(std::move(event));
  }
  profile.startNs = start;
  orderEvents(profile.events);
}

}  // namespace

bool ProfiledShape::sameAs(const ProfiledShape& other) const {
  return grid == other.grid && block == other.block && staticSharedBytes == other.staticSharedBytes &&
         dynamicSharedBytes == other.dynamicSharedBytes;
}

uint64_t ProgramProfile::kernelNs() const {
  uint64_t total = 0;
  for (const KernelProfile& kernel : kernels) total += kernel.totalNs;
  return total;
}

uint64_t ProgramProfile::timed() const {
  uint64_t count = 0;
  for (const KernelProfile& kernel : kernels) count += kernel.launches;
  for (const CopyProfile& copy : copies) count += copy.count;
  return count;
}

void ProgramProfile::add(const ProgramProfile& other) {
  for (const KernelProfile& kernel : other.kernels) {
    const auto known = std::find_if(kernels.begin(), kernels.end(),
                                    [&](const KernelProfile& own) { return own.mangledName == kernel.mangledName; });
    if (known == kernels.end()) {
      kernels.push_back(kernel);
      continue;
    }
    if (kernel.launches > known->launches) known->medianNs = kernel.medianNs;
    known->launches += kernel.launches;
    known->totalNs += kernel.totalNs;
    known->minNs = std::min(known->minNs, kernel.minNs);
    known->maxNs = std::max(known->maxNs, kernel.maxNs);
    for (const ProfiledShape& shape : kernel.shapes) addShape(known->shapes, shape);
    keepFrequent(known->shapes);
  }
  for (const CopyProfile& copy : other.copies) {
    const auto known =
        std::find_if(copies.begin(), copies.end(), [&](const CopyProfile& own) { return own.kind == copy.kind; });
    if (known == copies.end()) {
      copies.push_back(copy);
      continue;
    }
    known->count += copy.count;
    known->bytes += copy.bytes;
    known->totalNs += copy.totalNs;
  }
  joinEvents(*this, other);
  spanNs = std::max(spanNs, other.spanNs);
  droppedRecords += other.droppedRecords;
  rank(*this);
}

void fieldsOf(auto& fields, Of<ProfiledShape> auto& shape) {
  fields("grid", shape.grid);
  fields("block", shape.block);
  fields("static_shared", shape.staticSharedBytes);
  fields("dynamic_shared", shape.dynamicSharedBytes);
  fields("launches", shape.launches);
}

void fieldsOf(auto& fields, Of<KernelProfile> auto& kernel) {
  fields("name", kernel.name);
  fields("mangled_name", kernel.mangledName);
  fields("launches", kernel.launches);
  fields.through("total", kernel.totalNs, seconds, nanoseconds);
  fields.through("min", kernel.minNs, seconds, nanoseconds);
  fields.through("median", kernel.medianNs, seconds, nanoseconds);
  fields.through("max", kernel.maxNs, seconds, nanoseconds);
  fields("registers", kernel.registers);
  fields("shapes", kernel.shapes);
}

void fieldsOf(auto& fields, Of<CopyProfile> auto& copy) {
  fields("kind", copy.kind);
  fields("count", copy.count);
  fields("bytes", copy.bytes);
  fields.through("total", copy.totalNs, seconds, nanoseconds);
}

void fieldsOf(auto& fields, Of<ProfiledEvent> auto& event) {
  fields("name", event.name);
  fields("launch", event.isLaunch);
  fields.through("begin", event.beginNs, seconds, nanoseconds);
  fields.through("length", event.lengthNs, seconds, nanoseconds);
  fields("device", event.place.device);
  fields("stream", event.place.stream);
  fields("process", event.process);
  fields("bytes", event.bytes);
}

void fieldsOf(auto& fields, Of<ProgramProfile> auto& profile) {
  fields.derived("schema", "warpwright.profile/1");
  fields("kernels", profile.kernels);
  fields("copies", profile.copies);
  fields.through("span", profile.spanNs, seconds, nanoseconds);
  fields("dropped_records", profile.droppedRecords);
  fields.defaulted("started", profile.startNs);
  fields.defaulted("events", profile.events);
}

json toJson(const ProgramProfile& profile) {
  json object = profile;
  const double whole = seconds(profile.kernelNs());
  for (json& kernel : object["kernels"]) kernel["share"] = whole > 0 ? kernel["total"].get<double>() / whole : 0.0;
  return object;
}

Result<ProgramProfile> programProfileFromJson(const json& object) {
  return readJson<ProgramProfile>(object, "The profile is malformed: ", ErrorKind::input);
}

Result<uint64_t> longestLaunch(const ProgramProfile& profile, const std::string& kernel) {
  std::set<std::string> meant;
  for (const KernelProfile& one : profile.kernels) {
    if (meansKernel(kernel, one.mangledName.empty() ? one.name : one.mangledName)) meant.insert(one.name);
  }
  uint64_t index = 0, longest = 0, longestNs = 0;
  for (const ProfiledEvent& event : profile.events) {
    if (!event.isLaunch || event.process != 0 || !meant.contains(event.name)) continue;
    // One that is a little longer is as good, and the later one takes longer to reach.
    if (event.lengthNs > longestNs + longestNs / 10) {
      longestNs = event.lengthNs;
      longest = index;
    }
    ++index;
  }
  if (index == 0) return inputError("The profile has no launch of `" + kernel + "`.");
  return longest;
}

Result<KeptProfile> keptProfileFromJson(const json& object) {
  const auto said = object.is_object() ? object.find("failure") : object.end();
  if (object.is_object() && !object.contains("kernels") && said != object.end() && said->is_string())
    return inputError("it holds no profile: " + said->get<std::string>());
  if (!object.is_object() || object.value("schema", json()) != "warpwright.profile/1")
    return inputError("this is no profile. `warpwright profile --format json -- PROGRAM ARGUMENTS` writes one.");
  Result<ProgramProfile> profile = programProfileFromJson(object);
  if (!profile.ok()) return profile.error();
  const auto device = object.find("device");
  return KeptProfile{*std::move(profile),
                     device != object.end() && device->is_string() ? device->get<std::string>() : ""};
}

Result<KeptProfile> readKeptProfile(const std::filesystem::path& file) {
  const Result<std::string> text = readFile(file);
  if (!text.ok()) return text.error();
  Result<KeptProfile> kept = keptProfileFromJson(json::parse(*text, nullptr, false));
  if (!kept.ok()) return inputError(file.string() + ": " + kept.error().message);
  return kept;
}

struct ProfileBuilder::State {
  struct Kernel {
    KernelProfile profile;
    std::vector<uint32_t> times;  ///< nanoseconds; launches past 4 s count as such
  };
  std::unordered_map<std::string, Kernel> kernels;
  std::map<std::string, CopyProfile> copies;
  std::vector<ProfiledEvent> events;
  uint64_t begin = UINT64_MAX, end = 0, dropped = 0;

  void keep(const char* name, bool isLaunch, uint64_t from, uint64_t to, const ProfiledPlace& place, uint64_t bytes) {
    span(from, to);
    if (events.size() < mostProfiledEvents)
      events.push_back({name, isLaunch, from, to > from ? to - from : 0, place, 0, bytes});
  }
  void span(uint64_t from, uint64_t to) {
    begin = std::min(begin, from);
    end = std::max(end, to);
  }
};

ProfileBuilder::ProfileBuilder() : state_(std::make_unique<State>()) {}
ProfileBuilder::ProfileBuilder(ProfileBuilder&&) noexcept = default;
ProfileBuilder::~ProfileBuilder() = default;

void ProfileBuilder::addKernel(const char* mangledName, uint64_t beginNs, uint64_t endNs, uint32_t registers,
                               const ProfiledShape& shape, const ProfiledPlace& place) {
  const char* name = mangledName ? mangledName : "(unnamed)";
  State::Kernel& kernel = state_->kernels[name];
  KernelProfile& profile = kernel.profile;
  const uint64_t time = endNs > beginNs ? endNs - beginNs : 0;
  profile.minNs = profile.launches == 0 ? time : std::min(profile.minNs, time);
  profile.maxNs = std::max(profile.maxNs, time);
  profile.totalNs += time;
  profile.registers = std::max(profile.registers, registers);
  ++profile.launches;
  kernel.times.push_back(static_cast<uint32_t>(std::min<uint64_t>(time, UINT32_MAX)));
  ProfiledShape once = shape;
  once.launches = 1;
  addShape(profile.shapes, once);
  state_->keep(name, true, beginNs, endNs, place, 0);
}

void ProfileBuilder::addCopy(const char* kind, uint64_t beginNs, uint64_t endNs, uint64_t bytes,
                             const ProfiledPlace& place) {
  CopyProfile& copy = state_->copies[kind];
  copy.kind = kind;
  ++copy.count;
  copy.bytes += bytes;
  copy.totalNs += endNs > beginNs ? endNs - beginNs : 0;
  state_->keep(kind, false, beginNs, endNs, place, bytes);
}

void ProfileBuilder::addDropped(uint64_t records) {
  state_->dropped += records;
}

ProgramProfile ProfileBuilder::profile() const {
  ProgramProfile profile;
  for (const auto& [name, kernel] : state_->kernels) {
    KernelProfile entry = kernel.profile;
    entry.mangledName = name;
    entry.name = demangled(name);
    std::vector<uint32_t> times = kernel.times;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    entry.medianNs = *middle;
    keepFrequent(entry.shapes);
    profile.kernels.push_back(std::move(entry));
  }
  // Equal times come in the same order in each run.
  std::sort(profile.kernels.begin(), profile.kernels.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  for (const auto& [kind, copy] : state_->copies) profile.copies.push_back(copy);
  profile.spanNs = state_->end > state_->begin ? state_->end - state_->begin : 0;
  profile.droppedRecords = state_->dropped;
  if (profile.spanNs > 0) profile.startNs = state_->begin;
  std::map<std::string, std::string> names;
  for (const KernelProfile& kernel : profile.kernels) names[kernel.mangledName] = kernel.name;
  profile.events = state_->events;
  for (ProfiledEvent& event : profile.events) {
    if (event.isLaunch) event.name = names[event.name];
    event.beginNs -= profile.startNs;
  }
  orderEvents(profile.events);
  rank(profile);
  return profile;
}

}  // namespace warpwright
