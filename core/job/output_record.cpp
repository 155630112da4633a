#include "core/job/output_record.h"

#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "core/base/file.h"

namespace warpwright {
namespace {

constexpr char magic[] = "WWREC002";
/// Larger sums of buffer sizes are taken for damage.
constexpr uint64_t maxRecordedBytes = uint64_t{1} << 40;

/// Reads entries of a record from memory-bounded pieces of its file.
class EntryReader {
 public:
  explicit EntryReader(std::FILE* file) : file_(file) {}
  bool ok() const { return ok_; }
  uint64_t offset() const { return static_cast<uint64_t>(::ftello(file_)); }
  template <typename T>
  T get() {
    T value{};
    if (std::fread(&value, sizeof value, 1, file_) != 1) ok_ = false;
    return value;
  }
  std::string text() {
    const auto size = get<uint32_t>();
    if (!ok_ || size > (1U << 20)) return ok_ = false, std::string();
    std::string text(size, '\0');
    if (size != 0 && std::fread(text.data(), size, 1, file_) != 1) ok_ = false;
    return text;
  }
  SourcePosition position() {
    SourcePosition position;
    position.file = text();
    position.line = get<uint32_t>();
    return position;
  }
  void skip(uint64_t bytes) {
    if (::fseeko(file_, static_cast<off_t>(bytes), SEEK_CUR) != 0) ok_ = false;
  }

 private:
  std::FILE* file_;
  bool ok_ = true;
};

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

}  // namespace

OutputRecordWriter::OutputRecordWriter(std::FILE* file, std::filesystem::path path)
    : file_(file), path_(std::move(path)) {}
OutputRecordWriter::OutputRecordWriter(OutputRecordWriter&& other) noexcept
    : file_(std::exchange(other.file_, nullptr)),
      pending_(std::move(other.pending_)),
      path_(std::move(other.path_)),
      known_(std::move(other.known_)),
      typed_(std::move(other.typed_)),
      stored_(std::move(other.stored_)),
      storedBytes_(other.storedBytes_),
      writeError_(other.writeError_) {}
OutputRecordWriter::~OutputRecordWriter() {
  if (file_) std::fclose(file_);
}

Result<OutputRecordWriter> OutputRecordWriter::create(const std::filesystem::path& path) {
  std::FILE* file = std::fopen(path.c_str(), "wbe");
  if (!file) {
    return Error{ErrorKind::io, "Cannot write " + path.string() + ": " + std::strerror(errno) + ".", std::nullopt};
  }
  std::setvbuf(file, nullptr, _IONBF, 0);
  OutputRecordWriter writer(file, path);
  writer.put(magic, sizeof magic - 1);
  return writer;
}

void OutputRecordWriter::put(const void* bytes, size_t size) {
  constexpr size_t mostPending = size_t{1} << 18;
  pending_.append(static_cast<const char*>(bytes), size);
  if (pending_.size() >= mostPending) writePending();
}
void OutputRecordWriter::writePending() {
  if (!pending_.empty() && writeError_ == 0 && std::fwrite(pending_.data(), pending_.size(), 1, file_) != 1)
    writeError_ = errno;
  pending_.clear();
}
void OutputRecordWriter::putText(std::string_view text) {
  const auto size = static_cast<uint32_t>(text.size());
  put(&size, sizeof size);
  put(text.data(), text.size());
}
void OutputRecordWriter::putHash(const ContentHash& hash) {
  put(hash.data(), sizeof hash);
}

uint32_t OutputRecordWriter::addBuffer(const std::string& name, uint64_t bytes, const SourcePosition& at,
                                       uint64_t address) {
  put("B", 1);
  put(&bytes, sizeof bytes);
  put(&address, sizeof address);
  putText(name);
  putText(at.file);
  put(&at.line, sizeof at.line);
  known_.emplace_back((bytes + chunkBytes - 1) / chunkBytes, ContentHash{});
  typed_.push_back(false);
  return static_cast<uint32_t>(known_.size() - 1);
}

void OutputRecordWriter::addVariable(uint32_t unit, const std::string& name, uint64_t address) {
  put("V", 1);
  put(&unit, sizeof unit);
  putText(name);
  put(&address, sizeof address);
}

void OutputRecordWriter::addFile(const std::string& name, const std::optional<std::string>& content) {
  std::vector<ContentHash> chunks;
  const std::string_view bytes = content ? std::string_view(*content) : std::string_view();
  for (size_t at = 0; at < bytes.size(); at += chunkBytes) chunks.push_back(store(bytes.substr(at, chunkBytes)));
  const auto count = static_cast<uint32_t>(chunks.size());
  const uint8_t exists = content ? 1 : 0;
  put("F", 1);
  putText(name);
  put(&exists, sizeof exists);
  put(&count, sizeof count);
  for (const ContentHash& hash : chunks) putHash(hash);
}

void OutputRecordWriter::setElementType(uint32_t buffer, const std::string& type) {
  if (typed_[buffer]) return;
  typed_[buffer] = true;
  put("T", 1);
  put(&buffer, sizeof buffer);
  putText(type);
}

ContentHash OutputRecordWriter::store(std::string_view content) {
  const ContentHash hash = hashContent(content);
  if (storedBytes_ + content.size() > maxContentBytes || !stored_.insert(hash).second) return hash;
  storedBytes_ += content.size();
  thread_local std::string packed;
  packed.resize(ZSTD_compressBound(content.size()));
  // A fast level: records are read once and thrown away.
  size_t size = ZSTD_compress(packed.data(), packed.size(), content.data(), content.size(), -3);
  const bool plain = ZSTD_isError(size) != 0 || size >= content.size();
  if (plain) size = content.size();
  const auto raw = static_cast<uint32_t>(content.size()), stored = static_cast<uint32_t>(size);
  put("D", 1);
  putHash(hash);
  put(&raw, sizeof raw);
  put(&stored, sizeof stored);
  put(plain ? content.data() : packed.data(), size);
  return hash;
}

void OutputRecordWriter::update(uint32_t buffer, std::string_view content) {
  for (uint32_t chunk = 0; chunk * chunkBytes < content.size(); ++chunk) {
    const std::string_view bytes = content.substr(chunk * chunkBytes, chunkBytes);
    ContentHash& known = known_[buffer][chunk];
    if (hashContent(bytes) == known) continue;
    known = store(bytes);
    put("U", 1);
    put(&buffer, sizeof buffer);
    put(&chunk, sizeof chunk);
    putHash(known);
  }
}

void OutputRecordWriter::addSum(const RecordedSum& sum) {
  put("A", 1);
  put(&sum.buffer, sizeof sum.buffer);
  put(&sum.offset, sizeof sum.offset);
  put(&sum.bytes, sizeof sum.bytes);
  put(&sum.bits, sizeof sum.bits);
  put(&sum.bound, sizeof sum.bound);
}

void OutputRecordWriter::step(const OutputStep& step, std::string_view copied) {
  std::vector<ContentHash> hashes;
  for (size_t at = 0; at < copied.size(); at += chunkBytes) hashes.push_back(store(copied.substr(at, chunkBytes)));
  const auto count = static_cast<uint32_t>(hashes.size());
  put("S", 1);
  put(&step.kind, sizeof step.kind);
  putText(step.label);
  put(&step.buffer, sizeof step.buffer);
  put(&step.offset, sizeof step.offset);
  put(&step.bytes, sizeof step.bytes);
  putText(step.at.file);
  put(&step.at.line, sizeof step.at.line);
  put(&count, sizeof count);
  for (const ContentHash& hash : hashes) putHash(hash);
}

Status OutputRecordWriter::finish() {
  put("E", 1);
  writePending();
  if (writeError_ == 0) return {};
  return Error{ErrorKind::io,
               "Cannot write what the program computed to " + path_.string() + ": " + std::strerror(writeError_) +
                   ". Free some space in that folder, or choose another with TMPDIR.",
               std::nullopt};
}

namespace {

RecordedBuffer readBuffer(EntryReader& in) {
  RecordedBuffer buffer;
  buffer.bytes = in.get<uint64_t>();
  buffer.address = in.get<uint64_t>();
  buffer.name = in.text();
  buffer.at = in.position();
  return buffer;
}

std::vector<ContentHash> readHashes(EntryReader& in) {
  std::vector<ContentHash> hashes;
  for (auto left = in.get<uint32_t>(); left != 0 && in.ok(); --left) hashes.push_back(in.get<ContentHash>());
  return hashes;
}

/// A step without the updates before it, which have entries of their own.
RecordedStep readStep(EntryReader& in) {
  RecordedStep step;
  step.kind = in.get<OutputStep::Kind>();
  step.label = in.text();
  step.buffer = in.get<uint32_t>();
  step.offset = in.get<uint64_t>();
  step.bytes = in.get<uint64_t>();
  step.at = in.position();
  step.copied = readHashes(in);
  return step;
}

RecordedSum readSum(EntryReader& in) {
  RecordedSum sum;
  sum.buffer = in.get<uint32_t>();
  sum.offset = in.get<uint64_t>();
  sum.bytes = in.get<uint32_t>();
  sum.bits = in.get<uint64_t>();
  sum.bound = in.get<double>();
  return sum;
}

RecordedVariable readVariable(EntryReader& in) {
  RecordedVariable variable;
  variable.unit = in.get<uint32_t>();
  variable.name = in.text();
  variable.address = in.get<uint64_t>();
  return variable;
}

RecordedFile readFileEntry(EntryReader& in) {
  RecordedFile file;
  file.name = in.text();
  file.exists = in.get<uint8_t>() != 0;
  file.chunks = readHashes(in);
  return file;
}

}  // namespace

Result<OutputRecord> OutputRecord::read(const std::filesystem::path& path) {
  const File file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  auto damaged = [&] {
    return Error{ErrorKind::io, path.string() + " is not a record of what a program computed, or is damaged.",
                 std::nullopt};
  };
  char start[sizeof magic - 1];
  if (!file || std::fread(start, sizeof start, 1, file.get()) != 1 || std::memcmp(start, magic, sizeof start) != 0) {
    return damaged();
  }
  OutputRecord record;
  record.path_ = path;
  EntryReader in(file.get());
  std::vector<RecordedStep::Update> updates;
  uint64_t recorded = 0;
  for (int letter; !record.complete_ && (letter = std::fgetc(file.get())) != EOF;) {
    if (letter == 'B') {
      RecordedBuffer buffer = readBuffer(in);
      recorded += buffer.bytes;
      if (buffer.bytes > maxRecordedBytes || recorded > maxRecordedBytes) return damaged();
      record.buffers_.push_back(std::move(buffer));
    } else if (letter == 'T') {
      const auto buffer = in.get<uint32_t>();
      const std::string type = in.text();
      if (buffer >= record.buffers_.size()) return damaged();
      record.buffers_[buffer].elementType = type;
    } else if (letter == 'D') {
      const auto hash = in.get<ContentHash>();
      const auto raw = in.get<uint32_t>(), packed = in.get<uint32_t>();
      if (raw > OutputRecordWriter::chunkBytes || packed > raw) return damaged();
      record.contents_[hash] = {in.offset(), raw, packed};
      in.skip(packed);
    } else if (letter == 'U') {
      const auto buffer = in.get<uint32_t>(), chunk = in.get<uint32_t>();
      updates.push_back({buffer, chunk, in.get<ContentHash>()});
      if (buffer >= record.buffers_.size()) return damaged();
    } else if (letter == 'S') {
      RecordedStep step = readStep(in);
      step.updates = std::exchange(updates, {});
      const bool ofBuffer = step.kind == OutputStep::Kind::copy || step.kind == OutputStep::Kind::release;
      if (step.kind > OutputStep::Kind::end || (ofBuffer && step.buffer >= record.buffers_.size())) return damaged();
      record.steps_.push_back(std::move(step));
    } else if (letter == 'V') {
      record.variables_.push_back(readVariable(in));
    } else if (letter == 'A') {
      record.sums_.push_back(readSum(in));
    } else if (letter == 'F') {
      record.files_.push_back(readFileEntry(in));
    } else if (letter == 'E') {
      record.complete_ = true;
    } else {
      return damaged();
    }
    if (!in.ok()) return damaged();
  }
  return record;
}

Result<std::string> OutputRecord::content(const ContentHash& hash) const {
  const auto found = contents_.find(hash);
  if (found == contents_.end()) return Error{ErrorKind::io, "This content was recorded as a hash only.", std::nullopt};
  const File file(std::fopen(path_.c_str(), "rbe"), &std::fclose);
  const Place& place = found->second;
  std::string packed(place.packed, '\0'), raw(place.raw, '\0');
  if (!file || ::fseeko(file.get(), static_cast<off_t>(place.offset), SEEK_SET) != 0 ||
      std::fread(packed.data(), packed.size(), 1, file.get()) != 1) {
    return Error{ErrorKind::io, "Cannot read " + path_.string() + ".", std::nullopt};
  }
  if (place.packed == place.raw) return packed;
  const size_t size = ZSTD_decompress(raw.data(), raw.size(), packed.data(), packed.size());
  if (size != place.raw) return Error{ErrorKind::io, path_.string() + " is damaged.", std::nullopt};
  return raw;
}

}  // namespace warpwright
