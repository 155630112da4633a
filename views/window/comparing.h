#pragma once

#include <filesystem>

#include "views/window/workflow.h"

namespace warpwright::views {

class ComparisonPage;

/// The tab with what another session measured beside what the session that is open did.
class Comparing : public QObject {
  Q_OBJECT
 public:
  explicit Comparing(const WindowParts& parts) : parts_(parts) {}

  /// Asks for the other session.
  void choose();
  /// Compares with that session, which is that of before at first, and shows the tab. Says why where that cannot be.
  void compareWith(const std::filesystem::path& other);
  /// Null: nothing was compared yet.
  ComparisonPage* page() { return page_; }

 private:
  void compare(const std::filesystem::path& other, bool isOlder);

  WindowParts parts_;
  std::filesystem::path other_;
  bool isOlder_ = true;             ///< the other session is that of before
  int asked_ = 0;                   ///< only the answer to the last question counts
  ComparisonPage* page_ = nullptr;  ///< made when it is first seen; the pages own it
};

}  // namespace warpwright::views
