#include "core/execute/tune/recorded_judge.h"

namespace warpwright {

Result<std::unique_ptr<RecordedJudge>> RecordedJudge::open(const std::filesystem::path& file, const std::string& kernel,
                                                           const std::string& metric) {
  auto session = Session::open(file);
  if (!session.ok()) return session.error();
  auto variants = session->variants();
  if (!variants.ok()) return variants.error();
  auto measurements = session->measurements();
  if (!measurements.ok()) return measurements.error();
  auto judge = std::make_unique<RecordedJudge>();
  judge->byId_[""].verification.identical = true;
  for (const VariantRecord& variant : *variants) {
    if (variant.verification) judge->byId_[variant.id].verification = *variant.verification;
  }
  bool any = false;
  std::string others;
  for (const MeasurementRecord& record : *measurements) {
    if (record.kernel != kernel) continue;
    judge->byId_[record.variant].metrics[record.metric] = record.value;
    if (record.low < record.high) judge->byId_[record.variant].intervals[record.metric] = {record.low, record.high};
    if (record.metric == metric) {
      any = true;
      judge->device_ = record.device;
      if (!record.unit.empty()) judge->unit_ = record.unit;
    } else if (others.find(record.metric) == std::string::npos) {
      others += (others.empty() ? "" : ", ") + record.metric;
    }
  }
  if (!any) {
    return inputError("The recording " + file.string() + " holds no `" + metric + "` of `" + kernel + "`." +
                      (others.empty() ? "" : " It holds: " + others + "."));
  }
  return judge;
}

Result<TuningJudgement> RecordedJudge::judge(const VariantRecord& variant, std::stop_token) {
  const auto found = byId_.find(variant.id);
  if (found == byId_.end()) return inputError("It is not in the recording.");
  return found->second;
}

}  // namespace warpwright
