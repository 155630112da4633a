#pragma once

#include <QFrame>
#include <functional>
#include <string>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace warpwright::views {

class Theme;

/// What happened, in one line above the editor: a shape, a text, what can be done about it, close. It never takes the
/// focus.
struct Message {
  /// Another thing to do about it.
  struct Choice {
    QString label;
    std::function<void()> run;
    bool closes = true;  ///< the message goes once it is done
  };
  enum class Kind { note, ok, warning, error };
  Kind kind = Kind::note;
  QString text;                      ///< code words in backticks
  QString action;                    ///< the label of the action; empty: none
  std::function<void()> run;         ///< what the action does
  std::string about;                 ///< what it is about, a file mostly; a newer message about it replaces it
  std::vector<Choice> choices = {};  ///< besides `action`
};

class MessageBar : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBar(Theme& theme, QWidget* parent = nullptr);

  /// Shows it in front of those that wait; a message about the same thing is replaced, and what was only good to know
  /// goes. Warnings and errors come back once the one in front is closed.
  void post(Message message);
  /// Takes messages about that away.
  void clear(const std::string& about);
  QString text() const;

 private:
  void showLast();
  void showChoices();
  void restyle();

  Theme& theme_;
  std::vector<Message> messages_;  // the last one is shown
  QHBoxLayout* row_;
  QLabel* shape_;
  QLabel* text_;
  QPushButton* action_;
  std::vector<QPushButton*> choices_;  // made when they are first needed
  QToolButton* close_;
};

}  // namespace warpwright::views
