#pragma once

#include <QWidget>
#include <cstdint>
#include <string>

class QLabel;
class QPushButton;

namespace warpwright::views {

class CodeEditor;
class Theme;

/// The tab in which the user writes a variant: a copy of the file that has the kernel, with what became of it above.
class OwnVariantPage : public QWidget {
  Q_OBJECT
 public:
  explicit OwnVariantPage(Theme& theme, QWidget* parent = nullptr);

  /// Shows the text of a kernel's variant with that line (from 1) in sight; `file` is what it is a copy of.
  void setText(const QString& kernel, const QString& file, const std::string& text, uint32_t line);
  std::string text() const;
  CodeEditor& editor() { return *editor_; }
  /// What became of the text as it stands: a shape and a sentence.
  void setState(const QString& shape, const QString& words);
  /// Why it cannot be measured; empty: it can.
  void setWhyNot(const QString& reason);
  /// The sentence of the state, for tests.
  QString stateText() const;

 signals:
  void edited();
  void measureRequested();
  void compareRequested();
  /// The original's text is wanted back.
  void restartRequested();

 private:
  void restyle();

  Theme& theme_;
  QString stateShape_ = "not-done";
  QLabel *name_, *shape_, *words_;
  QPushButton *measure_, *compare_, *restart_;
  CodeEditor* editor_;
};

}  // namespace warpwright::views
