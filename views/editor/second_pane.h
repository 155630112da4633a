#pragma once

#include <QWidget>
#include <vector>

class QComboBox;

namespace warpwright::views {

class CodeEditor;
class EditorPage;
class Theme;

/// The other half of a split editor: any file that is open, at a place of its own. What is typed here is typed in that
/// file's own page, too: both show one text.
class SecondPane : public QWidget {
  Q_OBJECT
 public:
  SecondPane(Theme& theme, QWidget* parent);

  CodeEditor& editor() { return *editor_; }
  /// Which files can be chosen, and which of them is shown.
  void setPages(std::vector<EditorPage*> pages, EditorPage* shown);
  /// The page whose text is shown; null: it was closed.
  EditorPage* shown() const;

 signals:
  void chosen(warpwright::views::EditorPage* page);
  void closeRequested();

 private:
  std::vector<EditorPage*> pages_;
  QComboBox* files_;
  CodeEditor* editor_;
};

}  // namespace warpwright::views
