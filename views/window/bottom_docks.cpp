#include "views/window/bottom_docks.h"

#include <QAction>
#include <QChildEvent>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QPainter>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>

#include "views/shared/dock_title.h"
#include "views/shared/theme.h"

namespace warpwright::views {

/// A name in the strip, with a number in a box behind it where there is one.
class StripButton final : public QToolButton {
 public:
  StripButton(Theme& theme, QAction* action, QWidget* parent) : QToolButton(parent), theme_(theme) {
    setDefaultAction(action);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setLayoutDirection(Qt::RightToLeft);  // the box comes after the name
    connect(&theme, &Theme::changed, this, [this] { draw(); });
  }
  void setCount(int count) {
    if (count == count_) return;
    count_ = count;
    draw();
  }

 private:
  void draw() {
    if (count_ < 0) return;
    const QFont font = theme_.font(0.88);
    const QFontMetrics metrics(font);
    const QString text = QString::number(count_);
    const QSize size(metrics.horizontalAdvance(text) + 12, metrics.height() + 2);
    QPixmap box(size * devicePixelRatioF());
    box.setDevicePixelRatio(devicePixelRatioF());
    box.fill(Qt::transparent);
    QPainter painter(&box);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme_.color("line"));
    painter.setBrush(theme_.color("surface"));
    painter.drawRoundedRect(QRectF(QPointF(0.5, 0.5), QSizeF(size) - QSizeF(1, 1)), 4, 4);
    painter.setFont(font);
    painter.setPen(theme_.color(count_ > 0 ? "text" : "muted"));
    painter.drawText(QRect({}, size), Qt::AlignCenter, text);
    painter.end();
    setIconSize(size);
    setIcon(box);
  }
  Theme& theme_;
  int count_ = -1;
};

BottomDocks::BottomDocks(QMainWindow& window, Theme& theme) : QObject(&window), window_(window), theme_(theme) {
  strip_ = new QToolBar(tr("Docks below the editor"), &window);
  strip_->setObjectName("bottomStrip");
  strip_->setAccessibleName(tr("Docks below the editor"));
  strip_->setMovable(false);
  strip_->setFloatable(false);
  strip_->setContextMenuPolicy(Qt::PreventContextMenu);
  strip_->toggleViewAction()->setVisible(false);
  strip_->setContentsMargins(0, 0, 0, 0);
  strip_->layout()->setContentsMargins(0, 0, 0, 0);
  strip_->layout()->setSpacing(0);
  strip_->hide();
  window.addToolBar(Qt::BottomToolBarArea, strip_);
  window.setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
  window.installEventFilter(this);
}

BottomDocks::~BottomDocks() {
  for (QDockWidget* dock : docks_) {
    disconnect(dock, nullptr, this, nullptr);  // a dock that goes is not one that is hidden
    delete dock;
  }
}

QDockWidget* BottomDocks::add(const QString& name, const QString& objectName, const QString& key, Make make) {
  auto* dock = new QDockWidget(name, &window_);
  dock->setObjectName(objectName);
  dock->setAccessibleName(tr("Dock %1").arg(name));
  auto* frame = new QWidget(dock);
  frame->setObjectName("dockBody");
  frame->setAttribute(Qt::WA_StyledBackground);
  frame->setAccessibleName(name);
  dock->setWidget(frame);
  dock->setTitleBarWidget(new DockTitle(dock, theme_));
  window_.addDockWidget(Qt::BottomDockWidgetArea, dock);
  if (!docks_.empty()) window_.tabifyDockWidget(docks_.back(), dock);
  dock->hide();
  auto* action = new QAction(name, this);
  action->setShortcut(QKeySequence(key));
  action->setToolTip(key.isEmpty() ? tr("Show %1").arg(name) : tr("Show %1 (%2)").arg(name, key));
  action->setStatusTip(action->toolTip());
  window_.addAction(action);
  connect(action, &QAction::triggered, this, [this, objectName] { show(objectName); });
  // From the menu, too, it comes with room to be read.
  connect(dock->toggleViewAction(), &QAction::triggered, this, [this, objectName](bool on) {
    if (on) show(objectName);
  });
  auto* button = new StripButton(theme_, action, strip_);
  button->setAccessibleName(tr("Show %1").arg(name));
  strip_->addWidget(button);
  entries_.push_back({dock, std::move(make), button, name});
  docks_.push_back(dock);
  connect(dock, &QDockWidget::visibilityChanged, this, &BottomDocks::later);
  connect(dock, &QDockWidget::dockLocationChanged, this, &BottomDocks::later);
  connect(dock, &QDockWidget::topLevelChanged, this, &BottomDocks::later);
  return dock;
}

void BottomDocks::later() {
  if (waiting_) return;
  waiting_ = true;
  QTimer::singleShot(0, this, &BottomDocks::refresh);
}

BottomDocks::Entry* BottomDocks::find(const QString& objectName) {
  for (Entry& entry : entries_) {
    if (entry.dock->objectName() == objectName) return &entry;
  }
  return nullptr;
}

QDockWidget* BottomDocks::dock(const QString& objectName) const {
  for (QDockWidget* dock : docks_) {
    if (dock->objectName() == objectName) return dock;
  }
  return nullptr;
}

void BottomDocks::fill(Entry& entry) {
  if (!entry.make) return;
  const Make make = std::exchange(entry.make, {});
  QWidget* frame = entry.dock->widget();
  entry.dock->setWidget(make(entry.dock));
  frame->deleteLater();
}

QWidget& BottomDocks::content(const QString& objectName) {
  Entry* entry = find(objectName);
  fill(*entry);
  return *entry->dock->widget();
}

bool BottomDocks::anyOpen() const {
  return std::any_of(docks_.begin(), docks_.end(), [](const QDockWidget* dock) { return !dock->isHidden(); });
}

void BottomDocks::show(const QString& objectName) {
  Entry* entry = find(objectName);
  if (!entry) return;
  if (!anyOpen()) {
    for (QDockWidget* dock : docks_) {
      if (!dock->isFloating()) dock->show();
    }
  }
  entry->dock->show();
  entry->dock->raise();
  fill(*entry);
  // What is asked for can be read; whoever wants it lower makes it so.
  constexpr int least = 320;
  if (!entry->dock->isFloating() && entry->dock->height() < least)
    window_.resizeDocks({entry->dock}, {std::min(least, window_.height() / 2)}, Qt::Vertical);
  entry->dock->widget()->setFocus(Qt::ShortcutFocusReason);
}

void BottomDocks::closeAll() {
  for (QDockWidget* dock : docks_) {
    if (!dock->isFloating()) dock->hide();
  }
}

void BottomDocks::arrange(const std::vector<QStringList>& wanted, bool open) {
  std::vector<std::vector<QDockWidget*>> groups(std::max<size_t>(1, wanted.size()));
  QStringList named;
  for (size_t at = 0; at < wanted.size(); ++at) {
    for (const QString& name : wanted[at]) {
      if (QDockWidget* one = dock(name)) groups[at].push_back(one), named << name;
    }
  }
  for (QDockWidget* one : docks_) {
    if (!named.contains(one->objectName())) groups[0].push_back(one);
    one->setFloating(false);
    window_.removeDockWidget(one);
  }
  // Heads stand side by side first: beside a dock that has tabs already, another would become a tab.
  QDockWidget* before = nullptr;
  for (const auto& group : groups) {
    if (group.empty()) continue;
    window_.addDockWidget(Qt::BottomDockWidgetArea, group.front());
    if (before) window_.splitDockWidget(before, group.front(), Qt::Horizontal);
    before = group.front();
  }
  for (const auto& group : groups) {
    for (size_t i = 1; i < group.size(); ++i) window_.tabifyDockWidget(group[i - 1], group[i]);
    if (!open) continue;
    for (QDockWidget* one : group) one->show();
    if (!group.empty()) group.front()->raise();
  }
  later();
}

void BottomDocks::setCount(const QString& objectName, int count) {
  Entry* entry = find(objectName);
  entry->button->setCount(count);
  entry->button->setAccessibleName(tr("Show %1, %2").arg(entry->name).arg(count));
  entry->dock->setWindowTitle(count > 0 ? tr("%1 (%2)").arg(entry->name).arg(count) : entry->name);
}

void BottomDocks::refresh() {
  waiting_ = false;
  // Tabs behind others are visible for a moment while docks are put in order: look once that is over.
  for (Entry& entry : entries_) {
    if (!entry.dock->isVisible() || entry.dock->visibleRegion().isEmpty()) continue;
    fill(entry);
    emit seen(entry.dock->objectName());
  }
  const bool anyBelow = std::any_of(docks_.begin(), docks_.end(), [this](QDockWidget* dock) {
    return !dock->isHidden() && !dock->isFloating() && window_.dockWidgetArea(dock) == Qt::BottomDockWidgetArea;
  });
  // On the welcome page there is nothing that a dock could be about.
  strip_->setVisible(!anyBelow && stripWanted_);
  for (QDockWidget* dock : docks_) {
    bool tabbed = false;
    for (const QDockWidget* other : window_.tabifiedDockWidgets(dock)) tabbed |= !other->isHidden();
    // The tab says the name already.
    static_cast<DockTitle*>(dock->titleBarWidget())->setCollapsed(tabbed && !dock->isFloating());
  }
  for (QTabBar* tabs : window_.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) dress(*tabs);
}

void BottomDocks::dress(QTabBar& tabs) {
  tabs.setDocumentMode(true);
  tabs.setExpanding(false);
  tabs.setDrawBase(false);
  tabs.setElideMode(Qt::ElideRight);
  tabs.setUsesScrollButtons(true);
  if (tabs.accessibleName().isEmpty()) tabs.setAccessibleName(tr("Docks in this place"));
  auto* close = tabs.findChild<QToolButton*>("closeDocks", Qt::FindDirectChildrenOnly);
  if (!close) {
    close = new QToolButton(&tabs);
    close->setObjectName("closeDocks");
    close->setProperty("flat", true);
    close->setAccessibleName(tr("Close these docks"));
    close->setToolTip(tr("Close these docks"));
    const auto draw = [close, this] { close->setIcon(theme_.icon("close", "muted")); };
    draw();
    connect(&theme_, &Theme::changed, close, draw);
    connect(close, &QToolButton::clicked, this, [this, &tabs] { closeGroup(tabs); });
    tabs.installEventFilter(this);
    close->show();
  }
  placeClose(tabs);
}

void BottomDocks::placeClose(QTabBar& tabs) {
  if (auto* close = tabs.findChild<QToolButton*>("closeDocks", Qt::FindDirectChildrenOnly)) {
    const QSize size = close->sizeHint();
    close->setGeometry(tabs.width() - size.width() - 6, (tabs.height() - size.height()) / 2, size.width(),
                       size.height());
    close->raise();
  }
}

void BottomDocks::closeGroup(const QTabBar& tabs) {
  QStringList names;
  for (int i = 0; i < tabs.count(); ++i) names << tabs.tabText(i);
  for (QDockWidget* dock : window_.findChildren<QDockWidget*>()) {
    if (names.contains(dock->windowTitle()) && !dock->isFloating()) dock->hide();
  }
}

bool BottomDocks::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &window_ && event->type() == QEvent::ChildPolished) {
    if (auto* tabs = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child())) dress(*tabs);
  } else if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest ||
             event->type() == QEvent::Show) {
    if (auto* tabs = qobject_cast<QTabBar*>(watched)) placeClose(*tabs);
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace warpwright::views
