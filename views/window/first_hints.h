#pragma once

#include <QObject>

class QSettings;

namespace warpwright::views {

class Findings;
class MessageBar;
class RewriteFlow;
struct Preview;

/// Three hints for who opens the window for the first time: what a finding is, what a preview is, what comes after a
/// verification. Each is said once, when one has come that far; all of them can be sent away.
class FirstHints : public QObject {
  Q_OBJECT
 public:
  FirstHints(Findings& findings, RewriteFlow& flow, MessageBar& messages, QSettings& settings, QObject* parent);

 private:
  /// Says the hint of that number (from 1) unless it, or a later one, was said.
  void showHint(int number, const QString& words);
  void onFindings();
  void onVerified(const Preview& preview);

  Findings& findings_;
  MessageBar& messages_;
  QSettings& settings_;
};

}  // namespace warpwright::views
