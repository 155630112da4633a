#include "analysis/analyzer/kernel_findings.h"

#include <algorithm>

#include "analysis/analyzer/finding_grounds.h"
#include "analysis/analyzer/kernel_summary.h"
#include "analysis/analyzer/parameter_check.h"
#include "analysis/analyzer/reassociation.h"
#include "analysis/analyzer/several_units.h"
#include "analysis/passes/assumptions.h"
#include "core/base/processors.h"
#include "core/kernel/kernel_name.h"

namespace warpwright::analysis {
namespace {

bool isAskedFor(const model::ParsedKernel& kernel, const std::string& asked) {
  if (asked.empty()) return true;
  const KernelSummary summary = summarise(kernel);
  return meansKernelOfSource(asked, summary.name, summary.signature);
}

}  // namespace

KernelFindings::KernelFindings(FindingCache* cache, RoundingCheck& rounding, const frontend::ParsedUnit& unit,
                               const frontend::ParseOptions& options, const std::vector<model::ParsedKernel>& kernels,
                               const std::vector<const passes::Pass*>& passes, const Device& device,
                               std::set<std::string> openNames, const Asked& asked, std::stop_token stop)
    : cache_(cache),
      rounding_(rounding),
      options_(options),
      kernels_(kernels),
      passes_(passes),
      device_(device),
      reassociates_(asked.reassociation),
      stop_(stop),
      known_(kernels.size()),
      found_(kernels.size()),
      contradictions_(unit, std::move(openNames), stop),
      trials_(unit, options, std::move(stop)) {
  // An edit of host code makes what rests on launches new of all kernels; of an edited kernel all is new.
  std::vector<long> news(kernels.size());
  std::optional<UnitSurroundings> around;  // nobody reads them where nobody keeps findings
  if (cache_) around.emplace(kernels);
  for (size_t k = 0; k < kernels.size(); ++k) {
    done_.push_back(found_[k].get_future());
    if (!isAskedFor(kernels[k], asked.kernel)) continue;
    known_[k] = around ? knownOf(k, around->of(k)) : LookedByPass(passes_.size());
    areNew_ &= std::ranges::none_of(known_[k], &Looked::isKnown);
    order_.push_back(k);
    news[k] = std::ranges::count_if(known_[k], [](const Looked& looked) { return looked.keepAs.has_value(); });
  }
  left_ = order_.size();
  std::stable_sort(order_.begin(), order_.end(), [&](size_t a, size_t b) { return news[a] > news[b]; });
  const size_t threads = std::min<size_t>(order_.size(), usableProcessors());
  for (size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

KernelFindings::LookedByPass KernelFindings::knownOf(size_t kernel, const Surroundings& around) const {
  LookedByPass all;
  const FindingGrounds grounds = groundsOf(kernels_[kernel], around, device_);
  for (const passes::Pass* pass : passes_) all.push_back(known(*pass, grounds));
  return all;
}

KernelFindings::Looked KernelFindings::known(const passes::Pass& pass, const FindingGrounds& grounds) const {
  Looked looked;
  looked.keepAs = FindingCache::keyOf(pass.about(), grounds);
  auto findings = looked.keepAs ? cache_->find(*looked.keepAs) : std::nullopt;
  if (!findings) return looked;
  looked.findings = *std::move(findings);
  looked.isKnown = true;
  looked.keepAs.reset();
  return looked;
}

std::vector<std::pair<Opportunity, Rewrite>> KernelFindings::of(size_t kernel) {
  std::vector<std::pair<Opportunity, Rewrite>> all;
  for (Looked& looked : done_[kernel].get()) {
    for (size_t i = 0; i < looked.findings.size(); ++i) {
      const Message why = looked.why[i].valid() ? looked.why[i].get() : Message();
      for (Opportunity* finding : {&looked.findings[i], &looked.shown[i]}) {
        if (!why.empty() && finding->verdict == VerdictKind::applicable)
          leaveOpen(*finding, {"The change cannot be written: %1", why});
      }
      // What rests on the code of all functions that the kernel calls is not kept.
      if (sayRounding(looked.shown[i], looked.rounds[i], rounding_, stop_)) looked.keepAs.reset();
      all.emplace_back(std::move(looked.shown[i]), std::move(looked.changes[i]));
    }
    if (looked.keepAs && !stop_.stop_requested()) cache_->keep(*looked.keepAs, looked.findings);
  }
  return all;
}

void KernelFindings::work() {
  for (size_t i = next_++; i < order_.size(); i = next_++) {
    const size_t k = order_[i];
    LookedByPass all = lookAt(k);
    if (--left_ == 0) trials_.close();
    found_[k].set_value(std::move(all));
  }
}

KernelFindings::LookedByPass KernelFindings::lookAt(size_t kernel) {
  const passes::KernelContext context(kernels_[kernel], device_, std::unique_lock(ast_), stop_);
  LookedByPass all;
  for (size_t p = 0; p < passes_.size() && !stop_.stop_requested(); ++p) {
    Looked& looked = all.emplace_back(std::move(known_[kernel][p]));
    context.beginPass();
    if (!looked.isKnown) looked.findings = passes_[p]->findUnlessOpen(context);
    refuseUnasked(looked.findings, reassociates_);
    tryChanges(*passes_[p], context, looked);
    looked.shown = looked.findings;
    contradictions_.refuse(context.kernel(), looked.shown);
  }
  return all;
}

void KernelFindings::tryChanges(const passes::Pass& pass, const passes::KernelContext& context, Looked& looked) {
  std::optional<Message> otherwise;  // why nvcc may round otherwise
  for (Opportunity& finding : looked.findings) {
    looked.changes.emplace_back();
    looked.why.emplace_back();
    looked.rounds.emplace_back();
    if (looked.isKnown || finding.verdict != VerdictKind::applicable || stop_.stop_requested()) continue;
    Result<Rewrite> change = pass.rewrite(context, finding, {});
    // A pass whose first values leave everything as it is asks for others.
    if (!change.ok() && change.error().kind == ErrorKind::usage) {
      change = pass.rewrite(context, finding, secondValues(finding));
    }
    if (change.ok()) {
      looked.changes.back() = *change;
      if (!otherwise) otherwise = pass.mayRoundOtherwise(context.kernel());
      if (!otherwise->empty()) {
        if (pass.assumesRounding()) passes::assumeSameRounding(finding.assumptions);
        looked.rounds.back() = {*otherwise, pass.assumesRounding(),
                                rounding_.ask(subjectOf(pass, context.kernel(), options_), *change)};
      }
      looked.why.back() = trials_.add(*std::move(change));
    } else if (change.error().kind != ErrorKind::cancelled) {
      leaveOpen(finding, {"The change cannot be written: %1", said(change.error())});
    }
  }
}

}  // namespace warpwright::analysis
