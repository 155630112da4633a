#include "views/editor/code_view.h"

#include <QFontInfo>
#include <QFontMetrics>
#include <algorithm>

#include "views/editor/cuda_lexer.h"
#include "views/shared/theme.h"

namespace warpwright::views {

CodeView::CodeView(Theme& theme, QWidget* parent) : QsciScintilla(parent), theme_(theme) {
  lexer_ = new CudaLexer(theme, this);
  setUtf8(true);
  setLexer(lexer_);
  setFrameShape(QFrame::NoFrame);
  setTabWidth(4);
  setIndentationsUseTabs(false);
  setAutoIndent(true);
  setBraceMatching(SloppyBraceMatch);
  setScrollWidth(200);
  setScrollWidthTracking(true);
  setCaretWidth(2);
  SendScintilla(SCI_SETFONTQUALITY, SC_EFF_QUALITY_LCD_OPTIMIZED);
  SendScintilla(SCI_SETCARETPERIOD, 0);  // nothing blinks
  SendScintilla(SCI_SETENDATLASTLINE, 1);
  // Nobody listens to the changes of marks and notes, of which there are thousands.
  SendScintilla(SCI_SETMODEVENTMASK,
                static_cast<unsigned long>(SC_MOD_INSERTTEXT | SC_MOD_DELETETEXT | SC_MOD_CHANGEFOLD));
  connect(&theme_, &Theme::changed, this, [this] { restyle(); });
  CodeView::restyle();
}

void CodeView::restyle() {
  lexer_->restyle();
  setPaper(theme_.color("surface"));
  setColor(theme_.color("text"));
  setCaretForegroundColor(theme_.color("text"));
  setCaretLineBackgroundColor(theme_.color("current-line"));
  setSelectionBackgroundColor(theme_.color("select"));
  SendScintilla(SCI_SETSELFORE, 0, QColor());
  setMarginsBackgroundColor(theme_.color("surface"));
  setMarginsForegroundColor(theme_.color("muted"));
  setMarginsFont(theme_.codeFont());
  setMatchedBraceBackgroundColor(theme_.color("select"));
  setMatchedBraceForegroundColor(theme_.color("text"));
  setUnmatchedBraceForegroundColor(theme_.color("error"));
  setUnmatchedBraceBackgroundColor(theme_.color("surface"));
  setIndentationGuidesForegroundColor(theme_.color("line"));
  // A line is about 1.5 times the size of its font, shared out above and below.
  const QFontMetrics metrics(theme_.codeFont());
  const int wanted = qRound(QFontInfo(theme_.codeFont()).pixelSize() * 1.4);
  const int extra = std::max(2, wanted - metrics.height());
  setExtraAscent(extra / 2 + extra % 2);
  setExtraDescent(extra / 2);
}

QByteArray CodeView::bytes() const {
  const auto length = SendScintilla(SCI_GETLENGTH);
  QByteArray text(static_cast<qsizetype>(length) + 1, '\0');
  SendScintilla(SCI_GETTEXT, static_cast<unsigned long>(length) + 1, static_cast<void*>(text.data()));
  text.truncate(static_cast<qsizetype>(length));
  return text;
}

void CodeView::setBytes(const QByteArray& text) {
  const bool readOnly = isReadOnly();
  SendScintilla(SCI_SETREADONLY, 0);
  SendScintilla(SCI_SETUNDOCOLLECTION, 0);
  SendScintilla(SCI_CLEARALL);
  SendScintilla(SCI_ADDTEXT, static_cast<unsigned long>(text.size()), text.constData());
  SendScintilla(SCI_SETUNDOCOLLECTION, 1);
  SendScintilla(SCI_EMPTYUNDOBUFFER);
  SendScintilla(SCI_SETSAVEPOINT);
  SendScintilla(SCI_GOTOPOS, 0);
  if (readOnly) SendScintilla(SCI_SETREADONLY, 1);
}

int CodeView::positionAt(uint32_t line, uint32_t column) const {
  const long lines = SendScintilla(SCI_GETLINECOUNT);
  const long index = std::clamp<long>(static_cast<long>(line) - 1, 0, lines - 1);
  const long start = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(index));
  const long end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(index));
  return static_cast<int>(std::min(end, start + std::max<long>(0, static_cast<long>(column) - 1)));
}

void CodeView::showLine(uint32_t line, uint32_t column) {
  const int position = positionAt(line, column);
  const long index = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(position));
  SendScintilla(SCI_ENSUREVISIBLE, static_cast<unsigned long>(index));
  // What is in sight stays where it is; else the line comes up a third below the top.
  const long onScreen = SendScintilla(SCI_LINESONSCREEN), first = SendScintilla(SCI_GETFIRSTVISIBLELINE);
  SendScintilla(SCI_GOTOPOS, static_cast<unsigned long>(position));
  const long at = SendScintilla(SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(index));
  if (at < first + 2 || at > first + onScreen - 5) {
    SendScintilla(SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(std::max(0L, at - onScreen / 3)));
  }
}

void CodeView::setIndicatorRange(int indicator, int from, int to) {
  SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(indicator));
  SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(from), static_cast<long>(to - from));
}

void CodeView::clearIndicator(int indicator) {
  SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(indicator));
  SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, SendScintilla(SCI_GETLENGTH));
}

}  // namespace warpwright::views
