#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/hash.h"
#include "core/base/result.h"
#include "core/base/source_range.h"
#include "core/job/engine_job.h"

namespace warpwright {

/// What a program's run computed, step by step, so that two runs can be compared buffer by buffer without running them
/// again: device memory in chunks of `chunkBytes`, each content kept once (zstd), and the points where the program
/// could see it (after each launch, at each copy to the host, at each free, at the end).
///
/// File: "WWREC002", then entries, each a letter and its fields (integers little-endian, texts with a 32-bit length):
/// `B` a buffer, `T` its element type once known, `D` the content of a hash, `U` a chunk that changed, `S` a step with
/// the hashes of what was copied, `V` where a variable of the device code lies, `F` a file that the program changed,
/// with what it holds afterwards, `A` a sum by atomics with its bound, `E` the end. A file without `E` is of a run that
/// did not come to its end.
struct OutputStep {
  enum class Kind : uint8_t { beforeLaunch, launch, copy, release, end };
  Kind kind = Kind::launch;
  std::string label;    ///< the kernel
  uint32_t buffer = 0;  ///< of copy and release
  uint64_t offset = 0, bytes = 0;
  SourcePosition at;
};

/// A sum that atomics have made of floating-point numbers in a buffer.
struct RecordedSum {
  uint32_t buffer = 0;
  uint64_t offset = 0;
  uint32_t bytes = 0;
  uint64_t bits = 0;  ///< of the sum
  double bound = 0;   ///< so far it may lie from one that adds the same numbers in other groups
};

class OutputRecordWriter {
 public:
  static constexpr uint64_t chunkBytes = 65536;
  /// Content past this many raw bytes is recorded as hashes only: two runs still compare, without the values.
  static constexpr uint64_t maxContentBytes = uint64_t{4} << 30;

  static Result<OutputRecordWriter> create(const std::filesystem::path& path);
  OutputRecordWriter(OutputRecordWriter&& other) noexcept;
  OutputRecordWriter& operator=(OutputRecordWriter&&) = delete;
  ~OutputRecordWriter();

  /// Number of the buffer in later calls.
  uint32_t addBuffer(const std::string& name, uint64_t bytes, const SourcePosition& at, uint64_t address = 0);
  /// A variable of a unit of the device code, by its mangled name.
  void addVariable(uint32_t unit, const std::string& name, uint64_t address);
  /// A file that the program changed; `content` empty: it is gone.
  void addFile(const std::string& name, const std::optional<std::string>& content);
  /// "float", "int", …; the first type given to a buffer stays.
  void setElementType(uint32_t buffer, const std::string& type);
  /// Compares `content` (the whole buffer) with what was recorded last and records the chunks that changed.
  void update(uint32_t buffer, std::string_view content);
  void addSum(const RecordedSum& sum);
  /// Records a step; `copied`: what the host received, for a copy.
  void step(const OutputStep& step, std::string_view copied = {});
  /// Completes the file. Errors: what went wrong with any write ("the disk is full").
  Status finish();

 private:
  explicit OutputRecordWriter(std::FILE* file, std::filesystem::path path);
  ContentHash store(std::string_view content);
  void put(const void* bytes, size_t size);
  void writePending();
  void putText(std::string_view text);
  void putHash(const ContentHash& hash);

  std::FILE* file_;      ///< without a buffer: processes that the program forks would write theirs, too
  std::string pending_;  ///< to be written
  std::filesystem::path path_;
  std::vector<std::vector<ContentHash>> known_;  ///< of each buffer, the chunks as last recorded
  std::vector<bool> typed_;
  std::set<ContentHash> stored_;
  uint64_t storedBytes_ = 0;
  int writeError_ = 0;
};

struct RecordedBuffer {
  std::string name, elementType;
  uint64_t bytes = 0;
  SourcePosition at;
  uint64_t address = 0;  ///< 0: not known
};

struct RecordedVariable {
  uint32_t unit = 0;
  std::string name;
  uint64_t address = 0;
};

/// A file that a program changed.
struct RecordedFile {
  std::string name;    ///< below the folder that the program was started in, else absolute
  bool exists = true;  ///< false: the program removed it
  std::vector<ContentHash> chunks;
};

struct RecordedStep : OutputStep {
  struct Update {
    uint32_t buffer = 0, chunk = 0;
    ContentHash hash{};
  };
  std::vector<Update> updates;  ///< since the step before
  std::vector<ContentHash> copied;
};

/// A record read back.
class OutputRecord {
 public:
  /// The name of the file that stands for what was printed on standard output and never written.
  static constexpr const char* unwrittenOutput = "standard output, never written";

  static Result<OutputRecord> read(const std::filesystem::path& path);
  const std::vector<RecordedBuffer>& buffers() const { return buffers_; }
  const std::vector<RecordedStep>& steps() const { return steps_; }
  const std::vector<RecordedVariable>& variables() const { return variables_; }
  const std::vector<RecordedFile>& files() const { return files_; }
  const std::vector<RecordedSum>& sums() const { return sums_; }
  bool complete() const { return complete_; }
  /// The bytes behind a hash. Errors: kept as a hash only.
  Result<std::string> content(const ContentHash& hash) const;

 private:
  struct Place {
    uint64_t offset = 0;
    uint32_t raw = 0, packed = 0;
  };
  std::filesystem::path path_;
  std::vector<RecordedBuffer> buffers_;
  std::vector<RecordedStep> steps_;
  std::vector<RecordedVariable> variables_;
  std::vector<RecordedFile> files_;
  std::vector<RecordedSum> sums_;
  std::map<ContentHash, Place> contents_;
  bool complete_ = false;
};

struct RecordComparison {
  std::vector<OutputDifference> differences;  ///< one a buffer: the first element that differs, at the first step
  uint64_t bytes = 0, elements = 0, launches = 0;
  /// Buffers of which nothing was compared that some launch left: each run of the original leaves other values there.
  std::vector<std::string> uncompared;
  std::optional<RoundedSums> rounded;  ///< what differs and is no difference
  std::vector<std::string> notes;
};

/// Compares two runs bit by bit. Buffers are matched by name, size and order, the rest of a name in order (rather with
/// one that is as large), written buffers that are left by size and order whatever their names; buffers that only the
/// variant has (scratch) are not compared. A written buffer that the variant does not have, or has with less room, is a
/// difference. Where both runs have the same number of launches they are compared after each launch, otherwise at the
/// copies to the host and as they were freed or left, which a note says. An aligned word that points into a buffer, or
/// just past it, is the same as one that points to the same place in the buffer that matches it, wherever that lies.
/// `again`: another run of the original; words that differ between its two runs are left out, with a note. Sums whose
/// bounds the original's record has may lie so far from it, and are told beside differences. Errors: an unreadable
/// record, cancelled.
Result<RecordComparison> compareRecords(const OutputRecord& original, const OutputRecord& variant, std::stop_token stop,
                                        const OutputRecord* again = nullptr);

/// Size in bytes of an element type ("float" → 4); 0 where it is not a scalar type known here.
uint32_t elementSize(const std::string& type);
/// The element as people read it; a NaN with its bits. `bytes` holds one element.
std::string elementText(const std::string& type, std::string_view bytes);

}  // namespace warpwright
