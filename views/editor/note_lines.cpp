#include "views/editor/note_lines.h"

#include <vector>

#include "views/editor/code_view.h"

namespace warpwright::views {
namespace {

using Sci = QsciScintilla;

bool hasNote(const CodeView& view, int line) {
  return view.SendScintilla(Sci::SCI_ANNOTATIONGETLINES, static_cast<unsigned long>(line)) > 0;
}

QByteArray answerOf(const CodeView& view, unsigned int message, int line, qsizetype length) {
  QByteArray answer(length, '\0');
  view.SendScintilla(message, static_cast<unsigned long>(line), static_cast<void*>(answer.data()));
  return answer;
}

bool stands(const CodeView& view, int line, const NoteLines& note) {
  if (!hasNote(view, line)) return false;
  const long length = view.SendScintilla(Sci::SCI_ANNOTATIONGETTEXT, static_cast<unsigned long>(line));
  return length == note.text.size() && answerOf(view, Sci::SCI_ANNOTATIONGETTEXT, line, length) == note.text &&
         answerOf(view, Sci::SCI_ANNOTATIONGETSTYLES, line, length) == note.styles;
}

}  // namespace

void showNotes(CodeView& view, const std::map<int, NoteLines>& notes) {
  std::vector<int> gone;
  std::vector<std::pair<int, const NoteLines*>> fresh;
  auto note = notes.begin();
  for (int line = 0, lines = view.lines(); line < lines; ++line) {
    while (note != notes.end() && note->first < line) ++note;
    const bool wanted = note != notes.end() && note->first == line;
    if (wanted && !stands(view, line, note->second)) fresh.emplace_back(line, &note->second);
    if (!wanted && hasNote(view, line)) gone.push_back(line);
  }
  if (gone.empty() && fresh.empty()) return;
  // The heights of many lines count once, but then those of all.
  constexpr size_t many = 100;
  const bool hides = gone.size() + fresh.size() > many;
  const long shown = view.SendScintilla(Sci::SCI_ANNOTATIONGETVISIBLE);
  if (hides) view.SendScintilla(Sci::SCI_ANNOTATIONSETVISIBLE, static_cast<unsigned long>(Sci::ANNOTATION_HIDDEN));
  for (const int line : gone)
    view.SendScintilla(Sci::SCI_ANNOTATIONSETTEXT, static_cast<unsigned long>(line), static_cast<const char*>(nullptr));
  for (const auto& [line, lines] : fresh) {
    view.SendScintilla(Sci::SCI_ANNOTATIONSETTEXT, static_cast<unsigned long>(line), lines->text.constData());
    view.SendScintilla(Sci::SCI_ANNOTATIONSETSTYLES, static_cast<unsigned long>(line), lines->styles.constData());
  }
  if (hides) view.SendScintilla(Sci::SCI_ANNOTATIONSETVISIBLE, static_cast<unsigned long>(shown));
}

}  // namespace warpwright::views
