#include "views/editor/notes.h"

#include <algorithm>

#include "core/finding/finding_text.h"
#include "views/shared/code_text.h"
#include "views/shared/message_text.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

constexpr int noteLength = 70;

QString cutAtWord(const QString& text, int length) {
  if (text.size() <= length) return text;
  const qsizetype space = text.lastIndexOf(' ', length - 1);
  QString cut = text.left(space > length / 2 ? space : length - 1);
  while (!cut.isEmpty() && QString(",;:.( ").contains(cut.back())) cut.chop(1);
  return cut + QStringLiteral("…");
}

}  // namespace

InlineNote inlineNote(const Opportunity& opportunity) {
  InlineNote note;
  if (opportunity.verdict == VerdictKind::applicable && opportunity.estimate.known) {
    note.figure = QObject::tr("Estimate %1").arg(QString::fromStdString(estimateText(opportunity.estimate)));
  }
  QString text =
      plainText(messageText(opportunity.verdict == VerdictKind::applicable ? opportunity.title : opportunity.reason));
  if (text.isEmpty()) text = plainText(messageText(opportunity.title));
  if (text.endsWith('.')) text.chop(1);
  if (opportunity.verdict == VerdictKind::applicable && !note.figure.isEmpty()) text += '.';
  const int room = noteLength - 2 - (note.figure.isEmpty() ? 0 : static_cast<int>(note.figure.size()) + 2);
  note.text = verdictGlyph(opportunity.verdict) + ' ' + cutAtWord(text, room);
  return note;
}

QString spokenFinding(const Opportunity& opportunity) {
  QString text = verdictWord(opportunity.verdict) + ": " + plainText(messageText(opportunity.title)) +
                 QObject::tr(", line %1").arg(opportunity.range.begin.line);
  if (opportunity.estimate.known) {
    text += QObject::tr(", estimate %1 to %2 times")
                .arg(QString::number(opportunity.estimate.speedupLow, 'f', 2),
                     QString::number(opportunity.estimate.speedupHigh, 'f', 2));
  }
  if (opportunity.verdict != VerdictKind::applicable && !opportunity.reason.empty()) {
    text += ", " + plainText(messageText(opportunity.reason));
  }
  return text;
}

QString loadAdvice(const Opportunity& opportunity, const MarkedLoad& load) {
  const QString reason = plainText(messageText(opportunity.reason));
  switch (load.kind) {
    case MarkedLoad::Kind::readAlike: {
      const QString axis = QString::fromStdString(load.axis);
      const bool merges =
          std::any_of(opportunity.parameters.begin(), opportunity.parameters.end(), [&](const Parameter& parameter) {
            return std::find(parameter.values.begin(), parameter.values.end(), load.axis) != parameter.values.end();
          });
      if (opportunity.verdict == VerdictKind::applicable && merges)
        return QObject::tr(
                   "Merging threads along %1 loads it once for those that are merged: click the sign in the "
                   "margin, then Preview (F7).")
            .arg(axis);
      if (opportunity.verdict == VerdictKind::applicable)
        return QObject::tr("Threads are not merged along %1: %2").arg(axis, reason);
      return QObject::tr("Merging threads would load it once. Not here: %1").arg(reason);
    }
    case MarkedLoad::Kind::candidate:
      return QObject::tr("Whether it pays is not known until a run says more: Compute graph, in Evidence.");
    case MarkedLoad::Kind::cached:
    case MarkedLoad::Kind::bypassed:
      return QObject::tr("Click the sign in the margin, then Preview (F7): it writes the whole choice.");
  }
  return {};
}

QString findingToolTip(const Opportunity& opportunity, const Theme& theme) {
  QString html = QString("<p><b style=\"color:%1\">%2.</b> %3</p>")
                     .arg(theme.color(verdictToken(opportunity.verdict)).name(), verdictWord(opportunity.verdict),
                          messageHtml(opportunity.reason, theme));
  for (size_t i = 0; i < std::min<size_t>(3, opportunity.evidence.size()); ++i) {
    const Evidence& evidence = opportunity.evidence[i];
    html += QString("<div>%1 &nbsp;%2</div>").arg(QString::number(evidence.at.line), messageHtml(evidence.text, theme));
  }
  return html;
}

}  // namespace warpwright::views
