#pragma once

#include <vector>

#include "views/diff/diff_text.h"
#include "views/editor/code_view.h"

namespace warpwright::views {

/// One line as a side shows it.
struct SideLine {
  enum class Look { plain, filler, removed, added, note, gap };
  Look look = Look::plain;
  std::string text;
  int number = 0, otherNumber = 0;  ///< from 1; 0: none. `otherNumber` is used where one column shows both
  std::vector<WordSpan> words;
};

/// One side of a diff: composed, read-only text with line numbers of the file it comes from.
class DiffSide : public CodeView {
  Q_OBJECT
 public:
  DiffSide(Theme& theme, bool isLeft, QWidget* parent);
  void setLines(std::vector<SideLine> lines, bool bothNumbers);
  void scrollToLine(int line);
  /// How many places that leave lines out stand up to a line, with it; 0 where it is none itself.
  int gapsUpTo(int line) const;

 signals:
  void gapClicked(int line);

 protected:
  void restyle() override;

 private:
  void decorate();
  std::vector<SideLine> lines_;
  bool isLeft_, bothNumbers_ = false;
};

}  // namespace warpwright::views
