#include "analysis/engine/source_names.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

#include "core/base/file.h"

namespace warpwright::engine {

bool isUserFile(const std::string& path) {
  static const std::string own = (resourceFolder() / "cuda").lexically_normal().string();
  if (path.starts_with("/usr/") || path.starts_with("/opt/cuda")) return false;
  if (!own.empty() && path.starts_with(own)) return false;
  return path.find("/lib/clang/") == std::string::npos && path.find("/include/crt/") == std::string::npos;
}

std::string demangled(const std::string& name) {
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                   &std::free);
  return status == 0 && text ? std::string(text.get()) : name;
}

std::string functionName(const std::string& name) {
  std::string text = demangled(name);
  int depth = 0;
  size_t begin = 0, end = text.size();
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (depth == 0 && c == ' ') begin = i + 1;  // after the return type of a template
    if (depth == 0 && c == '(' && i > begin && text.compare(i, 21, "(anonymous namespace)") != 0) {
      end = i;
      break;
    }
  }
  text = text.substr(begin, end - begin);
  if (const size_t open = text.find('<'); open != std::string::npos && open > 0) text.resize(open);
  return text;
}

std::string variableName(const std::string& name) {
  std::string text = demangled(name);
  if (const size_t colon = text.rfind("::"); colon != std::string::npos) text = text.substr(colon + 2);
  if (const size_t dot = text.find('.', 1); dot != std::string::npos) text.resize(dot);
  return text;
}

}  // namespace warpwright::engine
