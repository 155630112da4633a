#pragma once

#include <QString>
#include <string>
#include <vector>

namespace warpwright::views {

/// One word that can stand where one types.
struct Completion {
  std::string name;
  std::string signature;  ///< of functions; else empty
};

/// Words that begin with `prefix` and can stand at the byte `at` of `text`, by name: what is declared around the place,
/// what the file defines, and what CUDA gives to device code.
std::vector<Completion> completionsAt(const std::string& text, size_t at, const std::string& prefix);

/// How the function is called, as the file defines it or CUDA gives it; empty: it is not known.
std::string signatureOf(const std::string& text, const std::string& name);

/// The function whose arguments stand around the byte `at`, and how many commas precede it there; empty: none.
struct OpenCall {
  std::string name;
  int argument = 0;
};
OpenCall callAround(const std::string& text, size_t at);

}  // namespace warpwright::views
