#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <string>

class QWidget;

namespace warpwright::views {

class SessionKeeper;

/// What the user wrote down about findings: why one is left alone, who looks at it. The session keeps it by finding.
class FindingNotes : public QObject {
  Q_OBJECT
 public:
  explicit FindingNotes(SessionKeeper& session) : session_(session) {}

  /// By id of the opportunity; none of them is empty.
  const std::map<std::string, QString>& all() const { return notes_; }
  /// An empty note takes back what was written.
  void set(const std::string& id, const QString& note);
  /// Asks for the note of a finding, which is called `title`.
  void ask(const std::string& id, const QString& title, QWidget* parent);
  /// Takes what a session kept.
  void restore(const std::map<std::string, std::string>& values);

 signals:
  void changed();

 private:
  SessionKeeper& session_;
  std::map<std::string, QString> notes_;
};

}  // namespace warpwright::views
