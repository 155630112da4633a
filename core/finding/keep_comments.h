#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding/analysis_result.h"

namespace warpwright {

/// A comment that asks to leave something as it is: `// warpwright: keep(shared_to_register) the loop below needs it`.
struct KeepComment {
  SourcePosition at;
  std::vector<std::string> passes;  ///< ids, as they are written
  std::string reason;               ///< what follows the brackets; may be empty
  bool alone = false;               ///< nothing else stands on its line
  bool operator==(const KeepComment&) const = default;
};

/// All of a text, by lines. `file`: for their places.
std::vector<KeepComment> keepCommentsOf(const std::string& file, std::string_view text);

/// Those of the files that findings are about. A comment is about the finding of its line, or where it stands alone, of
/// the next line with code; about all of a kernel where that line begins it or names it.
class KeepComments {
 public:
  /// The text of a file; nothing: it cannot be read, and has no comments.
  using ReadText = std::function<std::optional<std::string>(const std::string& file)>;
  explicit KeepComments(ReadText read) : read_(std::move(read)) {}

  /// The one that keeps an applicable finding of the kernel; null: none does.
  const KeepComment* of(const KernelSummary& kernel, const Opportunity& finding);
  /// What is wrong with those of the files that were asked for: "a.cu:12: there is no pass `x`", with the names there
  /// are.
  std::vector<std::string> notes(const PassDescriptions& all) const;

 private:
  const std::vector<KeepComment>& commentsOf(const std::string& file);

  ReadText read_;
  std::map<std::string, std::vector<KeepComment>> known_;  ///< by file
};

}  // namespace warpwright
