#include "core/execute/place/file_names.h"

#include "core/execute/place/agent_words.h"
#include "core/execute/place/deployment.h"

namespace warpwright {

using nlohmann::json;

Result<json> withMovedFiles(const PlacedJob& job,
                            const std::function<Result<std::string>(FileUse, const std::string&)>& nameThere) {
  json moved = job.job;
  const auto move = [&](const std::vector<std::string>& pointers, FileUse use) -> Status {
    for (const std::string& text : pointers) {
      const json::json_pointer pointer(text);
      if (!moved.contains(pointer) || !moved[pointer].is_string() ||
          moved[pointer].get_ref<const std::string&>().empty())
        continue;
      Result<std::string> name = nameThere(use, moved[pointer].get<std::string>());
      if (!name.ok()) return name.error();
      moved[pointer] = std::move(*name);
    }
    return {};
  };
  for (const auto& [pointers, use] : {std::pair(&job.inputs, FileUse::input), std::pair(&job.kept, FileUse::kept),
                                      std::pair(&job.brought, FileUse::brought)}) {
    if (Status done = move(*pointers, use); !done.ok()) return done.error();
  }
  return moved;
}

Result<std::string> CacheNames::of(const std::filesystem::path& file) {
  std::error_code problem;
  const auto written = std::filesystem::last_write_time(file, problem);
  const uint64_t bytes = problem ? 0 : std::filesystem::file_size(file, problem);
  if (problem)
    return Error{ErrorKind::io, "Cannot read " + file.string() + ": " + problem.message() + ".", std::nullopt};
  Known& known = known_[file];
  if (!known.name.empty() && known.written == written && known.bytes == bytes) return known.name;
  const Result<std::string> hash = hashFile(file);
  if (!hash.ok()) return hash.error();
  known = {written, bytes, *hash + file.extension().string()};
  if (!isCacheName(known.name)) known.name = *hash;
  return known.name;
}

}  // namespace warpwright
