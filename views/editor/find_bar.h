#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace warpwright::views {

class CodeEditor;
class Theme;

/// Find and replace, in a row below the editor: no dialog, the text stays in sight. Esc closes it.
class FindBar : public QWidget {
  Q_OBJECT
 public:
  FindBar(CodeEditor& editor, Theme& theme, QWidget* parent);

  /// Shows the row with the selected words in it.
  void open(bool replacing);
  /// Selects the next (+1) or previous (-1) place; says so where there is none.
  bool step(int direction);
  /// Replaces every place, as one undo step; gives their number.
  int replaceAll();
  QLineEdit& words() { return *words_; }
  QLineEdit& replacement() { return *replacement_; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void replaceOne();
  CodeEditor& editor_;
  QLineEdit *words_, *replacement_;
  QToolButton *matchCase_, *replace_, *all_;
  QLabel* answer_;
};

}  // namespace warpwright::views
