#pragma once

#include <Qsci/qsciscintilla.h>

#include <QByteArray>

namespace warpwright::views {

class CudaLexer;
class Theme;

/// A QScintilla with this program's font, colours and line height, whose text is bytes: what is not UTF-8 survives. The
/// editor and both sides of the diff stand on it.
class CodeView : public QsciScintilla {
  Q_OBJECT
 public:
  CodeView(Theme& theme, QWidget* parent);

  QByteArray bytes() const;
  /// Replaces everything and forgets undo steps.
  void setBytes(const QByteArray& text);
  /// Byte position of a line and column, both from 1, inside the text.
  int positionAt(uint32_t line, uint32_t column) const;
  /// Moves the cursor there with some lines around it in sight.
  void showLine(uint32_t line, uint32_t column = 1);
  void setIndicatorRange(int indicator, int from, int to);
  void clearIndicator(int indicator);

 protected:
  Theme& theme() const { return theme_; }
  /// Called once and whenever the theme changes.
  virtual void restyle();

 private:
  Theme& theme_;
  CudaLexer* lexer_;
};

}  // namespace warpwright::views
