#pragma once

#include <QWidget>

#include "core/finding/opportunity.h"
#include "core/finding/pass_description.h"
#include "core/finding/rewrite.h"

namespace warpwright::views {

class FlowLayout;

/// The parameters of a rewrite, each with its values to choose from. It goes on in a second line where it is narrow,
/// and is not there where nothing can be chosen.
class ParameterRow : public QWidget {
  Q_OBJECT
 public:
  explicit ParameterRow(QWidget* parent = nullptr);

  /// `pass`: whose parameters they are.
  void setParameters(PassDescription pass, std::vector<Parameter> parameters, ParameterValues values);

 signals:
  /// Another value was chosen for one of them.
  void valuesChanged(const warpwright::ParameterValues& values);

 private:
  QWidget* makeParameter(const Parameter& parameter, const std::vector<std::string>& offered, bool isBox);

  FlowLayout* row_ = nullptr;
  PassDescription pass_;
  std::vector<Parameter> parameters_;
  ParameterValues values_;
};

}  // namespace warpwright::views
