#include "core/capture/capture_frame.h"

#include <cstring>

namespace warpwright::capture_frame {
namespace {

template <typename T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <typename T>
T at(std::string_view bytes, size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}
void appendHash(std::string& bytes) {
  append(bytes, hashContent(bytes));
}

/// Of the first 24 bytes of a section's head and of its content.
ContentHash sectionHash(std::string_view head, std::string_view stored) {
  std::string bytes(head.substr(0, 24));
  append(bytes, hashContent(stored));
  return hashContent(bytes);
}

}  // namespace

std::string header() {
  std::string bytes(magic, 8);
  append(bytes, captureFormatVersion);
  append(bytes, captureChunkBytes);
  appendHash(bytes);
  return bytes;
}

std::string sectionHead(const char* tag, std::string_view stored, uint64_t raw) {
  std::string bytes(tag, 4);
  append(bytes, static_cast<uint32_t>(stored.size() != raw));
  append(bytes, static_cast<uint64_t>(stored.size()));
  append(bytes, raw);
  append(bytes, sectionHash(bytes, stored));
  return bytes;
}

std::string table(const std::vector<CaptureChunk>& chunks) {
  std::string bytes;
  for (const CaptureChunk& chunk : chunks) {
    append(bytes, chunk.offset);
    append(bytes, chunk.stored);
    append(bytes, chunk.raw);
    append(bytes, chunk.hash);
  }
  return bytes;
}

std::string trailer(uint64_t launchOffset, uint64_t tableOffset, uint64_t fileBytes) {
  std::string bytes(endMagic, 8);
  append(bytes, launchOffset);
  append(bytes, tableOffset);
  append(bytes, fileBytes);
  appendHash(bytes);
  return bytes;
}

Status checkHeader(std::string_view bytes) {
  if (bytes.substr(0, 8) != std::string_view(magic, 8)) return inputError("it does not begin as one");
  const auto version = at<uint32_t>(bytes, 8);
  if (version > captureFormatVersion) {
    return inputError("it was written by a newer version of Warpwright (format " + std::to_string(version) +
                      ", this one reads up to " + std::to_string(captureFormatVersion) + ")");
  }
  if (hashContent(bytes.substr(0, 16)) != at<ContentHash>(bytes, 16)) return inputError("its first bytes are damaged");
  if (version != captureFormatVersion || at<uint32_t>(bytes, 12) != captureChunkBytes) {
    return inputError("its format is one that no version writes");
  }
  return {};
}

SectionHead readHead(std::string_view head) {
  return {std::string(head.substr(0, 4)), at<uint32_t>(head, 4), at<uint64_t>(head, 8), at<uint64_t>(head, 16)};
}

bool checkSection(std::string_view head, std::string_view stored) {
  return sectionHash(head, stored) == at<ContentHash>(head, 24);
}

bool readTrailer(std::string_view bytes, Trailer& trailer) {
  if (bytes.substr(0, 8) != std::string_view(endMagic, 8)) return false;
  if (hashContent(bytes.substr(0, 32)) != at<ContentHash>(bytes, 32)) return false;
  trailer = {at<uint64_t>(bytes, 8), at<uint64_t>(bytes, 16), at<uint64_t>(bytes, 24)};
  return true;
}

std::vector<CaptureChunk> readTable(std::string_view bytes) {
  std::vector<CaptureChunk> chunks;
  chunks.reserve(bytes.size() / tableEntryBytes);
  for (size_t offset = 0; offset < bytes.size(); offset += tableEntryBytes) {
    chunks.push_back({at<uint64_t>(bytes, offset), at<uint32_t>(bytes, offset + 8), at<uint32_t>(bytes, offset + 12),
                      at<ContentHash>(bytes, offset + 16)});
  }
  return chunks;
}

}  // namespace warpwright::capture_frame
