#include "views/diff/stack_row.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <algorithm>

#include "core/execute/tune/change_stack.h"
#include "core/finding/parameter_values.h"
#include "views/diff/parameter_words.h"
#include "views/shared/code_text.h"
#include "views/shared/message_text.h"
#include "views/shared/theme.h"

namespace warpwright::views {

StackRow::StackRow(Theme& theme, QWidget* parent) : QScrollArea(parent), theme_(theme) {
  setAccessibleName(tr("Changes that are previewed together"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  auto* inner = new QWidget;
  inner->setObjectName("parameterRow");
  inner->setAttribute(Qt::WA_StyledBackground);
  inner->setAccessibleName(tr("Changes in their order"));
  auto* whole = new QHBoxLayout(inner);
  whole->setContentsMargins(12, 4, 12, 6);
  whole->setSpacing(10);
  list_ = new QPushButton(inner);
  list_->setMenu(new QMenu(list_));
  list_->menu()->setAccessibleName(tr("Changes of this kernel"));
  list_->setToolTip(tr("Preview several changes of this kernel together: they are verified and applied as one (S)"));
  list_->setProperty("list", true);
  whole->addWidget(list_, 0, Qt::AlignTop);
  rows_ = new QVBoxLayout;
  rows_->setSpacing(4);
  whole->addLayout(rows_, 1);
  setWidget(inner);
  connect(&theme_, &Theme::changed, this, &StackRow::fill);
  hide();
}

void StackRow::setStack(PassDescriptions passes, std::vector<Opportunity> choices, VariantSteps steps) {
  passes_ = std::move(passes);
  choices_ = std::move(choices);
  steps_ = std::move(steps);
  setVisible(choices_.size() > 1 && !steps_.empty());
  fill();
}

void StackRow::openList() {
  if (!isHidden()) list_->showMenu();
}

const Opportunity* StackRow::find(const std::string& id) const {
  const auto found =
      std::find_if(choices_.begin(), choices_.end(), [&](const Opportunity& choice) { return choice.id == id; });
  return found == choices_.end() ? nullptr : &*found;
}

void StackRow::fill() {
  while (QLayoutItem* item = rows_->takeAt(0)) {
    if (QWidget* old = item->widget()) {
      old->hide();
      old->deleteLater();  // its own signal may be what fills the row
    }
    delete item;
  }
  list_->setText(steps_.size() > 1 ? tr("%n changes together", nullptr, static_cast<int>(steps_.size()))
                                   : tr("Add a change"));
  list_->setAccessibleName(list_->text());
  fillList();
  for (size_t at = 0; steps_.size() > 1 && at < steps_.size(); ++at) addStep(at);
  fitHeight();
}

void StackRow::fillList() {
  list_->menu()->clear();
  for (const Opportunity& choice : choices_) {
    QAction* action = list_->menu()->addAction(plainText(messageText(choice.title)).replace('&', "&&"));
    const bool on = std::any_of(steps_.begin(), steps_.end(),
                                [&](const VariantStep& step) { return step.opportunity == choice.id; });
    action->setCheckable(true);
    action->setChecked(on);
    action->setEnabled(!on || steps_.size() > 1);  // one stays
    connect(action, &QAction::triggered, this,
            [this, id = choice.id] { emit chosen(toggledStep(steps_, {id, {}}, choices_)); });
  }
}

void StackRow::addStep(size_t at) {
  const Opportunity* change = find(steps_[at].opportunity);
  const QString title = change ? messageText(change->title) : tr("a change that is no longer found");
  auto* step = new QWidget(widget());
  step->setAccessibleName(tr("Change %1: %2").arg(at + 1).arg(plainText(title)));
  auto* row = new QHBoxLayout(step);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  auto* name = new QLabel(step);
  name->setTextFormat(Qt::RichText);
  name->setText(QString("<span style=\"color:%1\">%2</span>&nbsp; %3")
                    .arg(theme_.color("muted").name())
                    .arg(at + 1)
                    .arg(codeHtml(title, theme_)));
  name->setAccessibleName(step->accessibleName());
  row->addWidget(name);
  if (change) {
    for (const Parameter& parameter : change->parameters) addValue(at, *change, parameter, *row);
  }
  row->addStretch(1);
  step->setMinimumHeight(list_->sizeHint().height());  // the first one stands beside the list
  rows_->addWidget(step);
}

void StackRow::addValue(size_t at, const Opportunity& change, const Parameter& parameter, QHBoxLayout& row) {
  const std::vector<std::string>& offered = offeredValues(change.parameters, parameter, steps_[at].values);
  if (offered.empty()) return;
  const PassDescription& pass = describe(passes_, change.pass);
  const QString name = parameterWords(pass, parameter.name);
  auto* box = new QComboBox(row.parentWidget());
  box->setAccessibleName(tr("Change %1, %2").arg(at + 1).arg(name));
  box->setToolTip(name);
  for (const std::string& value : offered)
    box->addItem(tr("%1 %2").arg(name, valueWords(pass, parameter.name, value)), QString::fromStdString(value));
  const auto now = steps_[at].values.find(parameter.name);
  const std::string value = now == steps_[at].values.end() ? offered.front() : now->second;
  box->setCurrentIndex(std::max(0, box->findData(QString::fromStdString(value))));
  connect(box, &QComboBox::activated, this, [this, at, box, name = parameter.name](int index) {
    VariantSteps steps = steps_;
    if (at >= steps.size()) return;
    const Opportunity* known = find(steps[at].opportunity);
    steps[at].values = withValue(known ? known->parameters : std::vector<Parameter>(), std::move(steps[at].values),
                                 name, box->itemData(index).toString().toStdString());
    emit chosen(steps);
  });
  row.addWidget(box);
}

void StackRow::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  fitHeight();
}

/// As high as its rows, with room for the scroll bar only where one is needed.
void StackRow::fitHeight() {
  const int scrolls = widget()->sizeHint().width() > width() ? horizontalScrollBar()->sizeHint().height() : 0;
  setFixedHeight(widget()->sizeHint().height() + scrolls);
}

}  // namespace warpwright::views
