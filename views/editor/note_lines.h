#pragma once

#include <QByteArray>
#include <map>

namespace warpwright::views {

class CodeView;

/// What stands below a line, with a style for each of its bytes.
struct NoteLines {
  QByteArray text, styles;
};

/// Makes these the notes of a text, by line from 0. What stands already is left as it is.
void showNotes(CodeView& view, const std::map<int, NoteLines>& notes);

}  // namespace warpwright::views
