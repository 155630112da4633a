#include "views/diff/parameter_row.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "core/finding/parameter_values.h"
#include "views/diff/parameter_words.h"
#include "views/shared/dock_parts.h"
#include "views/shared/flow_layout.h"

namespace warpwright::views {
namespace {

/// Of all parameters together; more would fill the page.
constexpr size_t mostButtons = 8;

}  // namespace

ParameterRow::ParameterRow(QWidget* parent) : QWidget(parent) {
  setGround(*this, "parameterRow", tr("Parameters"));
  row_ = new FlowLayout(this, 6);
  row_->setContentsMargins(12, 5, 12, 5);
  hide();
}

void ParameterRow::setParameters(PassDescription pass, std::vector<Parameter> parameters, ParameterValues values) {
  pass_ = std::move(pass);
  parameters_ = std::move(parameters);
  values_ = std::move(values);
  row_->clear();
  size_t choices = 0;
  for (const Parameter& parameter : parameters_) choices += offeredValues(parameters_, parameter, values_).size();
  for (const Parameter& parameter : parameters_) {
    const std::vector<std::string>& offered = offeredValues(parameters_, parameter, values_);
    if (!offered.empty()) row_->addWidget(makeParameter(parameter, offered, choices > mostButtons));
  }
  setVisible(row_->count() > 0);
}

/// Its name and its values, which stay together.
QWidget* ParameterRow::makeParameter(const Parameter& parameter, const std::vector<std::string>& offered, bool isBox) {
  const QString name = parameterWords(pass_, parameter.name);
  QWidget* whole = makeGround(this, "parameter", name);
  auto* row = new QHBoxLayout(whole);
  row->setContentsMargins(0, 0, 8, 0);
  row->setSpacing(0);
  QLabel* label = makeLabel(whole, tr("Parameter %1").arg(name), name + "  ");
  label->setToolTip(QString::fromStdString(parameter.name));  // as the command line has it
  row->addWidget(label);
  const auto chosen = values_.find(parameter.name);
  const std::string value = chosen != values_.end() ? chosen->second : offered.front();
  const auto choose = [this, name = parameter.name](const QString& now) {
    emit valuesChanged(withValue(parameters_, values_, name, now.toStdString()));
  };
  if (isBox) {
    auto* box = new QComboBox(whole);
    box->setAccessibleName(tr("Value of %1").arg(name));
    for (const std::string& one : offered)
      box->addItem(valueWords(pass_, parameter.name, one), QString::fromStdString(one));
    box->setCurrentText(valueWords(pass_, parameter.name, value));
    connect(box, &QComboBox::activated, this, [choose, box](int at) { choose(box->itemData(at).toString()); });
    row->addWidget(box);
    return whole;
  }
  auto* group = new QButtonGroup(whole);
  for (const std::string& one : offered) {
    auto* tool = new QToolButton(whole);
    tool->setText(valueWords(pass_, parameter.name, one));
    tool->setAccessibleName(tr("%1 %2").arg(name, valueWords(pass_, parameter.name, one)));
    tool->setCheckable(true);
    tool->setProperty("segment", true);
    tool->setChecked(one == value);
    group->addButton(tool);
    connect(tool, &QToolButton::clicked, this, [choose, one] { choose(QString::fromStdString(one)); });
    row->addWidget(tool);
  }
  return whole;
}

}  // namespace warpwright::views
