#include "views/window/comparing.h"

#include <QFileDialog>

#include "views/shared/message_bar.h"
#include "views/speedup/comparison_page.h"
#include "views/window/pages.h"
#include "views/window/session_keeper.h"

namespace warpwright::views {

void Comparing::choose() {
  const QString path =
      QFileDialog::getOpenFileName(&parts_.window, tr("Compare with another session"), {}, tr("Sessions (*.wws)"));
  if (!path.isEmpty()) compareWith(path.toStdString());
}

void Comparing::compareWith(const std::filesystem::path& other) {
  compare(other, true);
}

void Comparing::compare(const std::filesystem::path& other, bool isOlder) {
  const int number = ++asked_;
  parts_.session.compareWith(other, isOlder, [this, other, isOlder, number](const Result<SessionComparison>& answer) {
    if (number != asked_) return;
    if (!answer.ok()) {
      return parts_.messages.post(
          {Message::Kind::warning, QString::fromStdString(answer.error().message), {}, {}, "comparison of sessions"});
    }
    parts_.messages.clear("comparison of sessions");
    if (!page_) {
      page_ = new ComparisonPage(parts_.theme, &parts_.pages);
      page_->hide();
      connect(page_, &ComparisonPage::otherRequested, this, &Comparing::choose);
      connect(page_, &ComparisonPage::turnRequested, this, [this] { compare(other_, !isOlder_); });
      connect(page_, &ComparisonPage::againRequested, this, [this] { compare(other_, isOlder_); });
    }
    other_ = other;
    isOlder_ = isOlder;
    page_->setComparison(*answer);
    parts_.pages.showKept(*page_, "diff", tr("Sessions compared"), tr("Close comparison of sessions"));
    page_->setFocus(Qt::OtherFocusReason);
  });
}

}  // namespace warpwright::views
