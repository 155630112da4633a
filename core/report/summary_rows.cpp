#include "core/report/summary_rows.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "core/base/number_text.h"
#include "core/finding/finding_rows.h"
#include "core/finding/ranking.h"
#include "core/job/kernel_trace.h"

namespace warpwright {
namespace {

/// The change of a kernel with this id, where it is applicable; null: it is not.
const Opportunity* applicableChange(const KernelSummary& kernel, const std::string& id) {
  for (const Opportunity& opportunity : kernel.opportunities) {
    if (opportunity.id == id && opportunity.verdict == VerdictKind::applicable) return &opportunity;
  }
  return nullptr;
}

template <typename Steps>
std::vector<const Opportunity*> changesOf(const KernelSummary& kernel, const Steps& steps) {
  std::vector<const Opportunity*> changes;
  for (const VariantStep& step : steps) {
    if (const Opportunity* change = applicableChange(kernel, step.opportunity)) changes.push_back(change);
  }
  return changes;
}

std::optional<RowRatio> ratioOf(const TuningTable& table, const TuningRow& row) {
  if (!row.ratio) return std::nullopt;
  return RowRatio{*row.ratio,
                  row.ratioLow.value_or(*row.ratio),
                  row.ratioHigh.value_or(*row.ratio),
                  table.isTime,
                  row.verdict,
                  table.isTime ? std::string() : table.metricName};
}

std::optional<RowRatio> measuredRatio(const ReportInput& input, const VariantRecord& variant,
                                      const std::string& kernel) {
  const auto speedup = measuredSpeedup(input, variant.id, kernel);
  if (!speedup) return std::nullopt;
  return RowRatio{speedup->value, speedup->low, speedup->high, true, speedup->variant->verdict, {}};
}

/// Rows of one kernel; `taken`: changes that have one.
class KernelRows {
 public:
  KernelRows(const ReportInput& input, size_t kernel)
      : input_(input), number_(kernel), kernel_(input.analysis.kernels[kernel]) {}

  std::vector<SummaryRow> all() {
    addTuned();
    addStacks();
    addRest();
    return std::move(rows_);
  }

 private:
  /// The best that a tuning found, where it is not the original.
  void addTuned() {
    for (const TuningTable& table : input_.tunings) {
      const TuningRow* best = table.kernel == kernel_.name ? table.best() : nullptr;
      if (!best || best->steps.empty()) continue;
      SummaryRow row{number_, changesOf(kernel_, best->steps), nullptr, best, {}, ratioOf(table, *best)};
      for (const VariantRecord& variant : input_.variants) {
        if (variant.steps == best->steps) row.variant = &variant;
      }
      if (row.variant) row.estimate = variantEstimate(*row.variant, kernel_.name);
      if (!row.estimate.known) row.estimate = best->estimate;
      add(std::move(row));
    }
  }

  /// Changes that were made together: the newest variant of each set. Of a variant that changes several kernels, those
  /// to this one.
  void addStacks() {
    for (auto variant = input_.variants.rbegin(); variant != input_.variants.rend(); ++variant) {
      if (variant->steps.size() < 2 || isPassedOver(input_, *variant)) continue;
      std::vector<const Opportunity*> changes = changesOf(kernel_, variant->steps);
      if (std::any_of(changes.begin(), changes.end(), [&](const auto* change) { return taken_.contains(change); }))
        continue;
      add({number_, std::move(changes), &*variant, nullptr, variantEstimate(*variant, kernel_.name),
           measuredRatio(input_, *variant, kernel_.name)});
    }
  }

  void addRest() {
    std::vector<size_t> shown;  // an array that several passes speak about is one row, and its trades
    for (const FindingRow& row : foldFindings(kernel_.opportunities, input_.analysis.passes)) {
      shown.push_back(row.leading);
      shown.insert(shown.end(), row.alternatives.begin(), row.alternatives.end());
    }
    for (const size_t number : shown) {
      const Opportunity& opportunity = kernel_.opportunities[number];
      if (opportunity.verdict != VerdictKind::applicable || taken_.contains(&opportunity)) continue;
      SummaryRow row{number_, {&opportunity}, nullptr, nullptr, opportunity.estimate, std::nullopt};
      for (const VariantRecord* variant : variantsOf(input_, opportunity.id)) {
        if (variant->steps.size() != 1) continue;
        row.variant = variant;
        if (auto ratio = measuredRatio(input_, *variant, kernel_.name)) row.ratio = std::move(ratio);
      }
      add(std::move(row));
    }
  }

  void add(SummaryRow row) {
    if (row.changes.empty()) return;
    taken_.insert(row.changes.begin(), row.changes.end());
    rows_.push_back(std::move(row));
  }

  const ReportInput& input_;
  size_t number_;
  const KernelSummary& kernel_;
  std::vector<SummaryRow> rows_;
  std::set<const Opportunity*> taken_;
};

/// What stands higher: measured times before counts, both before what nothing is known of; trades last.
double rankOf(const ReportInput& input, const SummaryRow& row) {
  if (row.ratio && row.ratio->value > 1) return (row.ratio->isTime ? 2000 : 1000) + std::min(row.ratio->value, 900.0);
  const bool trades = std::any_of(row.changes.begin(), row.changes.end(),
                                  [&](const Opportunity* change) { return isTrade(*change, input.analysis.passes); });
  if (row.ratio) return -1;
  return trades ? 0 : 1;
}

}  // namespace

Estimate variantEstimate(const VariantRecord& variant, const std::string& kernel) {
  if (!variant.verification) return {};
  const std::vector<Estimate> estimates = estimatesOfSteps(variant.verification->traces, {kernel});
  return estimates.front();
}

bool needsMeasuring(const ReportInput& input, const VariantRecord& variant) {
  if (variant.applied) return false;
  const bool trades = std::any_of(variant.steps.begin(), variant.steps.end(), [&](const VariantStep& step) {
    const Opportunity* opportunity = findOpportunity(input, step.opportunity).second;
    return opportunity && isTrade(*opportunity, input.analysis.passes);
  });
  if (!trades) return false;
  for (const TuningTable& table : input.tunings) {
    if (const TuningRow* best = table.best(); best && best->steps == variant.steps) return false;
  }
  for (const KernelSummary& kernel : input.analysis.kernels) {
    const auto speedup = measuredSpeedup(input, variant.id, kernel.name);
    if (speedup && speedup->low > 1) return false;
  }
  return true;
}

std::string countChangeText(const RowRatio& ratio) {
  const double change = (1 / ratio.value - 1) * 100;
  std::string what = ratio.what;
  // "Engine accesses", but "L2 sectors".
  if (what.size() > 1 && std::islower(static_cast<unsigned char>(what[1])) != 0)
    what[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(what[0])));
  return fixedText(std::abs(change), std::abs(change) < 10 ? 1 : 0) + " % " + (change <= 0 ? "fewer " : "more ") + what;
}

std::vector<SummaryRow> summaryRows(const ReportInput& input) {
  std::vector<SummaryRow> rows;
  for (size_t kernel = 0; kernel < input.analysis.kernels.size(); ++kernel) {
    for (SummaryRow& row : KernelRows(input, kernel).all()) rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const SummaryRow& a, const SummaryRow& b) {
    const double left = rankOf(input, a), right = rankOf(input, b);
    if (left != right) return left > right;
    return (a.estimate.known ? a.estimate.speedup : 0) > (b.estimate.known ? b.estimate.speedup : 0);
  });
  return rows;
}

}  // namespace warpwright
