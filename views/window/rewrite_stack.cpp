#include "core/execute/tune/change_stack.h"
#include "core/report/tuning_table.h"
#include "views/shared/findings.h"
#include "views/shared/message_bar.h"
#include "views/shared/message_text.h"
#include "views/window/analysis_queue.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"

namespace warpwright::views {

/// What may be added to a finding. Of loads only where it is known what to do with them.
std::vector<Opportunity> RewriteFlow::choicesOf(const FindingKey& key) const {
  const KernelSummary* kernel = findings_.kernelOf(key);
  if (!kernel || !services_.makeAnalysis) return {};
  std::vector<Opportunity> choices = stackableFindings(*kernel, findings_.passes());
  std::erase_if(choices,
                [&](const Opportunity& one) { return isPolicy(one) && startValuesOf({key.unit, one.id}).empty(); });
  return choices;
}

void RewriteFlow::previewStack(const std::string& unit, VariantSteps steps) {
  if (steps.empty()) return;
  if (verifyJob_.isRunning()) cancel();
  // What was asked for before is no longer wanted, should it still be on its way.
  door_.close();
  textJob_.cancel();
  for (VariantStep& step : steps) {
    if (step.values.empty()) step.values = startValuesOf({unit, step.opportunity});
  }
  pages_.preview().setUpdating(true);
  if (steps.size() == 1) return request({unit, steps.front().opportunity}, steps.front().values);
  std::vector<Opportunity> known;
  if (const KernelSummary* kernel = findings_.kernelOf({unit, steps.front().opportunity}))
    known = kernel->opportunities;
  messages_.clear("stack " + unit);  // about the last one
  const QString title = QString::fromStdString(variantName(steps, known, findings_.passes()));
  stacks_.compose(services_.makeAnalysis, queue_.requestFor(unit), std::move(steps),
                  [this, unit, title, known](const Result<VariantRecord>& made) {
                    if (made.ok()) return previewVariant(unit, *made, title);
                    verifyNext_ = false;
                    pages_.preview().resetStack();
                    pages_.preview().setUpdating(false);
                    QString why = QString::fromStdString(made.error().message);
                    for (const Opportunity& one : known)  // the window calls a change by its title
                      why.replace("`" + QString::fromStdString(one.id) + "`", "“" + messageText(one.title) + "”");
                    messages_.post({Message::Kind::warning,
                                    tr("These changes cannot be made together: %1").arg(why),
                                    {},
                                    {},
                                    "stack " + unit});
                    emit stateChanged();
                  });
  emit stateChanged();
}

}  // namespace warpwright::views
