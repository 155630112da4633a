#include "views/window/settings_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFontComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <algorithm>

#include "views/shared/core_words.h"

namespace warpwright::views {
namespace {

QLabel* heading(const QString& words, QWidget* parent) {
  auto* label = new QLabel("<b>" + words.toHtmlEscaped() + "</b>", parent);
  label->setAccessibleName(words);
  label->setContentsMargins(0, 10, 0, 0);
  return label;
}

/// A list of folders with a button to take one out, and one to add where `adds`.
QListWidget* addFolders(QFormLayout& form, const QString& name, const QStringList& folders, bool adds) {
  QWidget* parent = form.parentWidget();
  auto* list = new QListWidget(parent);
  list->addItems(folders);
  list->setAccessibleName(name);
  list->setMaximumHeight(76);
  auto* buttons = new QVBoxLayout;
  if (adds) {
    auto* add = new QPushButton(SettingsDialog::tr("Add…"), parent);
    add->setAccessibleName(SettingsDialog::tr("Add to: %1").arg(name));
    QObject::connect(add, &QPushButton::clicked, list, [list] {
      const QString folder = QFileDialog::getExistingDirectory(list->window(), SettingsDialog::tr("Add folder"));
      if (!folder.isEmpty() && list->findItems(folder, Qt::MatchExactly).isEmpty()) list->addItem(folder);
    });
    buttons->addWidget(add);
  }
  auto* remove = new QPushButton(SettingsDialog::tr("Remove"), parent);
  remove->setAccessibleName(SettingsDialog::tr("Remove from: %1").arg(name));
  remove->setEnabled(false);
  QObject::connect(remove, &QPushButton::clicked, list, [list] { delete list->currentItem(); });
  QObject::connect(list, &QListWidget::currentRowChanged, remove, [remove](int row) { remove->setEnabled(row >= 0); });
  buttons->addWidget(remove);
  buttons->addStretch(1);
  auto* row = new QHBoxLayout;
  row->addWidget(list, 1);
  row->addLayout(buttons);
  auto* label = new QLabel(name, parent);
  label->setBuddy(list);
  form.addRow(label, row);
  return list;
}

QStringList itemsOf(const QListWidget& list) {
  QStringList items;
  for (int row = 0; row < list.count(); ++row) items << list.item(row)->text();
  return items;
}

/// Titles with commas between, in lines that the dialog has room for: a box does not break its own.
QString inLines(const QString& titles) {
  constexpr int most = 64;
  QString text, line;
  for (const QString& title : titles.split(", ")) {
    if (!line.isEmpty() && line.size() + title.size() > most) {
      text += line + ",\n";
      line.clear();
    }
    line += (line.isEmpty() ? "" : ", ") + title;
  }
  return text + line;
}

template <typename Field>
Field* addField(QFormLayout& form, const QString& name, Field* field) {
  field->setAccessibleName(name);
  form.addRow(name, field);
  return field;
}

}  // namespace

std::map<Family, QString> passesOnRequest(const PassDescriptions& passes) {
  std::map<Family, QString> found;
  for (const PassDescription& pass : passes) {
    if (!pass.onRequest) continue;
    QString& words = found[pass.family];
    words += (words.isEmpty() ? "" : ", ") + coreWords(pass.title);
  }
  return found;
}

SettingsDialog::SettingsDialog(const WindowSettings& now, const QString& project, const std::vector<Device>& devices,
                               const PassDescriptions& passes, QWidget* parent)
    : QDialog(parent), lookFor_(now.lookFor) {
  setWindowTitle(tr("Settings"));
  setAccessibleName(tr("Settings"));
  setMinimumWidth(560);
  auto* tabs = new QTabWidget(this);
  tabs->setAccessibleName(tr("What can be set"));
  tabs->tabBar()->setAccessibleName(tr("Parts of the settings"));
  addLook(*addPage(*tabs, tr("Look")), now);
  QFormLayout* analysis = addPage(*tabs, tr("Analysis"));
  addAnalysis(*analysis, now, project, devices);
  addCompiler(*analysis, now, devices);
  addPasses(*analysis, now, passes);
  addTrust(*addPage(*tabs, tr("Running programs")), now);
  keys_ = new KeyTable(now.commands, tabs);
  tabs->addTab(keys_, tr("Keys"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  buttons->setAccessibleName(tr("Choices"));
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 8, 16, 12);
  column->addWidget(tabs);
  column->addWidget(buttons);
}

QFormLayout* SettingsDialog::addPage(QTabWidget& tabs, const QString& name) {
  auto* page = new QWidget(&tabs);
  page->setAccessibleName(name);
  tabs.addTab(page, name);
  auto* form = new QFormLayout(page);
  form->setContentsMargins(8, 12, 8, 8);
  return form;
}

void SettingsDialog::addLook(QFormLayout& form, const WindowSettings& now) {
  theme_ = addField(form, tr("Theme"), new QComboBox(this));
  theme_->addItems({tr("As the desktop"), tr("Light"), tr("Dark"), tr("High contrast")});
  theme_->setCurrentIndex(static_cast<int>(now.theme));
  codeFont_ = addField(form, tr("Code font"), new QFontComboBox(this));
  codeFont_->setFontFilters(QFontComboBox::MonospacedFonts);
  codeFont_->setCurrentFont(QFont(now.codeFont));
  textSize_ = addField(form, tr("Text size"), new QDoubleSpinBox(this));
  textSize_->setRange(7, 30);
  textSize_->setDecimals(2);
  textSize_->setSingleStep(0.5);
  textSize_->setSuffix(tr(" pt"));
  textSize_->setValue(now.textSize);
  reopens_ = new QCheckBox(tr("Start where Warpwright was closed"), this);
  reopens_->setAccessibleName(reopens_->text());
  reopens_->setChecked(now.reopens);
  form.addRow(reopens_);
  reducedMotion_ = new QCheckBox(tr("Reduced motion: nothing moves or blinks"), this);
  reducedMotion_->setAccessibleName(reducedMotion_->text());
  reducedMotion_->setChecked(now.reducedMotion);
  form.addRow(reducedMotion_);
}

void SettingsDialog::addAnalysis(QFormLayout& form, const WindowSettings& now, const QString& project,
                                 const std::vector<Device>& devices) {
  device_ = addField(form, tr("For the GPU"), new QComboBox(this));
  for (const Device& device : devices) device_->addItem(QString::fromStdString(device.name));
  device_->setCurrentText(now.device);
  device_->setToolTip(tr("What estimates, occupancy, memory figures, graphs and findings are for"));
  flags_ = addField(form, tr("Compiler flags"), new QLineEdit(now.flags, this));
  flags_->setPlaceholderText(tr("as nvcc takes them: -DN=64 -std=c++17"));
  flags_->setToolTip(tr("Of %1, besides those of its compile commands").arg(project));
  includes_ = addFolders(form, tr("Include folders"), now.includeFolders, true);
  includes_->setToolTip(tr("Where headers of %1 are looked for").arg(project));
}

void SettingsDialog::addCompiler(QFormLayout& form, const WindowSettings& now, const std::vector<Device>& devices) {
  toolkit_ = addField(form, tr("CUDA toolkit"), new QComboBox(this));
  toolkit_->addItem(tr("The one that is found"), "auto");
  toolkit_->addItem(tr("None: the headers that come with Warpwright"), "none");
  if (toolkit_->findData(now.toolkit) < 0) toolkit_->addItem(now.toolkit, now.toolkit);
  toolkit_->addItem(tr("Choose a folder…"), "");
  toolkit_->setCurrentIndex(toolkit_->findData(now.toolkit));
  toolkit_->setToolTip(tr("Whose headers are read, and whose nvcc builds programs and variants for a GPU"));
  connect(toolkit_, &QComboBox::activated, this, [this, last = toolkit_->currentIndex()](int index) mutable {
    if (!toolkit_->itemData(index).toString().isEmpty()) {
      last = index;
      return;
    }
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of the CUDA toolkit"));
    if (!folder.isEmpty()) toolkit_->insertItem(last = 2, folder, folder);
    toolkit_->setCurrentIndex(last);
  });
  arch_ = addField(form, tr("Architecture"), new QComboBox(this));
  QStringList names{now.arch};
  for (const Device& device : devices) names << QString::fromStdString(device.arch);
  names.removeDuplicates();
  names.sort();
  arch_->addItems(names);
  arch_->setCurrentText(now.arch);
  arch_->setToolTip(tr("What kernels are compiled for where the project does not say"));
}

void SettingsDialog::addPasses(QFormLayout& form, const WindowSettings& now, const PassDescriptions& passes) {
  const std::map<Family, QString> all = passesOnRequest(passes);
  if (!all.empty()) form.addRow(heading(tr("Look for, too"), this));
  for (const auto& [family, words] : all) {
    auto* box = new QCheckBox(inLines(words), this);
    box->setAccessibleName(words);
    box->setChecked(std::find(now.lookFor.begin(), now.lookFor.end(), family) != now.lookFor.end());
    form.addRow(box);
    passes_[family] = box;
  }
}

void SettingsDialog::addTrust(QFormLayout& form, const WindowSettings& now) {
  trusted_ = addFolders(form, tr("Run without asking"), now.trusted, false);
}

WindowSettings SettingsDialog::chosen() const {
  WindowSettings chosen;
  chosen.theme = static_cast<ThemeKind>(theme_->currentIndex());
  chosen.codeFont = codeFont_->currentFont().family();
  chosen.textSize = textSize_->value();
  chosen.device = device_->currentText();
  chosen.flags = flags_->text().trimmed();
  chosen.includeFolders = itemsOf(*includes_);
  // What is not known yet cannot have been unchecked.
  for (const Family family : lookFor_) {
    if (!passes_.contains(family)) chosen.lookFor.push_back(family);
  }
  for (const auto& [family, box] : passes_) {
    if (box->isChecked()) chosen.lookFor.push_back(family);
  }
  chosen.toolkit = toolkit_->currentData().toString();
  chosen.arch = arch_->currentText();
  chosen.reopens = reopens_->isChecked();
  chosen.reducedMotion = reducedMotion_->isChecked();
  chosen.commands = keys_->commands();
  chosen.trusted = itemsOf(*trusted_);
  return chosen;
}

}  // namespace warpwright::views
