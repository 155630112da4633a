// What the checks tell people.
#include <algorithm>
#include <bit>
#include <cstdio>

#include "analysis/engine/memory/arena.h"
#include "analysis/engine/run/block_runner.h"
#include "analysis/engine/run/checker.h"

namespace warpwright::engine {

namespace {

std::string hex(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

const char* verb(SiteKind kind) {
  return kind == SiteKind::load ? "reads" : kind == SiteKind::store ? "writes" : "updates";
}

std::string bytesText(uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string triple(uint32_t x, uint32_t y, uint32_t z) {
  return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
}

}  // namespace

void Checker::report(Kind kind, const DeviceThread& thread, uint32_t site, uint32_t otherSite,
                     std::string (Checker::*message)(const DeviceThread&, const Site&, uint64_t, uint64_t) const,
                     uint64_t first, uint64_t second) {
  // A race has no order of its own: the later place in the source is where it is reported.
  const bool isRace = kind == Kind::race || kind == Kind::globalRace;
  const bool swapped = isRace && otherSite != 0 && sites_[site].at < sites_[otherSite].at;
  const uint32_t place = swapped ? otherSite : site, otherPlace = swapped ? site : otherSite;
  auto [entry, isNew] = findings_.try_emplace({kind, place, otherPlace});
  EngineFinding& finding = entry->second;
  if (!isNew) {
    ++finding.count;
    return;
  }
  static constexpr const char* names[] = {
      "race", "uninitialised-read", "out-of-bounds",    "barrier-divergence", "undefined-shuffle",
      "race", "assumption",         "misaligned-access"};
  finding.kind = names[static_cast<int>(kind)];
  finding.kernel = kernel_.name;
  finding.at = sites_[place].at;
  if (otherSite != 0) finding.other = sites_[otherPlace].at;
  std::copy_n(thread.blockIdx, 3, finding.block.begin());
  std::copy_n(thread.threadIdx, 3, finding.thread.begin());
  finding.object = sites_[site].object;
  if (kind == Kind::race || kind == Kind::uninitialised) finding.object = sharedObject(sites_[site], first);
  const bool isNamed = !finding.object.empty() || sites_[site].objectBytes != 0;
  const Allocation* of = nullptr;
  if (message == &Checker::strayText)
    of = allocationOf(second);
  else if (kind == Kind::misaligned && !isNamed)
    of = arena_.find(first);
  else if ((kind == Kind::bounds && !isNamed) || kind == Kind::globalRace)
    of = arena_.nearest(first);
  if (of != nullptr) finding.object = of->name;
  finding.message = (this->*message)(thread, sites_[site], first, second);
}

std::string Checker::sharedObject(const Site& site, uint64_t offset) const {
  if (!site.object.empty() && offset - site.objectOffset < std::max<uint64_t>(site.objectBytes, 1)) return site.object;
  const SharedVariable* found = nullptr;
  for (const SharedVariable& variable : kernel_.sharedVariables) {
    if (offset >= variable.offset) found = &variable;
  }
  return found != nullptr ? found->name : "shared memory";
}

std::string Checker::element(const Site& site, uint64_t offset) const {
  const std::string name = sharedObject(site, offset);
  uint64_t base = 0, bytes = 0;
  for (const SharedVariable& variable : kernel_.sharedVariables) {
    if (variable.name == name && offset >= variable.offset) base = variable.offset, bytes = variable.bytes;
  }
  const uint64_t width = std::max<uint64_t>(site.bytes, 1);
  if (bytes != 0 && bytes <= width) return name;
  return name + "[" + std::to_string((offset - base) / width) + "]";
}

std::string Checker::raceText(const DeviceThread& thread, const Site& site, uint64_t offset, uint64_t other) const {
  const auto index = static_cast<uint32_t>(other & 0xffff);
  const bool otherReads = other >> 16 & 1;
  const uint32_t x = thread.blockDim[0], y = thread.blockDim[1];
  return std::string("Thread ") + triple(thread.threadIdx[0], thread.threadIdx[1], thread.threadIdx[2]) + " " +
         verb(site.kind) + " " + element(site, offset) + ", which thread " +
         triple(index % x, index / x % y, index / x / y) + (otherReads ? " reads" : " writes") +
         (index / 32 == thread.warp ? " with nothing between to order the two: lanes of a warp need __syncwarp()."
                                    : " with no barrier between.");
}

std::string Checker::asyncText(const DeviceThread& thread, const Site& site, uint64_t offset, uint64_t other) const {
  const auto index = static_cast<uint32_t>(other);
  const uint32_t x = thread.blockDim[0], y = thread.blockDim[1];
  return std::string("Thread ") + triple(thread.threadIdx[0], thread.threadIdx[1], thread.threadIdx[2]) + " " +
         verb(site.kind) + " " + element(site, offset) + ", while thread " +
         triple(index % x, index / x % y, index / x / y) +
         " copies to it asynchronously and has not waited for that (cp.async.wait_group, __pipeline_wait_prior).";
}

std::string Checker::asyncSourceText(const DeviceThread& thread, const Site& site, uint64_t address,
                                     uint64_t other) const {
  const auto index = static_cast<uint32_t>(other);
  const Allocation* near = arena_.nearest(address);
  const uint32_t x = thread.blockDim[0], y = thread.blockDim[1];
  std::string text =
      "Thread " + triple(thread.threadIdx[0], thread.threadIdx[1], thread.threadIdx[2]) + " " + verb(site.kind) + " ";
  if (near != nullptr)
    text += "byte " + std::to_string(address - near->base) + " of " + near->name;
  else
    text += "global memory";
  return text + ", from which thread " + triple(index % x, index / x % y, index / x / y) +
         " copies asynchronously and has not waited for that (cp.async.wait_group, __pipeline_wait_prior).";
}

std::string Checker::globalRaceText(const DeviceThread& thread, const Site& site, uint64_t address, uint64_t) const {
  const GlobalRaces::Other& other = raceOther_;
  const Allocation* near = arena_.nearest(address);
  const uint32_t x = thread.blockDim[0], y = thread.blockDim[1], gx = thread.gridDim[0], gy = thread.gridDim[1];
  const uint32_t here = thread.blockIdx[0] + gx * (thread.blockIdx[1] + gy * thread.blockIdx[2]);
  const bool sameBlock = other.block == here;
  std::string text = "Thread " + triple(thread.threadIdx[0], thread.threadIdx[1], thread.threadIdx[2]) + " of block " +
                     triple(thread.blockIdx[0], thread.blockIdx[1], thread.blockIdx[2]) + " " + verb(site.kind) + " ";
  if (near != nullptr)
    text += "byte " + std::to_string(address - near->base) + " of " + near->name;
  else
    text += "global memory";
  text += ", which thread " + triple(other.thread % x, other.thread / x % y, other.thread / x / y) + " of " +
          (sameBlock ? "the same block"
                     : "block " + triple(other.block % gx, other.block / gx % gy, other.block / gx / gy)) +
          (other.wrote ? " writes" : " reads");
  if (other.incoherent)
    return text +
           " in the same launch: the read is one by __ldg (ld.global.nc) or of a texture or surface, which no "
           "barrier orders, and may give what was there before.";
  if (!sameBlock) return text + "; nothing orders what the blocks do (no fence and atomic, no barrier of the grid).";
  return text + (other.thread / 32 == thread.warp
                     ? " with nothing between to order the two: lanes of a warp need __syncwarp()."
                     : " with no barrier between.");
}

std::string Checker::uninitialisedText(const DeviceThread& thread, const Site& site, uint64_t offset, uint64_t) const {
  return "Thread " + triple(thread.threadIdx[0], thread.threadIdx[1], thread.threadIdx[2]) + " " + verb(site.kind) +
         " " + element(site, offset) + ", which no thread of the block has written.";
}

std::string Checker::sharedBoundsText(const DeviceThread&, const Site& site, uint64_t address, uint64_t bytes) const {
  const auto offset = static_cast<int64_t>(address - shared_);
  std::string text = std::string(verb(site.kind)) + " " + bytesText(bytes) + " ";
  text[0] = static_cast<char>(std::toupper(text[0]));
  const bool named = site.objectBytes != 0;
  const int64_t begin = named ? static_cast<int64_t>(site.objectOffset) : 0;
  const int64_t length = static_cast<int64_t>(named ? site.objectBytes : sharedBytes_);
  const std::string object = named ? "shared variable " + site.object : "the shared memory of the block";
  if (offset < begin)
    return text + "that start " + bytesText(begin - offset) + " before " + object + " (" + bytesText(length) + ").";
  return text + "at offset " + std::to_string(offset - begin) + " of " + object + ", which has " + bytesText(length) +
         ".";
}

std::string Checker::localBoundsText(const DeviceThread& thread, const Site& site, uint64_t offset, uint64_t) const {
  const std::string object = site.object.empty() ? "a local array" : "local array " + site.object;
  std::string text = "Thread " + triple(thread.threadIdx[0], thread.threadIdx[1], thread.threadIdx[2]) + " " +
                     verb(site.kind) + " " + bytesText(site.bytes) + " at offset " +
                     std::to_string(static_cast<int64_t>(offset)) + " of " + object;
  return text + ", which has " + bytesText(site.objectBytes) + ".";
}

std::string Checker::globalBoundsText(const DeviceThread&, const Site& site, uint64_t address, uint64_t bytes) const {
  std::string text = std::string(verb(site.kind)) + " " + bytesText(bytes) + " ";
  text[0] = static_cast<char>(std::toupper(text[0]));
  if (!arena_.contains(address)) return text + "at address " + hex(address) + ", which is not device memory.";
  const Allocation* near = arena_.nearest(address);
  if (near == nullptr) return text + "at address " + hex(address) + ", where nothing is allocated.";
  const std::string object = near->name + " (" + bytesText(near->size) + ")";
  if (address < near->base) return text + "that start " + bytesText(near->base - address) + " before " + object + ".";
  const uint64_t offset = address - near->base;
  if (offset == near->size) return text + "right past the end of " + object + ".";
  if (offset >= near->size)
    return text + "that start " + bytesText(offset - near->size) + " past the end of " + object + ".";
  if (!near->live) return text + "of " + near->name + " after it was freed.";
  return text + "that reach past the end of " + object + ".";
}

std::string Checker::barrierText(const DeviceThread&, const Site& site, uint64_t other, uint64_t) const {
  return "Some threads of the block wait at this barrier while others wait at another one (" +
         toString(sites_[other].at.isValid() ? sites_[other].at : site.at) + ").";
}

std::string Checker::passedText(const DeviceThread&, const Site&, uint64_t count, uint64_t) const {
  return std::to_string(count) + (count == 1 ? " thread" : " threads") +
         " of the block passed by this barrier while others waited at it; every thread that has not returned has to "
         "reach it.";
}

std::string Checker::lanesPassedText(const DeviceThread& thread, const Site&, uint64_t lanes,
                                     uint64_t operation) const {
  const auto count = static_cast<uint32_t>(std::popcount(lanes));
  return "Lane " + std::to_string(thread.lane) + " calls " + reinterpret_cast<const char*>(operation) + " with mask " +
         hex(thread.mask) + ", but " + std::to_string(count) + (count == 1 ? " lane" : " lanes") +
         " that it names, such as lane " + std::to_string(std::countr_zero(lanes)) +
         ", passed by on another way: the result is undefined.";
}

std::string Checker::misalignedText(const DeviceThread& thread, const Site& site, uint64_t address, uint64_t) const {
  std::string text = "Thread " + triple(thread.threadIdx[0], thread.threadIdx[1], thread.threadIdx[2]) + " " +
                     verb(site.kind) + " " + (site.bytes != 0 ? bytesText(site.bytes) : "memory") +
                     " at a misaligned address: it is " + std::to_string(address % site.alignment) +
                     " more than a multiple of " + std::to_string(site.alignment);
  if (const Allocation* of = arena_.find(address))
    text += ", byte " + std::to_string(address - of->base) + " of " + of->name;
  return text + ". A GPU stops the kernel there (misaligned address).";
}

std::string Checker::strayText(const DeviceThread&, const Site& site, uint64_t address, uint64_t base) const {
  const Allocation *meant = allocationOf(base), *hit = arena_.find(address);
  std::string text = std::string(verb(site.kind)) + " " + (site.bytes != 0 ? bytesText(site.bytes) : "memory") + " ";
  text[0] = static_cast<char>(std::toupper(text[0]));
  const uint64_t end = meant->base + meant->size;
  text += address < meant->base ? bytesText(meant->base - address) + " before "
                                : bytesText(address - end) + " past the end of ";
  return text + meant->name + " (" + bytesText(meant->size) + "), through a pointer into it: that is " + hit->name +
         ".";
}

std::string Checker::maskText(const DeviceThread& thread, const Site&, uint64_t, uint64_t) const {
  return "Lane " + std::to_string(thread.lane) + " takes part in a warp operation whose mask " + hex(thread.mask) +
         " does not name it.";
}

std::string Checker::shuffleText(const DeviceThread& thread, const Site&, uint64_t source, uint64_t) const {
  return "Lane " + std::to_string(thread.lane) + " takes the value of lane " + std::to_string(source) +
         ", which does not take part in the shuffle: the value is undefined.";
}

void Checker::barrierSites(const DeviceThread& thread, uint32_t site, uint32_t otherSite) {
  if (sites_[site].at == sites_[otherSite].at) return;  // one barrier of the source, compiled twice
  report(Kind::barrier, thread, site, otherSite, &Checker::barrierText, otherSite, 0);
}
void Checker::barrierPassed(const DeviceThread& thread, uint32_t site, uint32_t count) {
  report(Kind::barrier, thread, site, 0, &Checker::passedText, count, 0);
}
void Checker::lanesPassed(const DeviceThread& thread, uint32_t lanes, const char* operation) {
  report(Kind::shuffle, thread, thread.site, 0, &Checker::lanesPassedText, lanes,
         reinterpret_cast<uint64_t>(operation));
}
void Checker::laneOutsideMask(const DeviceThread& thread, uint32_t site) {
  report(Kind::shuffle, thread, site, 0, &Checker::maskText, 0, 0);
}
void Checker::shuffleFromAbsentLane(const DeviceThread& thread, uint32_t source) {
  report(Kind::shuffle, thread, thread.site, 0, &Checker::shuffleText, source, 0);
}

void Checker::assumptionBroken(const DeviceThread& thread, uint32_t place, uint32_t site, const std::string& how) {
  const AssumptionTable* table = kernel_.assumed.get();
  if (table == nullptr || place >= table->places.size()) return;
  auto [entry, isNew] = findings_.try_emplace({Kind::assumption, place, 0});
  EngineFinding& finding = entry->second;
  if (!isNew) {
    ++finding.count;
    return;
  }
  const AssumedPlace& assumed = table->places[place];
  finding.kind = "assumption";
  finding.kernel = kernel_.name;
  finding.object = assumed.text;
  finding.at = sites_[site].at;
  std::copy_n(thread.blockIdx, 3, finding.block.begin());
  std::copy_n(thread.threadIdx, 3, finding.thread.begin());
  finding.message = "Thread " + triple(thread.threadIdx[0], thread.threadIdx[1], thread.threadIdx[2]) + " of block " +
                    triple(thread.blockIdx[0], thread.blockIdx[1], thread.blockIdx[2]) + " " + how + " `" +
                    assumed.object + "`, but the change was made for " +
                    (assumed.subscripts ? "subscripts in their declared range." : "accesses inside it.");
}

std::vector<EngineFinding> Checker::findings() const {
  std::vector<EngineFinding> result;
  for (const auto& [key, finding] : findings_) {
    const auto& [kind, place, other] = key;
    const bool isRace = kind == Kind::race || kind == Kind::globalRace;
    if (isRace && (isOptimistic(place, other) || isOptimistic(other, place))) continue;
    auto same = std::find_if(result.begin(), result.end(), [&](const EngineFinding& other) {
      return other.kind == finding.kind && other.at == finding.at && other.other == finding.other &&
             (finding.kind != "assumption" || other.object == finding.object);
    });
    if (same == result.end())
      result.push_back(finding);
    else
      same->count += finding.count;
  }
  return result;
}

}  // namespace warpwright::engine
