#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"

namespace warpwright {

/// One way in which a kernel was launched.
struct ProfiledShape {
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint32_t staticSharedBytes = 0, dynamicSharedBytes = 0;
  uint64_t launches = 0;

  bool sameAs(const ProfiledShape& other) const;  ///< all but the number of launches
};

/// All launches of one kernel. Times are nanoseconds on the GPU.
struct KernelProfile {
  std::string name, mangledName;  ///< with parameters; as the driver knows it
  uint64_t launches = 0;
  uint64_t totalNs = 0, minNs = 0, medianNs = 0, maxNs = 0;
  uint32_t registers = 0;             ///< of a thread
  std::vector<ProfiledShape> shapes;  ///< the most frequent first, at most 16
};

/// Copies of one direction, or fills.
struct CopyProfile {
  std::string kind;  ///< "host to device", …, "fill"
  uint64_t count = 0, bytes = 0, totalNs = 0;
};

/// Which queue of which GPU, as CUDA numbers them.
struct ProfiledPlace {
  uint32_t device = 0, stream = 0;
};

/// One launch, copy or fill as it lay on a GPU.
struct ProfiledEvent {
  std::string name;                    ///< of the kernel, with parameters; "host to device", …, "fill"
  bool isLaunch = false;               ///< else a copy or a fill
  uint64_t beginNs = 0, lengthNs = 0;  ///< from the first of all that was reported of the program
  ProfiledPlace place;
  uint32_t process = 0;  ///< of several of the program, from 0
  uint64_t bytes = 0;    ///< of a copy or a fill
};

/// Where a whole program spends the GPU's time.
struct ProgramProfile {
  std::vector<KernelProfile> kernels;  ///< by total time, the longest first
  std::vector<CopyProfile> copies;     ///< likewise
  uint64_t spanNs = 0;                 ///< from the begin of the first to the end of the last of all these
  uint64_t droppedRecords = 0;         ///< launches and copies without a time: they failed, or the profiler had no room
  uint64_t startNs = 0;                ///< when the first began, by the clock of the profiler
  std::vector<ProfiledEvent> events;   ///< those that were reported first, by their begin; none of older versions

  uint64_t kernelNs() const;
  /// Launches, copies and fills that have a time.
  uint64_t timed() const;
  /// Adds what another process of the same program did; medians are those of the process with more launches.
  void add(const ProgramProfile& other);
};

/// Which launch of the kernel takes longest, from 0 and in the order of their begin, as far as events were kept: the
/// first launches of many a search are of next to nothing. `kernel`: as `meansKernel` reads it. Errors (input): there
/// is none.
Result<uint64_t> longestLaunch(const ProgramProfile& profile, const std::string& kernel);

nlohmann::json toJson(const ProgramProfile& profile);
Result<ProgramProfile> programProfileFromJson(const nlohmann::json& json);

/// What `profile --format json` printed into a file.
struct KeptProfile {
  ProgramProfile profile;
  std::string device;  ///< empty: it does not say
};
/// Errors: it is no profile, or says why there is none.
Result<KeptProfile> keptProfileFromJson(const nlohmann::json& object);
/// The same of a file, which errors name.
Result<KeptProfile> readKeptProfile(const std::filesystem::path& file);

/// Events that a profile keeps at most.
inline constexpr size_t mostProfiledEvents = 5000;

/// Collects launches and copies as they are reported, and ranks them. Keeps 4 bytes a launch for the median.
class ProfileBuilder {
 public:
  ProfileBuilder();
  ProfileBuilder(ProfileBuilder&&) noexcept;
  ~ProfileBuilder();

  void addKernel(const char* mangledName, uint64_t beginNs, uint64_t endNs, uint32_t registers,
                 const ProfiledShape& shape, const ProfiledPlace& place = {});
  void addCopy(const char* kind, uint64_t beginNs, uint64_t endNs, uint64_t bytes, const ProfiledPlace& place = {});
  void addDropped(uint64_t records);
  ProgramProfile profile() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warpwright
