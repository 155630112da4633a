#include "views/speedup/whole_program_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTextDocumentFragment>

#include "core/base/number_text.h"
#include "views/shared/code_text.h"
#include "views/shared/core_words.h"
#include "views/shared/dock_parts.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

constexpr double milliseconds = 1e3;

QString number(double value) {
  return QString::fromStdString(significantText(value));
}

QString gain(const Interval& before, const Interval& after) {
  return QString::fromStdString(speedupText(gainOf(before, after)));
}

/// "2.5 → 1.25 ms, 2.00×"
QString change(const Interval& before, const Interval& after) {
  return WholeProgramRow::tr("%1 → %2 ms, %3")
      .arg(number(before.value * milliseconds), number(after.value * milliseconds),
           "<b>" + gain(before, after) + "</b>");
}

QString rangeLine(const QString& of, const Interval& before, const Interval& after) {
  const auto range = [](const Interval& time) {
    return QString("%1–%2").arg(number(time.low * milliseconds), number(time.high * milliseconds));
  };
  return WholeProgramRow::tr("%1: %2 ms, changed %3 ms").arg(of, range(before), range(after));
}

}  // namespace

WholeProgramRow::WholeProgramRow(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setGround(*this, "dockBar", tr("The whole program"));
  shape_ = makeLabel(this, tr("State"));
  words_ = makeLabel(this, tr("What the best variant brings the whole program"));
  words_->setWordWrap(true);
  progress_ = new QProgressBar(this);
  progress_->setAccessibleName(tr("How far the comparison of the whole program is"));
  progress_->setTextVisible(false);
  progress_->setMaximumWidth(160);
  cancel_ = makeButton(this, tr("Cancel"), tr("Cancel the comparison"));
  cancel_->setToolTip(tr("Stops the comparison of the whole program (Shift+Esc)"));
  compare_ = makeButton(this, tr("Compare the whole program"), tr("Compare the whole program"));
  QHBoxLayout* row = makeBarRow(this);
  row->addWidget(shape_);
  row->addWidget(words_, 1);
  row->addWidget(progress_);
  row->addWidget(cancel_);
  row->addWidget(compare_);
  connect(compare_, &QPushButton::clicked, this, &WholeProgramRow::compareRequested);
  connect(cancel_, &QPushButton::clicked, this, &WholeProgramRow::cancelRequested);
  connect(&theme_, &Theme::changed, this, &WholeProgramRow::update);
  state_.whyNot = tr("No variant is better than the original.");  // until it is known
  update();
}

void WholeProgramRow::setState(const WholeProgramState& state) {
  state_ = state;
  update();
}

QString WholeProgramRow::text() const {
  return QTextDocumentFragment::fromHtml(words_->text()).toPlainText();
}

/// "with C=4: all kernels 2.5 → 1.25 ms, 2.00×; all that the GPU does 10 → 9 ms, 1.11×; the same outputs"
QString WholeProgramRow::knownHtml() const {
  const WholeProgram& whole = *state_.known;
  const QString with = codeHtml(tr("With %1:").arg(QString::fromStdString(whole.change)), theme_) + ' ';
  if (!whole.outputs.difference.empty()) {
    return with + tr("the program leaves something else.") + ' ' +
           codeHtml(QString::fromStdString(whole.outputs.difference), theme_);
  }
  QString outputs = tr("the same exit code, output and files");
  if (const size_t left = whole.outputs.notCompared.size(); left != 0)
    outputs += ' ' + counted(left, tr("(%1 part not compared)"), tr("(%1 parts not compared)"));
  return with + tr("all kernels %1; all that the GPU does %2; %3")
                    .arg(change(whole.kernelsBefore, whole.kernelsAfter), change(whole.wholeBefore, whole.wholeAfter),
                         outputs);
}

void WholeProgramRow::update() {
  const auto strong = [](const QString& words) { return "<b>" + words.toHtmlEscaped() + "</b> "; };
  QString shape = "not-done", words = strong(tr("Whole program:")), tip;
  if (state_.running) {
    shape = "running";
    words += codeHtml(state_.phase, theme_);
  } else if (!state_.failure.isEmpty()) {
    shape = "differs";
    words += codeHtml(state_.failure, theme_);
  } else if (state_.known) {
    const WholeProgram& whole = *state_.known;
    shape = state_.isOlder ? "warning" : whole.outputs.difference.empty() ? "identical" : "differs";
    words += (state_.isOlder ? strong(tr("of an older text.")) : QString()) + knownHtml();
    QStringList lines{rangeLine(tr("All kernels"), whole.kernelsBefore, whole.kernelsAfter),
                      rangeLine(tr("All that the GPU does"), whole.wholeBefore, whole.wholeAfter),
                      tr("%1, %2 of each in turns")
                          .arg(QString::fromStdString(whole.device), counted(whole.runs, tr("%1 run"), tr("%1 runs")))};
    for (const std::string& part : whole.outputs.notCompared)
      lines << tr("Not compared: %1.").arg(plainText(QString::fromStdString(part)));
    tip = lines.join('\n');
  } else if (!state_.whyNot.isEmpty()) {
    words += codeHtml(state_.whyNot, theme_);
  } else {
    words += codeHtml(tr("as it is and with %1, in turns on this computer's GPU.").arg(state_.change), theme_);
  }
  shape_->setPixmap(theme_.shape(shape, 14, devicePixelRatioF()));
  words_->setText(words);
  words_->setToolTip(tip);
  words_->setAccessibleDescription(tip);
  progress_->setVisible(state_.running);
  showProgress(*progress_, state_.fraction, theme_.reducesMotion());
  cancel_->setVisible(state_.running);
  compare_->setVisible(!state_.running);
  compare_->setEnabled(state_.whyNot.isEmpty());
  compare_->setToolTip(!state_.whyNot.isEmpty()
                           ? plainText(state_.whyNot)
                           : tr("Builds the program as it is and with the best variant, runs both on the GPU in "
                                "turns, and compares times and what they leave"));
}

}  // namespace warpwright::views
