#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/source_range.h"

namespace warpwright::engine {

/// Source text by line, for naming things in messages as the user wrote them.
class SourceLines {
 public:
  /// `openTexts`: texts in place of files on disk, by absolute path.
  explicit SourceLines(std::map<std::string, std::string> openTexts) : openTexts_(std::move(openTexts)) {}

  /// The first argument of the call of `function` at `at`, without casts and `&`: "gpuWall" for
  /// `cudaMalloc((void**)&gpuWall, n)`. Empty where the text is not there.
  std::string firstArgument(const std::string& function, const SourcePosition& at);
  /// Names of the parameters of `function`, whose definition is at `at`. Empty where the text is not there.
  std::vector<std::string> parameterNames(const std::string& function, const SourcePosition& at);

 private:
  /// What stands in the brackets behind `function` on or after a place, split at its commas.
  std::vector<std::string> bracketed(const std::string& function, const SourcePosition& at, size_t maxLines);
  const std::vector<std::string>& linesOf(const std::string& file);

  std::map<std::string, std::string> openTexts_;
  std::map<std::string, std::vector<std::string>> files_;
};

/// An expression without the casts, address-of and brackets around it.
std::string withoutCasts(std::string text);

}  // namespace warpwright::engine
