#include "views/editor/code_editor.h"

#include <Qsci/qscicommandset.h>

#include <QContextMenuEvent>
#include <QMenu>
#include <QToolTip>
#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <utility>

#include "views/editor/completion.h"
#include "views/editor/note_lines.h"
#include "views/editor/notes.h"
#include "views/shared/code_text.h"
#include "views/shared/message_text.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

enum Margin { verdictMargin, loadMargin, numberMargin, heatMargin, changeMargin, foldMargin };
enum Marker { applicableMark, refusedMark, unknownMark, errorMark, savedMark, unsavedMark, evidenceMark, loadMark };
enum Indicator { applicableLine = 8, refusedLine, unknownLine, errorLine, launchText, loadLine };
// Styles of notes, above those of the lexer: for each of the tints a plain and a bold one.
constexpr int noteStyles = 200;
constexpr int heatStyles = 190;  // and the four after it
constexpr const char* noteTokens[] = {"ok", "refused", "unknown", "error", "fourth"};
constexpr const char* noteTints[] = {"tint-ok", "tint-refused", "tint-unknown", "tint-error", "tint-refused"};
constexpr int noteKinds = 5;
constexpr int factNote = 4;  // what is no verdict

int kindOf(VerdictKind verdict) {
  return static_cast<int>(verdict);
}

}  // namespace

CodeEditor::CodeEditor(Theme& theme, QWidget* parent)
    : CodeView(theme, parent), loads_(*this, theme, {loadMargin, loadMark, loadLine}) {
  setAccessibleName(tr("Source editor"));
  setCaretLineVisible(true);
  SendScintilla(SCI_SETCARETLINEVISIBLEALWAYS, 1UL);
  setUpMargins();
  setUpIndicators();
  releaseKeys();
  SendScintilla(SCI_ANNOTATIONSETSTYLEOFFSET, static_cast<unsigned long>(noteStyles));
  SendScintilla(SCI_ANNOTATIONSETVISIBLE, static_cast<unsigned long>(ANNOTATION_INDENTED));
  SendScintilla(SCI_SETMOUSEDWELLTIME, 500UL);
  connect(this, &QsciScintilla::SCN_MODIFIED, this,
          [this](int position, int type, const char*, int, int linesAdded) { onModified(position, type, linesAdded); });
  connect(this, &QsciScintilla::marginClicked, this, [this](int margin, int line) {
    if (margin == verdictMargin) onMarginClick(line);
    if (margin == loadMargin) onLoadsClick(line);
  });
  SendScintilla(SCI_SETMULTIPLESELECTION, 1UL);
  SendScintilla(SCI_SETADDITIONALSELECTIONTYPING, 1UL);
  SendScintilla(SCI_SETMULTIPASTE, static_cast<unsigned long>(SC_MULTIPASTE_EACH));
  SendScintilla(SCI_AUTOCSETIGNORECASE, 0UL);
  SendScintilla(SCI_AUTOCSETMAXHEIGHT, 10UL);
  SendScintilla(SCI_AUTOCSETSEPARATOR, static_cast<unsigned long>('\n'));
  connect(this, &QsciScintilla::SCN_CHARADDED, this, &CodeEditor::onTyped);
  connect(this, &QsciScintilla::SCN_DWELLSTART, this, &CodeEditor::onDwell);
  connect(this, &QsciScintilla::SCN_DWELLEND, this, [](int, int, int) { QToolTip::hideText(); });
  CodeEditor::restyle();
}

void CodeEditor::setUpMargins() {
  setMargins(6);
  const auto mask = [](std::initializer_list<int> marks) {
    int bits = 0;
    for (const int mark : marks) bits |= 1 << mark;
    return bits;
  };
  setMarginType(verdictMargin, SymbolMargin);
  setMarginWidth(verdictMargin, 22);
  setMarginMarkerMask(verdictMargin, mask({applicableMark, refusedMark, unknownMark, errorMark}));
  setMarginSensitivity(verdictMargin, true);
  setMarginType(numberMargin, NumberMargin);
  setMarginWidth(numberMargin, QString("00000"));
  setMarginMarkerMask(numberMargin, 0);
  setMarginType(heatMargin, TextMarginRightJustified);
  setMarginWidth(heatMargin, 0);
  setMarginMarkerMask(heatMargin, 0);
  setMarginType(changeMargin, SymbolMargin);
  setMarginWidth(changeMargin, 5);
  setMarginMarkerMask(changeMargin, mask({savedMark, unsavedMark}));
  setFolding(BoxedFoldStyle, foldMargin);
  setMarginWidth(foldMargin, 15);
  SendScintilla(SCI_SETMARGINLEFT, 0UL, 6L);
}

void CodeEditor::setUpIndicators() {
  indicatorDefine(ThickCompositionIndicator, applicableLine);
  indicatorDefine(DashesIndicator, refusedLine);
  indicatorDefine(SquiggleLowIndicator, unknownLine);
  indicatorDefine(SquiggleIndicator, errorLine);
  SendScintilla(SCI_INDICSETSTYLE, static_cast<unsigned long>(launchText), static_cast<long>(INDIC_TEXTFORE));
}

void CodeEditor::releaseKeys() {
  // The window's own commands come first; QScintilla would take these keys before they become shortcuts.
  const QKeyCombination keys[] = {Qt::CTRL | Qt::Key_Z,
                                  Qt::CTRL | Qt::Key_Y,
                                  Qt::CTRL | Qt::SHIFT | Qt::Key_Z,
                                  Qt::CTRL | Qt::Key_T,
                                  Qt::CTRL | Qt::Key_D,
                                  Qt::CTRL | Qt::Key_L,
                                  Qt::CTRL | Qt::Key_Plus,
                                  Qt::CTRL | Qt::Key_Minus,
                                  Qt::CTRL | Qt::Key_Slash,
                                  Qt::ALT | Qt::Key_Return,
                                  Qt::CTRL | Qt::SHIFT | Qt::Key_Return};
  for (const QKeyCombination combination : keys) {
    const int key = combination.toCombined();
    if (QsciCommand* command = standardCommands()->boundTo(key)) {
      if (command->key() == key) command->setKey(0);
      if (command->alternateKey() == key) command->setAlternateKey(0);
    }
  }
}

void CodeEditor::restyle() {
  CodeView::restyle();
  const Theme& look = theme();
  const char* shapes[] = {"applicable", "refused", "unknown", "differs"};
  const double ratio = devicePixelRatioF();
  SendScintilla(SCI_RGBAIMAGESETSCALE, static_cast<unsigned long>(ratio * 100));
  for (int mark = applicableMark; mark <= errorMark; ++mark) {
    markerDefine(look.shape(shapes[mark], 12, ratio).toImage(), mark);
  }
  markerDefine(LeftRectangle, savedMark);
  markerDefine(LeftRectangle, unsavedMark);
  setMarkerBackgroundColor(look.color("ok"), savedMark);
  setMarkerBackgroundColor(look.color("accent"), unsavedMark);
  markerDefine(Background, evidenceMark);
  setMarkerBackgroundColor(look.color("raised"), evidenceMark);
  loads_.restyle();
  for (int kind = 0; kind < noteKinds; ++kind) {
    for (const int style : {noteStyles + kind, noteStyles + noteKinds + kind}) {
      const auto number = static_cast<unsigned long>(style);
      SendScintilla(SCI_STYLESETFONT, number, look.codeFont().family().toUtf8().constData());
      SendScintilla(SCI_STYLESETSIZEFRACTIONAL, number, static_cast<long>(look.codeFont(0.96).pointSizeF() * 100));
      SendScintilla(SCI_STYLESETFORE, number, look.color(noteTokens[kind]));
      SendScintilla(SCI_STYLESETBACK, number, look.color(noteTints[kind]));
      SendScintilla(SCI_STYLESETBOLD, number, static_cast<long>(style >= noteStyles + noteKinds));
    }
    if (kind != factNote) setIndicatorForegroundColor(look.color(noteTokens[kind]), applicableLine + kind);
  }
  restyleHeat();
  setIndicatorForegroundColor(look.color("accent"), launchText);
  setFoldMarginColors(look.color("raised"), look.color("raised"));
  for (int mark = SC_MARKNUM_FOLDEREND; mark <= static_cast<int>(SC_MARKNUM_FOLDEROPEN); ++mark) {
    SendScintilla(SCI_MARKERDEFINE, static_cast<unsigned long>(mark), static_cast<long>(SC_MARK_EMPTY));
  }
  const auto foldMark = [&](const char* name, auto... marks) {
    const QImage image = look.draw(name, 12, ratio, look.color("muted")).toImage();
    SendScintilla(SCI_RGBAIMAGESETWIDTH, static_cast<unsigned long>(image.width()));
    SendScintilla(SCI_RGBAIMAGESETHEIGHT, static_cast<unsigned long>(image.height()));
    for (const int mark : {static_cast<int>(marks)...}) {
      SendScintilla(SCI_MARKERDEFINERGBAIMAGE, static_cast<unsigned long>(mark), image);
    }
  };
  foldMark("fold-open", SC_MARKNUM_FOLDEROPEN, SC_MARKNUM_FOLDEROPENMID);
  foldMark("fold-closed", SC_MARKNUM_FOLDER, SC_MARKNUM_FOLDEREND);
  SendScintilla(SCI_STYLESETBACK, static_cast<unsigned long>(STYLE_LINENUMBER), look.color("raised"));
  for (const int margin : {verdictMargin, changeMargin}) {
    SendScintilla(SCI_SETMARGINTYPEN, static_cast<unsigned long>(margin), static_cast<long>(SC_MARGIN_COLOUR));
    setMarginBackgroundColor(margin, look.color("raised"));
  }
}

void CodeEditor::load(const QByteArray& text) {
  loading_ = true;
  setBytes(text);
  setEolMode(std::string_view(text).find("\r\n") != std::string_view::npos ? EolWindows : EolUnix);
  loading_ = false;
  markLaunches();
}

void CodeEditor::setFindings(std::vector<EditorFinding> findings, std::vector<Diagnostic> errors) {
  findings_ = std::move(findings);
  errors_ = std::move(errors);
  markFindings();
  markNotes();
  markLaunches();
}

void CodeEditor::setLoads(std::vector<EditorLoad> loads) {
  const bool hadNotes = !loads_.notes().empty();
  loads_.show(std::move(loads));
  if (hadNotes || !loads_.notes().empty()) markNotes();
}

void CodeEditor::underline(int indicator, const SourceRange& range, const std::string& subject) {
  if (!range.isValid()) return;
  const int from = positionAt(range.begin.line, range.begin.column);
  int to = range.endLine == range.begin.line ? positionAt(range.endLine, range.endColumn) : from;
  // The name alone is marked where the declarator starts with it: "result" of "result[BLOCK_SIZE]".
  const auto length = static_cast<int>(subject.size());
  if (length > 0 && (to <= from || to > from + length) &&
      text(from, std::min<int>(from + length, this->length())).toStdString() == subject) {
    to = from + length;
  }
  if (to <= from) to = positionAt(range.begin.line, UINT32_MAX / 2);
  if (to > from) setIndicatorRange(indicator, from, to);
}

void CodeEditor::markFindings() {
  for (int mark = applicableMark; mark <= errorMark; ++mark) markerDeleteAll(mark);
  for (int line = applicableLine; line <= errorLine; ++line) clearIndicator(line);
  // One shape a line, as shapes on one spot cannot be told apart: errors first, then what can be done, then what is
  // open.
  std::map<int, int> shapes;
  const auto mark = [&](uint32_t line, int shape) {
    constexpr int rank[] = {2, 0, 1, 3};
    const auto [found, isNew] = shapes.try_emplace(static_cast<int>(line) - 1, shape);
    if (!isNew && rank[shape - applicableMark] > rank[found->second - applicableMark]) found->second = shape;
  };
  for (const EditorFinding& finding : findings_) {
    const Opportunity& opportunity = finding.opportunity;
    if (!opportunity.range.isValid() || finding.isAlternative) continue;
    const int kind = kindOf(opportunity.verdict);
    mark(opportunity.range.begin.line, applicableMark + kind);
    if (!finding.isQuiet) underline(applicableLine + kind, opportunity.range, opportunity.subject);
  }
  for (const Diagnostic& error : errors_) {
    if (!error.range.isValid()) continue;
    mark(error.range.begin.line, errorMark);
    underline(errorLine, error.range, {});
  }
  for (const auto& [line, shape] : shapes) markerAdd(line, shape);
}

void CodeEditor::markNotes() {
  if (!notesShown_) return showNotes(*this, {});
  std::map<int, NoteLines> notes;
  const auto add = [&](uint32_t line, int kind, const QString& text, const QString& figure) {
    NoteLines& of = notes[static_cast<int>(line) - 1];
    // Several passes may refuse for one reason: it is said once.
    if (of.text.contains(text.toUtf8())) return;
    if (!of.text.isEmpty()) {
      of.text += '\n';
      of.styles += static_cast<char>(kind);
    }
    const QByteArray plain = (' ' + text + (figure.isEmpty() ? " " : "  ")).toUtf8();
    const QByteArray strong = figure.isEmpty() ? QByteArray() : (figure + ' ').toUtf8();
    of.text += plain + strong;
    of.styles += QByteArray(plain.size(), static_cast<char>(kind)) +
                 QByteArray(strong.size(), static_cast<char>(noteKinds + kind));
  };
  for (const Diagnostic& error : errors_) {
    if (!error.range.isValid()) continue;
    QString text = QString::fromStdString(error.message);
    if (text.size() > 68) text = text.left(67) + QStringLiteral("…");
    add(error.range.begin.line, 3, QStringLiteral("✕ ") + text, {});
  }
  for (const EditorFinding& finding : findings_) {
    // A trade says nothing about the line until it is measured: its mark is enough.
    if (!finding.opportunity.range.isValid() || finding.isAlternative || finding.isQuiet) continue;
    const InlineNote note = inlineNote(finding.opportunity);
    add(finding.opportunity.range.begin.line, kindOf(finding.opportunity.verdict), note.text, note.figure);
  }
  for (const auto& [line, words] : loads_.notes()) add(line, factNote, words, {});
  showNotes(*this, notes);
}

void CodeEditor::markLaunches() {
  clearIndicator(launchText);
  const std::string_view text(reinterpret_cast<const char*>(SendScintillaPtrResult(SCI_GETCHARACTERPOINTER)),
                              static_cast<size_t>(length()));
  for (const std::string_view chevron : {"<<<", ">>>"}) {
    for (size_t at = text.find(chevron); at != text.npos; at = text.find(chevron, at + chevron.size()))
      setIndicatorRange(launchText, static_cast<int>(at), static_cast<int>(at + chevron.size()));
  }
}

void CodeEditor::setChangedLines(const std::vector<int>& saved, const std::vector<int>& unsaved) {
  markerDeleteAll(savedMark);
  markerDeleteAll(unsavedMark);
  for (const int line : saved) markerAdd(line - 1, savedMark);
  for (const int line : unsaved) markerAdd(line - 1, unsavedMark);
}

void CodeEditor::restyleHeat() {
  const Theme& look = theme();
  for (int level = 1; level <= 5; ++level) {
    const auto style = static_cast<unsigned long>(heatStyles + level - 1);
    const std::string tint = "heat-" + std::to_string(level);
    SendScintilla(SCI_STYLESETFONT, style, look.codeFont().family().toUtf8().constData());
    SendScintilla(SCI_STYLESETSIZEFRACTIONAL, style, static_cast<long>(look.codeFont(0.92).pointSizeF() * 100));
    // In high contrast the percentage alone tells.
    SendScintilla(SCI_STYLESETBACK, style, look.color(look.isHighContrast() ? "surface" : tint));
    SendScintilla(SCI_STYLESETFORE, style, look.color(look.isHighContrast() ? "text" : "heat-text"));
  }
  if (marginWidth(heatMargin) > 0) setMarginWidth(heatMargin, QString("100 %0"));
}

void CodeEditor::setHeat(const HeatMap& heat) {
  clearMarginText();
  setMarginWidth(heatMargin, heat.lines.empty() ? QString() : QString("100 %0"));
  if (heat.lines.empty()) setMarginWidth(heatMargin, 0);
  for (const LineHeat& line : heat.lines) {
    if (line.line == 0 || static_cast<int>(line.line) > lines()) continue;
    const auto at = static_cast<unsigned long>(line.line - 1);
    const std::string text = ' ' + heatText(line.share) + ' ';
    SendScintilla(SCI_MARGINSETTEXT, at, text.c_str());
    SendScintilla(SCI_MARGINSETSTYLE, at, static_cast<long>(heatStyles + line.level - 1));
  }
}

QString CodeEditor::heatAt(uint32_t line) const {
  char text[16] = {};
  const auto at = static_cast<unsigned long>(line - 1);
  if (SendScintilla(SCI_MARGINGETTEXT, at) >= static_cast<long>(sizeof text)) return {};
  SendScintilla(SCI_MARGINGETTEXT, at, static_cast<void*>(text));
  return QString::fromUtf8(text).trimmed();
}

void CodeEditor::setNotesShown(bool shown) {
  if (std::exchange(notesShown_, shown) != shown) markNotes();
}

void CodeEditor::setEvidenceLines(const std::vector<uint32_t>& lines) {
  markerDeleteAll(evidenceMark);
  for (const uint32_t line : lines) markerAdd(static_cast<int>(line) - 1, evidenceMark);
}

void CodeEditor::applyEdits(const std::vector<TextEdit>& edits) {
  std::vector<const TextEdit*> order;
  for (const TextEdit& edit : edits) order.push_back(&edit);
  std::stable_sort(order.begin(), order.end(), [](auto* a, auto* b) { return a->offset < b->offset; });
  // From the end, so that the offsets of the others stay right; of several at one place the last first, so that they
  // stand in their order, as in the file.
  std::reverse(order.begin(), order.end());
  beginUndoAction();
  for (const TextEdit* edit : order) {
    SendScintilla(SCI_SETTARGETRANGE, static_cast<unsigned long>(edit->offset),
                  static_cast<long>(edit->offset + edit->length));
    SendScintilla(SCI_REPLACETARGET, static_cast<unsigned long>(edit->replacement.size()), edit->replacement.data());
  }
  endUndoAction();
}

void CodeEditor::replaceText(const QByteArray& text) {
  applyEdits({TextEdit{0, static_cast<uint32_t>(length()), text.toStdString(), {}}});
}

std::vector<const EditorFinding*> CodeEditor::findingsAt(uint32_t line) const {
  std::vector<const EditorFinding*> found;
  for (const EditorFinding& finding : findings_) {
    if (finding.opportunity.range.begin.line == line) found.push_back(&finding);
  }
  return found;
}

bool CodeEditor::isUntouched() const {
  return SendScintilla(SCI_GETCURRENTPOS) == 0 && !isModified();
}

QString CodeEditor::noteAt(uint32_t line) const {
  // QsciScintilla::annotation must not be asked about lines without one.
  if (SendScintilla(SCI_ANNOTATIONGETLINES, static_cast<unsigned long>(line) - 1) == 0) return {};
  return annotation(static_cast<int>(line) - 1);
}

void CodeEditor::onModified(int position, int type, int linesAdded) {
  if (loading_ || !(type & (SC_MOD_INSERTTEXT | SC_MOD_DELETETEXT))) return;
  if (linesAdded != 0) {
    const long index = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(position));
    const bool atStart = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(index)) == position;
    const auto first = static_cast<uint32_t>(index) + (atStart ? 1 : 2);
    for (EditorFinding& finding : findings_) {
      SourceRange& range = finding.opportunity.range;
      const auto shift = [&](uint32_t& line) {
        if (line >= first) line = static_cast<uint32_t>(std::max<int64_t>(first, int64_t{line} + linesAdded));
      };
      shift(range.begin.line);
      shift(range.endLine);
    }
    loads_.move(first, linesAdded);
    emit linesMoved(first, linesAdded);
  }
  emit edited();
}

void CodeEditor::onMarginClick(int line) {
  const auto found = findingsAt(static_cast<uint32_t>(line) + 1);
  if (found.empty()) return;
  if (std::count_if(found.begin(), found.end(), [](auto* finding) { return !finding->isAlternative; }) == 1) {
    emit findingClicked(found.front()->key);
    return;
  }
  QMenu menu(this);
  for (const EditorFinding* finding : found) {
    const Opportunity& opportunity = finding->opportunity;
    QAction* action =
        menu.addAction(theme().shapeIcon(shapeName(opportunity.verdict)), plainText(messageText(opportunity.title)));
    connect(action, &QAction::triggered, this, [this, key = finding->key] { emit findingClicked(key); });
  }
  menu.exec(QCursor::pos());
}

void CodeEditor::onDwell(int position, int x, int y) {
  if (position < 0) return;
  const long index = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(position));
  const QString html = toolTipAt(static_cast<uint32_t>(index) + 1);
  if (!html.isEmpty()) QToolTip::showText(viewport()->mapToGlobal(QPoint(x, y)), html, viewport());
}

QString CodeEditor::toolTipAt(uint32_t line) const {
  QString html;
  for (const EditorFinding* finding : findingsAt(line)) html += findingToolTip(finding->opportunity, theme());
  return html + loads_.toolTip(line);
}

void CodeEditor::onLoadsClick(int line) {
  // Of several, the one whose sign is shown.
  const auto loads = loads_.at(static_cast<uint32_t>(line) + 1);
  const auto shown =
      std::max_element(loads.begin(), loads.end(), [](auto* a, auto* b) { return a->load.kind < b->load.kind; });
  if (shown != loads.end()) emit findingClicked((*shown)->key);
}

void CodeEditor::contextMenuEvent(QContextMenuEvent* event) {
  int line = 0, index = 0;
  getCursorPosition(&line, &index);
  QMenu* menu = createStandardContextMenu();
  const auto found = findingsAt(static_cast<uint32_t>(line) + 1);
  if (!found.empty()) menu->addSeparator();
  for (const EditorFinding* finding : found) {
    QAction* action = menu->addAction(theme().shapeIcon(shapeName(finding->opportunity.verdict)),
                                      spokenFinding(finding->opportunity));
    connect(action, &QAction::triggered, this, [this, key = finding->key] { emit findingClicked(key); });
  }
  menu->exec(event->globalPos());
  delete menu;
}

/// The letters of a word right before a byte.
std::string CodeEditor::wordBefore(int position) const {
  const long start = SendScintilla(SCI_WORDSTARTPOSITION, static_cast<unsigned long>(position), 1L);
  QByteArray word(static_cast<qsizetype>(position - start), '\0');
  for (long at = start; at < position; ++at)
    word[static_cast<qsizetype>(at - start)] =
        static_cast<char>(SendScintilla(SCI_GETCHARAT, static_cast<unsigned long>(at)));
  return word.toStdString();
}

bool CodeEditor::complete(bool asked) {
  const int at = static_cast<int>(SendScintilla(SCI_GETCURRENTPOS));
  const std::string prefix = wordBefore(at);
  constexpr size_t byItself = 3, mostText = 2'000'000;  // a longer text would hold up typing
  const bool isNumber = !prefix.empty() && std::isdigit(static_cast<unsigned char>(prefix.front()));
  if (isReadOnly() || isNumber || (!asked && (prefix.size() < byItself || length() > int{mostText}))) return false;
  std::string list;
  for (const Completion& completion : completionsAt(bytes().toStdString(), static_cast<size_t>(at), prefix))
    list += (list.empty() ? "" : "\n") + completion.name;
  if (list.empty()) return false;
  SendScintilla(SCI_AUTOCSHOW, static_cast<unsigned long>(prefix.size()), list.c_str());
  return true;
}

/// A word grows a list, a bracket tells how the function before it is called.
void CodeEditor::onTyped(int character) {
  if (character == '(' || character == ',') return showSignature();
  if (character == ')') SendScintilla(SCI_CALLTIPCANCEL);
  const bool isLetter = character == '_' || (character < 128 && std::isalnum(character));
  if (isLetter && SendScintilla(SCI_AUTOCACTIVE) == 0) complete(false);
}

void CodeEditor::showSignature() {
  const std::string text = bytes().toStdString();
  const auto at = static_cast<size_t>(SendScintilla(SCI_GETCURRENTPOS));
  const OpenCall call = callAround(text, at);
  const std::string signature = call.name.empty() ? std::string() : signatureOf(text, call.name);
  if (signature.empty()) return;
  SendScintilla(SCI_CALLTIPSHOW, static_cast<unsigned long>(at), signature.c_str());
  // The argument that is typed now stands out.
  size_t from = signature.find('(') + 1;
  for (int comma = 0; comma < call.argument && from != 0; ++comma) from = signature.find(',', from) + 1;
  if (from == 0) return;
  const size_t to = std::min(signature.find_first_of(",)", from), signature.size());
  SendScintilla(SCI_CALLTIPSETHLT, static_cast<unsigned long>(from), static_cast<long>(to));
}

void CodeEditor::addNextCursor() {
  SendScintilla(SCI_TARGETWHOLEDOCUMENT);
  SendScintilla(SCI_SETSEARCHFLAGS, static_cast<unsigned long>(SCFIND_MATCHCASE | SCFIND_WHOLEWORD));
  SendScintilla(SCI_MULTIPLESELECTADDNEXT);
}

}  // namespace warpwright::views
