#include "views/window/first_hints.h"

#include <QSettings>

#include "views/diff/preview_page.h"
#include "views/shared/findings.h"
#include "views/shared/message_bar.h"
#include "views/window/rewrite_flow.h"

namespace warpwright::views {
namespace {

constexpr const char* saidKey = "hints/said";
constexpr int hints = 3;

}  // namespace

FirstHints::FirstHints(Findings& findings, RewriteFlow& flow, MessageBar& messages, QSettings& settings,
                       QObject* parent)
    : QObject(parent), findings_(findings), messages_(messages), settings_(settings) {
  connect(&findings, &Findings::changed, this, [this] { onFindings(); });
  connect(&flow, &RewriteFlow::previewed, this, [this] {
    showHint(2,
             tr("This is the change, before and after. Verify (F8) runs both on the CPU and compares every result."));
  });
  connect(&flow, &RewriteFlow::verified, this, &FirstHints::onVerified);
}

void FirstHints::onFindings() {
  if (settings_.value(saidKey, 0).toInt() >= 1 || findings_.counts().applicable == 0) return;
  showHint(1,
           tr("A filled diamond beside a line is a change that was proved to keep every result. Click it, then Preview "
              "(F7) shows what it would write."));
}

void FirstHints::onVerified(const Preview& preview) {
  if (!preview.verification || !preview.verification->identical) return;
  showHint(3, tr("The same results. Apply writes the change, and one undo takes it back; Measure (F9) tries it beside "
                 "others first. F1 explains the finding."));
}

void FirstHints::showHint(int number, const QString& words) {
  if (settings_.value(saidKey, 0).toInt() >= number) return;
  settings_.setValue(saidKey, number);
  messages_.post({Message::Kind::note, tr("Hint %1 of %2. ").arg(number).arg(hints) + words, tr("No more hints"),
                  [this] {
                    settings_.setValue(saidKey, hints);
                    messages_.clear("hints");
                  },
                  "hints"});
}

}  // namespace warpwright::views
