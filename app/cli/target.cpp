#include "app/cli/target.h"

#include "app/cli/output.h"

namespace warpwright::cli {

Result<Target> readTarget(const std::string& target) {
  Result<Target> read = parseTarget(target);
  if (!read.ok() || read->place != Target::Place::recorded) return read;
  return Error{ErrorKind::usage, "recorded:FILE answers `tune`: a recording holds measurements, and nothing is run.",
               std::nullopt};
}

Result<std::shared_ptr<WorkerPlace>> reach(const Target& target, ProgressLine& line, std::stop_token stop) {
  if (target.place != Target::Place::ssh && target.place != Target::Place::slurm) return std::shared_ptr<WorkerPlace>();
  auto place =
      openPlace(target, [&](const EngineProgress& now) { line.show(now.fraction, now.text); }, std::move(stop));
  line.clear();
  return place;
}

Result<PlacedEngine> engineOf(const std::string& target, ProgressLine& line, std::stop_token stop) {
  const Result<Target> read = readTarget(target);
  if (!read.ok()) return read.error();
  if (read->gpu)
    return Error{ErrorKind::usage,
                 "Programs run on the CPU engine: --on cpu, ssh:HOST or slurm:PARTITION. On a GPU, "
                 "captures are replayed.",
                 std::nullopt};
  PlacedEngine engine;
  auto place = reach(*read, line, std::move(stop));
  if (!place.ok()) return place.error();
  engine.place = *place;
  engine.run = engine.place ? engineAt(*engine.place) : RunEngine(runOnEngine);
  return engine;
}

}  // namespace warpwright::cli
