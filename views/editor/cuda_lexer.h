#pragma once

#include <Qsci/qscilexercpp.h>

namespace warpwright::views {

class Theme;

/// CUDA C++: keywords, types, and what CUDA adds (attributes, index variables, device functions) as a class of its own.
class CudaLexer : public QsciLexerCPP {
  Q_OBJECT
 public:
  CudaLexer(const Theme& theme, QObject* parent);

  const char* language() const override { return "CUDA"; }
  const char* keywords(int set) const override;
  QColor defaultColor(int style) const override;
  QColor defaultPaper(int style) const override;
  QFont defaultFont(int style) const override;
  bool defaultEolFill(int style) const override;

  /// Takes the colours of the theme again.
  void restyle();

 private:
  const Theme& theme_;
};

}  // namespace warpwright::views
