#include "views/shared/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include "views/shared/code_text.h"
#include "views/shared/theme.h"

namespace warpwright::views {

MessageBar::MessageBar(Theme& theme, QWidget* parent) : QFrame(parent), theme_(theme) {
  setObjectName("message");
  setAccessibleName(tr("Message"));
  shape_ = new QLabel(this);
  shape_->setAccessibleName(tr("Kind of message"));
  text_ = new QLabel(this);
  text_->setAccessibleName(tr("Message text"));
  text_->setWordWrap(true);
  text_->setTextFormat(Qt::RichText);
  action_ = new QPushButton(this);
  action_->setAccessibleName(tr("Message action"));
  close_ = new QToolButton(this);
  close_->setProperty("flat", true);
  close_->setAccessibleName(tr("Close message"));
  close_->setToolTip(tr("Close"));
  row_ = new QHBoxLayout(this);
  row_->setContentsMargins(12, 5, 6, 5);
  row_->setSpacing(8);
  row_->addWidget(shape_);
  row_->addWidget(text_, 1);
  row_->addWidget(action_);
  row_->addWidget(close_);
  connect(action_, &QPushButton::clicked, this, [this] {
    const auto run = messages_.back().run;
    messages_.pop_back();
    showLast();
    if (run) run();
  });
  connect(close_, &QToolButton::clicked, this, [this] {
    messages_.pop_back();
    showLast();
  });
  connect(&theme_, &Theme::changed, this, &MessageBar::restyle);
  hide();
}

void MessageBar::post(Message message) {
  std::erase_if(messages_, [&](const Message& other) {
    const bool passing = other.kind == Message::Kind::note || other.kind == Message::Kind::ok;
    return passing || other.about == message.about;
  });
  messages_.push_back(std::move(message));
  showLast();
}

void MessageBar::clear(const std::string& about) {
  std::erase_if(messages_, [&](const Message& message) { return message.about == about; });
  showLast();
}

void MessageBar::showLast() {
  setVisible(!messages_.empty());
  if (messages_.empty()) return;
  const Message& message = messages_.back();
  restyle();
  text_->setText(codeHtml(message.text, theme_));
  text_->setAccessibleDescription(plainText(message.text));
  action_->setText(message.action);
  action_->setVisible(!message.action.isEmpty());
  showChoices();
}

void MessageBar::showChoices() {
  const std::vector<Message::Choice>& wanted = messages_.back().choices;
  while (choices_.size() < wanted.size()) {
    auto* button = new QPushButton(this);
    row_->insertWidget(row_->indexOf(close_), button);
    connect(button, &QPushButton::clicked, this, [this, at = choices_.size()] {
      const Message::Choice choice = messages_.back().choices[at];
      if (choice.closes) messages_.pop_back(), showLast();
      if (choice.run) choice.run();
    });
    choices_.push_back(button);
  }
  for (size_t i = 0; i < choices_.size(); ++i) {
    choices_[i]->setVisible(i < wanted.size());
    if (i >= wanted.size()) continue;
    choices_[i]->setText(wanted[i].label);
    choices_[i]->setAccessibleName(wanted[i].label);
  }
}

QString MessageBar::text() const {
  return messages_.empty() ? QString() : plainText(messages_.back().text);
}

void MessageBar::restyle() {
  static constexpr const char* kinds[] = {"note", "ok", "warning", "error"};
  static constexpr const char* shapes[] = {"not-done", "identical", "warning", "differs"};
  if (messages_.empty()) return;
  const int kind = static_cast<int>(messages_.back().kind);
  setProperty("kind", kinds[kind]);
  style()->unpolish(this);
  style()->polish(this);
  shape_->setPixmap(theme_.shape(shapes[kind], 14, devicePixelRatioF()));
  close_->setIcon(theme_.icon("close"));
}

}  // namespace warpwright::views
