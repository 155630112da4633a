#include "views/window/flags_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace warpwright::views {
namespace {

/// What nvcc takes where it is told nothing: to say so is to say that there is nothing else.
constexpr const char* usual = "-std=c++17";

}  // namespace

FlagsDialog::FlagsDialog(const QString& why, const QString& project, const QString& flags, QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(tr("How is it compiled?"));
  setAccessibleName(windowTitle());
  setMinimumWidth(560);
  auto* column = new QVBoxLayout(this);
  column->setSpacing(10);
  const auto addLabel = [&](const QString& words, const QString& name, bool muted) {
    auto* label = new QLabel(words, this);
    label->setAccessibleName(name);
    label->setWordWrap(true);
    label->setProperty("muted", muted);
    column->addWidget(label);
    return label;
  };
  addLabel(why, tr("What is not known"), false);
  QLabel* name = addLabel(tr("Compiler flags of %1").arg(project), tr("Compiler flags"), false);
  flags_ = new QLineEdit(flags.isEmpty() ? QString::fromLatin1(usual) : flags, this);
  flags_->setAccessibleName(tr("Compiler flags"));
  flags_->setPlaceholderText(tr("as nvcc takes them: -DN=64 -std=c++17"));
  name->setBuddy(flags_);
  column->addWidget(flags_);
  addLabel(
      tr("Give what your build gives: definitions (-D), the standard, headers that are always read. The Makefile is "
         "not asked for them any more. %1 alone says that there are no others. Settings keeps them for the project.")
          .arg(QString::fromLatin1(usual)),
      tr("What the flags do"), true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  buttons->setAccessibleName(tr("Choices"));
  QPushButton* take = buttons->addButton(tr("Analyse with these flags"), QDialogButtonBox::AcceptRole);
  QPushButton* folder = buttons->addButton(tr("Open a larger folder…"), QDialogButtonBox::ActionRole);
  folder->setToolTip(tr("Opens a folder above as the project: the one with the build file that is missing here"));
  connect(folder, &QPushButton::clicked, this, [this] {
    opensFolder_ = true;
    accept();
  });
  connect(flags_, &QLineEdit::textChanged, take,
          [take](const QString& text) { take->setEnabled(!text.trimmed().isEmpty()); });
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  for (QPushButton* button : buttons->findChildren<QPushButton*>())
    button->setAccessibleName(button->text().remove('&'));
  column->addWidget(buttons);
  take->setDefault(true);
  flags_->setFocus();
}

QString FlagsDialog::flags() const {
  return flags_->text().trimmed();
}

}  // namespace warpwright::views
