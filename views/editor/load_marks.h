#pragma once

#include <QString>
#include <map>
#include <vector>

#include "core/finding/marked_loads.h"
#include "views/shared/selection.h"

namespace warpwright::views {

class CodeView;
class Theme;

/// A load as the editor marks it.
struct EditorLoad {
  FindingKey key;
  MarkedLoad load;
  QString advice;     ///< what can be done about it, with code words in backticks; empty: nothing is known
  QString cost = {};  ///< what a run has counted there; empty: none has
};

/// What stands at the loads of a text: a sign in the margin, a line below the expression, words below the line of code.
/// They are facts and no verdicts.
class LoadMarks {
 public:
  static constexpr int kinds = 4;
  /// Of the margin, and of the first of as many markers and indicators as there are kinds; nobody else uses them.
  struct Numbers {
    int margin, firstMarker, firstIndicator;
  };
  LoadMarks(CodeView& view, Theme& theme, Numbers numbers);

  /// Colours and pictures of the theme.
  void restyle();
  void show(std::vector<EditorLoad> loads);
  /// Lines from `first` (from 1) on moved.
  void move(uint32_t first, int delta);
  /// In the order of the text.
  std::vector<const EditorLoad*> at(uint32_t line) const;
  /// The words below each line (from 1): one line of them, whatever number of loads there is.
  std::map<uint32_t, QString> notes() const;
  /// Rich text about the loads of a line; empty: there are none.
  QString toolTip(uint32_t line) const;

 private:
  void underline(const EditorLoad& load);
  QString noteOf(const std::vector<const EditorLoad*>& loads) const;

  CodeView& view_;
  Theme& theme_;
  Numbers numbers_;
  std::vector<EditorLoad> loads_;
};

}  // namespace warpwright::views
