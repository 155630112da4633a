#include "core/session/moved_session.h"

#include <map>
#include <string>
#include <vector>

#include "core/session/session.h"

namespace warpwright {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// Each with its measurements; the name of a variant is a hash of its files, too.
Status putMeasured(Session& session, std::vector<VariantRecord> variants,
                   const std::vector<MeasurementRecord>& measurements, const std::string& from, const std::string& to) {
  std::map<std::string, std::vector<MeasurementRecord>> of;
  for (const MeasurementRecord& measurement : measurements) of[measurement.variant].push_back(measurement);
  if (Status put = session.putMeasuredVariant(nullptr, of[""]); !put.ok()) return put;
  for (VariantRecord& variant : variants) {
    std::vector<MeasurementRecord> own = of[variant.id];
    for (VariantFile& file : variant.files) file.path = replaced(file.path, from, to);
    variant.id = makeVariantId(variant.steps, variant.files);
    for (MeasurementRecord& measurement : own) measurement.variant = variant.id;
    if (Status put = session.putMeasuredVariant(&variant, own); !put.ok()) return put;
  }
  return {};
}

}  // namespace

Status moveSession(const std::filesystem::path& from, const std::filesystem::path& to,
                   const std::filesystem::path& folder) {
  std::error_code ignored;
  if (std::filesystem::exists(to, ignored))
    return Error{ErrorKind::io, "There is a file " + to.string() + " already.", std::nullopt};
  auto old = Session::open(from);
  if (!old.ok()) return old.error();
  const auto values = old->values();
  if (!values.ok()) return values.error();
  const auto project = values->find("project");
  if (project == values->end() || project->second.empty()) return inputError(from.string() + " names no project.");
  auto variants = old->variants();
  if (!variants.ok()) return variants.error();
  auto measurements = old->measurements();
  if (!measurements.ok()) return measurements.error();
  auto runs = old->runs();
  if (!runs.ok()) return runs.error();
  auto moved = Session::openOrCreate(to);
  if (!moved.ok()) return moved.error();
  const std::string root = project->second, place = folder.string();
  Status status = putMeasured(*moved, *std::move(variants), *measurements, root, place);
  for (RunRecord& run : *runs) {
    run.program = replaced(run.program, root, place);
    run.summary = replaced(run.summary, root, place);
    if (status.ok()) status = moved->addRun(run);
  }
  for (const auto& [name, value] : *values) {
    if (status.ok()) status = moved->setValue(name, replaced(value, root, place));
  }
  return status;
}

}  // namespace warpwright
