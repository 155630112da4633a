#pragma once

#include <QFrame>
#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace warpwright::views {

class Theme;

/// What happened, in one line above the editor: a shape, a text, one action, close. It never takes the focus.
struct Message {
  enum class Kind { note, ok, warning, error };
  Kind kind = Kind::note;
  QString text;                  ///< code words in backticks
  QString action;                ///< the label of the action; empty: none
  std::function<void()> run;     ///< what the action does
  std::string about;             ///< the file it is about; a newer message about it replaces it
};

class MessageBar : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBar(Theme& theme, QWidget* parent = nullptr);

  void post(Message message);
  /// Takes the message away if it is about that file.
  void clear(const std::string& about);
  bool isAbout(const std::string& about) const { return !isHidden() && message_.about == about; }
  /// Whether it tells of something wrong, rather than of something done.
  bool isComplaint() const { return message_.kind == Message::Kind::warning || message_.kind == Message::Kind::error; }
  QString text() const;

 private:
  void restyle();

  Theme& theme_;
  Message message_;
  QLabel* shape_;
  QLabel* text_;
  QPushButton* action_;
  QToolButton* close_;
};

}  // namespace warpwright::views
