#include "views/speedup/own_variant_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/editor/code_editor.h"
#include "views/shared/code_text.h"
#include "views/shared/dock_parts.h"
#include "views/shared/theme.h"

namespace warpwright::views {

OwnVariantPage::OwnVariantPage(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setGround(*this, "dockBody", tr("Your own variant"));
  QWidget* bar = makeGround(this, "dockBar", tr("Which kernel, and what became of the text"));
  name_ = makeLabel(bar, tr("What this is a copy of"));
  shape_ = makeLabel(bar, tr("State"));
  words_ = makeLabel(bar, tr("What became of it"));
  words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  restart_ = makeButton(bar, tr("Start over"), tr("Start over"));
  restart_->setToolTip(tr("Take the text of the original again; Ctrl+Z brings yours back"));
  compare_ = makeButton(bar, tr("Compare"), tr("Compare with the original"));
  compare_->setToolTip(tr("The original and your text beside each other"));
  measure_ = makeButton(bar, tr("Verify and measure"), tr("Verify and measure"));
  measure_->setProperty("primary", true);
  auto* row = makeBarRow(bar);
  row->addWidget(name_);
  row->addWidget(shape_);
  row->addWidget(words_, 1);
  for (QPushButton* button : {restart_, compare_, measure_}) row->addWidget(button);
  editor_ = new CodeEditor(theme, this);
  editor_->setAccessibleName(tr("Text of your variant"));
  auto* column = makeColumn(this);
  column->addWidget(bar);
  column->addWidget(editor_, 1);
  setFocusProxy(editor_);
  connect(editor_, &CodeEditor::edited, this, &OwnVariantPage::edited);
  connect(restart_, &QPushButton::clicked, this, &OwnVariantPage::restartRequested);
  connect(compare_, &QPushButton::clicked, this, &OwnVariantPage::compareRequested);
  connect(measure_, &QPushButton::clicked, this, &OwnVariantPage::measureRequested);
  connect(&theme_, &Theme::changed, this, &OwnVariantPage::restyle);
}

void OwnVariantPage::setText(const QString& kernel, const QString& file, const std::string& text, uint32_t line) {
  name_->setText(tr("Yours of <b>%1</b>, a copy of %2").arg(kernel.toHtmlEscaped(), file.toHtmlEscaped()));
  editor_->load(QByteArray::fromStdString(text));
  editor_->showLine(line);
}

std::string OwnVariantPage::text() const {
  return editor_->bytes().toStdString();
}

void OwnVariantPage::setState(const QString& shape, const QString& words) {
  stateShape_ = shape;
  words_->setText(codeHtml(words, theme_));
  words_->setToolTip(plainText(words));
  restyle();
}

QString OwnVariantPage::stateText() const {
  return words_->toolTip();
}

void OwnVariantPage::setWhyNot(const QString& reason) {
  measure_->setEnabled(reason.isEmpty());
  measure_->setToolTip(reason.isEmpty() ? tr("Run it beside the original: the same results, and what it gains")
                                        : reason);
}

void OwnVariantPage::restyle() {
  shape_->setPixmap(theme_.shape(stateShape_, 14, devicePixelRatioF()));
}

}  // namespace warpwright::views
