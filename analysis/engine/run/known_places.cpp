#include "analysis/engine/run/known_places.h"

#include <algorithm>

#include "analysis/engine/memory/arena.h"
#include "core/job/output_record.h"

namespace warpwright::engine {

Result<KnownPlaces> KnownPlaces::read(const std::filesystem::path& record) {
  const Result<OutputRecord> other = OutputRecord::read(record);
  if (!other.ok()) return other.error();
  KnownPlaces places;
  for (const RecordedVariable& variable : other->variables()) {
    places.variables[{variable.unit, variable.name}] = variable.address;
    places.end = std::max(places.end, variable.address + 1);
  }
  for (const RecordedBuffer& buffer : other->buffers()) {
    if (!Arena::mayContain(buffer.address)) continue;  // not known, or memory of the host that the device was given
    places.allocations[buffer.name].push_back({buffer.address, buffer.bytes});
    places.end = std::max(places.end, buffer.address + buffer.bytes);
  }
  return places;
}

std::optional<uint64_t> KnownPlaces::take(const std::string& name, uint64_t bytes) {
  const auto found = allocations.find(name);
  if (found == allocations.end()) return std::nullopt;
  std::deque<Piece>& pieces = found->second;
  const auto fits =
      std::find_if(pieces.begin(), pieces.end(), [&](const Piece& piece) { return piece.bytes == bytes; });
  if (fits == pieces.end()) return std::nullopt;
  const uint64_t address = fits->address;
  pieces.erase(pieces.begin(), fits + 1);
  return address;
}

}  // namespace warpwright::engine
