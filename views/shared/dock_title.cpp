#include "views/shared/dock_title.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "views/shared/theme.h"

namespace warpwright::views {

DockTitle::DockTitle(QDockWidget* dock, Theme& theme) : QWidget(dock) {
  setObjectName("dockTitle");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Title bar of %1").arg(dock->windowTitle()));
  auto* name = new QLabel(dock->windowTitle(), this);
  name->setAccessibleName(dock->windowTitle());
  connect(dock, &QDockWidget::windowTitleChanged, name, &QLabel::setText);
  state_ = new QLabel(this);
  state_->setProperty("muted", true);
  state_->setAccessibleName(tr("State of %1").arg(dock->windowTitle()));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 2, 4, 2);
  row->setSpacing(6);
  row->addWidget(name);
  row->addWidget(state_, 1);
  const auto button = [&](const char* icon, const QString& what) {
    auto* tool = new QToolButton(this);
    tool->setProperty("flat", true);
    tool->setAccessibleName(what);
    tool->setToolTip(what);
    const auto draw = [tool, icon, &theme] { tool->setIcon(theme.icon(icon, "muted")); };
    draw();
    QObject::connect(&theme, &Theme::changed, tool, draw);
    row->addWidget(tool);
    return tool;
  };
  connect(button("float", tr("Detach %1").arg(dock->windowTitle())), &QToolButton::clicked, dock,
          [dock] { dock->setFloating(!dock->isFloating()); });
  connect(button("close", tr("Close %1").arg(dock->windowTitle())), &QToolButton::clicked, dock, &QWidget::close);
}

void DockTitle::setCollapsed(bool collapsed) {
  if (collapsed == collapsed_) return;
  collapsed_ = collapsed;
  for (QWidget* part : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) part->setVisible(!collapsed);
  updateGeometry();
}

QSize DockTitle::sizeHint() const {
  return collapsed_ ? QSize(0, 0) : QWidget::sizeHint();
}

QSize DockTitle::minimumSizeHint() const {
  return collapsed_ ? QSize(0, 0) : QWidget::minimumSizeHint();
}

void DockTitle::setState(const QString& state) {
  state_->setText(state);
}

}  // namespace warpwright::views
