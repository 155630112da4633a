#include "views/shared/argument_menu.h"

#include <QAction>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <algorithm>

#include "views/shared/theme.h"

namespace warpwright::views {

ArgumentMenu::ArgumentMenu(QLineEdit& field, Theme& theme) : QObject(&field), field_(field) {
  QAction* open = field.addAction(theme.icon("expand", "muted"), QLineEdit::TrailingPosition);
  open->setText(tr("Kept arguments"));
  open->setToolTip(tr("Arguments that were kept under a name (Alt+Down)"));
  open->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Down));
  open->setShortcutContext(Qt::WidgetShortcut);
  field.addAction(open);
  connect(open, &QAction::triggered, this, &ArgumentMenu::show);
  connect(&theme, &Theme::changed, open, [open, &theme] { open->setIcon(theme.icon("expand", "muted")); });
}

void ArgumentMenu::show() {
  auto* menu = new QMenu(&field_);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setAccessibleName(tr("Kept arguments"));
  for (const ArgumentSet& set : sets_) {
    const QString words = set.arguments.isEmpty() ? tr("no arguments") : set.arguments;
    connect(menu->addAction(set.name + QStringLiteral(": ") + words), &QAction::triggered, this,
            [this, name = set.name] { take(name); });
  }
  if (!sets_.empty()) menu->addSeparator();
  connect(menu->addAction(tr("Keep these as…")), &QAction::triggered, this, [this] {
    const QString name = QInputDialog::getText(field_.window(), tr("Keep arguments"), tr("Name")).trimmed();
    if (!name.isEmpty()) keep(name);
  });
  for (const ArgumentSet& set : sets_) {
    if (set.arguments != field_.text()) continue;
    connect(menu->addAction(tr("Remove %1").arg(set.name)), &QAction::triggered, this,
            [this, name = set.name] { remove(name); });
  }
  menu->popup(field_.mapToGlobal(QPoint(0, field_.height())));
}

void ArgumentMenu::keep(const QString& name) {
  std::erase_if(sets_, [&](const ArgumentSet& set) { return set.name == name; });
  sets_.push_back({name, field_.text()});
  emit changed();
}

void ArgumentMenu::remove(const QString& name) {
  std::erase_if(sets_, [&](const ArgumentSet& set) { return set.name == name; });
  emit changed();
}

void ArgumentMenu::take(const QString& name) {
  for (const ArgumentSet& set : sets_) {
    if (set.name == name) field_.setText(set.arguments);
  }
  field_.setFocus();
}

}  // namespace warpwright::views
