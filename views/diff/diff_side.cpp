#include "views/diff/diff_side.h"

#include <QScrollBar>

#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

enum Margin { numberMargin, otherNumberMargin, signMargin };
enum Marker { fillerMark = 1, removedMark, addedMark, noteMark, gapMark };
constexpr int wordIndicator = 8;
constexpr int noteText = 9, gapText = 10;  // indicators that colour the text of notes and gaps
// Text styles of margins: number, removed, added.
constexpr int marginStyles = 200;

}  // namespace

DiffSide::DiffSide(Theme& theme, bool isLeft, QWidget* parent) : CodeView(theme, parent), isLeft_(isLeft) {
  setAccessibleName(isLeft ? tr("Text before the rewrite") : tr("Text after the rewrite"));
  setReadOnly(true);
  setMargins(3);
  for (const int margin : {numberMargin, otherNumberMargin, signMargin}) {
    setMarginType(margin, margin == signMargin ? TextMargin : TextMarginRightJustified);
    setMarginMarkerMask(margin, 0);
  }
  SendScintilla(SCI_SETMARGINLEFT, 0UL, 0L);
  SendScintilla(SCI_SETCARETSTYLE, static_cast<unsigned long>(CARETSTYLE_INVISIBLE));
  indicatorDefine(StraightBoxIndicator, wordIndicator);
  SendScintilla(SCI_INDICSETALPHA, static_cast<unsigned long>(wordIndicator), 255L);
  SendScintilla(SCI_INDICSETOUTLINEALPHA, static_cast<unsigned long>(wordIndicator), 255L);
  SendScintilla(SCI_INDICSETUNDER, static_cast<unsigned long>(wordIndicator), 1L);
  for (const int text : {noteText, gapText}) {
    SendScintilla(SCI_INDICSETSTYLE, static_cast<unsigned long>(text), static_cast<long>(INDIC_TEXTFORE));
  }
  connect(this, &QsciScintilla::SCN_UPDATEUI, this, [](int) {});
  connect(this, &QsciScintilla::cursorPositionChanged, this, [this](int line, int) {
    if (line < static_cast<int>(lines_.size()) && lines_[static_cast<size_t>(line)].look == SideLine::Look::gap &&
        hasFocus()) {
      emit gapClicked(line);
    }
  });
  DiffSide::restyle();
}

void DiffSide::restyle() {
  CodeView::restyle();
  const Theme& look = theme();
  const auto background = [&](int marker, std::string_view token) {
    markerDefine(Background, marker);
    setMarkerBackgroundColor(look.color(token), marker);
  };
  background(fillerMark, "raised");
  background(removedMark, "rem");
  background(addedMark, "add");
  background(noteMark, "tint-ok");
  background(gapMark, "raised");
  setIndicatorForegroundColor(look.color(isLeft_ && !bothNumbers_ ? "rem-word" : "add-word"), wordIndicator);
  setIndicatorForegroundColor(look.color("ok"), noteText);
  setIndicatorForegroundColor(look.color("muted"), gapText);
  const char* foregrounds[] = {"muted", "error", "ok", "muted", "ok", "muted"};
  const char* backgrounds[] = {"surface", "rem", "add", "raised", "tint-ok", "raised"};
  for (int i = 0; i < 6; ++i) {
    const auto style = static_cast<unsigned long>(marginStyles + i);
    SendScintilla(SCI_STYLESETFONT, style, look.codeFont().family().toUtf8().constData());
    SendScintilla(SCI_STYLESETSIZEFRACTIONAL, style, static_cast<long>(look.codeFont().pointSizeF() * 100));
    SendScintilla(SCI_STYLESETFORE, style, look.color(foregrounds[i]));
    SendScintilla(SCI_STYLESETBACK, style, look.color(backgrounds[i]));
    SendScintilla(SCI_STYLESETBOLD, style, static_cast<long>(i == 1 || i == 2));
  }
  decorate();
}

int DiffSide::gapsUpTo(int line) const {
  const auto isGap = [](const SideLine& one) { return one.look == SideLine::Look::gap; };
  if (line < 0 || line >= static_cast<int>(lines_.size()) || !isGap(lines_[static_cast<size_t>(line)])) return 0;
  return static_cast<int>(std::count_if(lines_.begin(), lines_.begin() + line + 1, isGap));
}

void DiffSide::setLines(std::vector<SideLine> lines, bool bothNumbers) {
  lines_ = std::move(lines);
  bothNumbers_ = bothNumbers;
  QByteArray text;
  for (const SideLine& line : lines_) text += QByteArray::fromStdString(line.text) + '\n';
  if (!text.isEmpty()) text.chop(1);
  setBytes(text);
  const QString widest(5, '0');
  setMarginWidth(numberMargin, widest);
  setMarginWidth(otherNumberMargin, bothNumbers ? widest : QString());
  if (!bothNumbers) setMarginWidth(otherNumberMargin, 0);
  setMarginWidth(signMargin, 20);
  restyle();
}

void DiffSide::decorate() {
  SendScintilla(SCI_MARKERDELETEALL, static_cast<unsigned long>(-1));
  SendScintilla(SCI_MARGINTEXTCLEARALL);
  for (const int indicator : {wordIndicator, noteText, gapText}) clearIndicator(indicator);
  SendScintilla(SCI_MARGINSETSTYLEOFFSET, static_cast<unsigned long>(marginStyles));
  for (size_t i = 0; i < lines_.size(); ++i) {
    const SideLine& line = lines_[i];
    const auto number = static_cast<unsigned long>(i);
    int style = 0;
    const char* sign = " ";
    const int from = positionAt(static_cast<uint32_t>(i) + 1, 1);
    const int to = from + static_cast<int>(line.text.size());
    switch (line.look) {
      case SideLine::Look::plain:
        break;
      case SideLine::Look::filler:
        markerAdd(static_cast<int>(i), fillerMark), style = 3;
        break;
      case SideLine::Look::removed:
        markerAdd(static_cast<int>(i), removedMark), style = 1, sign = "−";
        break;
      case SideLine::Look::added:
        markerAdd(static_cast<int>(i), addedMark), style = 2, sign = "+";
        break;
      case SideLine::Look::note:
        markerAdd(static_cast<int>(i), noteMark), style = 4;
        setIndicatorRange(noteText, from, to);
        break;
      case SideLine::Look::gap:
        markerAdd(static_cast<int>(i), gapMark), style = 5;
        setIndicatorRange(gapText, from, to);
        break;
    }
    for (const WordSpan& word : line.words) setIndicatorRange(wordIndicator, from + word.from, from + word.to);
    // One text serves all text margins of a line; the number and the sign share it.
    std::string text = line.number > 0 ? std::to_string(line.number) : std::string();
    if (bothNumbers_) {
      const std::string other = line.otherNumber > 0 ? std::to_string(line.otherNumber) : std::string();
      text = std::string(4 - std::min<size_t>(4, text.size()), ' ') + text + ' ' +
             std::string(4 - std::min<size_t>(4, other.size()), ' ') + other;
    } else {
      text = std::string(5 - std::min<size_t>(5, text.size()), ' ') + text;
    }
    text += ' ';
    text += sign;
    text += ' ';
    SendScintilla(SCI_MARGINSETTEXT, number, text.c_str());
    SendScintilla(SCI_MARGINSETSTYLE, number, static_cast<long>(style));
  }
  setMarginWidth(numberMargin, bothNumbers_ ? QString(14, '0') : QString(9, '0'));
  setMarginWidth(otherNumberMargin, 0);
  setMarginWidth(signMargin, 0);
  SendScintilla(SCI_SETMARGINTYPEN, static_cast<unsigned long>(numberMargin), static_cast<long>(SC_MARGIN_TEXT));
}

void DiffSide::scrollToLine(int line) {
  SendScintilla(SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(std::max(0, line - 1)));
}

}  // namespace warpwright::views
