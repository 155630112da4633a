#include "core/base/symbol_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace warpwright {

std::string demangled(const std::string& name) {
  // A short name such as "g" is the encoding of a type, too.
  if (!name.starts_with("_Z")) return name;
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

std::vector<std::string> parameterTypes(const std::string& name) {
  const std::string text = demangled(name);
  return text == name ? std::vector<std::string>() : parameterTypesIn(text);
}

std::vector<std::string> parameterTypesIn(const std::string& text) {
  if (!text.ends_with(')')) return {};
  // From the end: a name may hold brackets of its own ("(anonymous namespace)").
  int depth = 0;
  size_t open = text.size();
  while (open > 0) {
    const char c = text[--open];
    if (c == ')' || c == '>' || c == ']' || c == '}') ++depth;
    if (c == '(' || c == '<' || c == '[' || c == '{') --depth;
    if (depth == 0 && c == '(') break;
  }
  if (depth != 0) return {};
  std::vector<std::string> types;
  std::string type;
  for (size_t i = open + 1; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
    if (depth < 0 || (depth == 0 && c == ',')) {
      if (!type.empty()) types.push_back(type);
      type.clear();
    } else if (c != ' ' || !type.empty()) {
      type += c;
    }
  }
  return types;
}

std::string pointeeType(const std::string& type) {
  if (!type.ends_with('*')) return {};
  std::string pointee = type.substr(0, type.size() - 1);
  for (bool again = true; again;) {
    again = false;
    for (const char* qualifier : {" const", " volatile"}) {
      if (!pointee.ends_with(qualifier)) continue;
      pointee.resize(pointee.size() - std::char_traits<char>::length(qualifier));
      again = true;
    }
  }
  return pointee;
}

}  // namespace warpwright
