#include "core/kernel/kernel_name.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "core/base/symbol_name.h"

namespace warpwright {
namespace {

using Texts = std::vector<std::string>;

bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// No blanks but those between two words, "Complex<double>" being one.
std::string compact(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0) continue;
    const bool isApart = i > 0 && std::isspace(static_cast<unsigned char>(text[i - 1])) != 0;
    const char last = out.empty() ? '\0' : out.back();
    if (isWordPart(text[i]) && (last == '>' || (isApart && isWordPart(last)))) out += ' ';
    out += text[i];
  }
  return out;
}

/// Calls `visit(i)` for each place that stands in no brackets, an opening one of its own among them.
template <typename Visit>
void eachOutside(std::string_view text, Visit visit) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ')' || c == '>' || c == ']') --depth;
    if (depth == 0) visit(i);
    if (c == '(' || c == '<' || c == '[') ++depth;
  }
}

/// The parts between commas that stand in no brackets; none of an empty text.
Texts splitList(std::string_view text) {
  Texts parts;
  size_t begin = 0;
  eachOutside(text, [&](size_t i) {
    if (text[i] != ',') return;
    parts.emplace_back(text.substr(begin, i - begin));
    begin = i + 1;
  });
  if (!text.empty()) parts.emplace_back(text.substr(begin));
  return parts;
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

std::string plainType(const std::string& type);

/// One template argument: a type, or a number with neither a cast nor a suffix.
std::string plainArgument(std::string argument) {
  if (argument.starts_with('(')) {
    const size_t close = argument.find(')');
    const bool isCast = close != std::string::npos && close + 1 < argument.size();
    if (isCast) argument.erase(0, close + 1);
  }
  if (argument == "true") return "1";
  if (argument == "false") return "0";
  const bool isNumber = !argument.empty() && (std::isdigit(static_cast<unsigned char>(argument[0])) != 0 ||
                                              (argument[0] == '-' && argument.size() > 1));
  if (!isNumber) return plainType(argument);
  argument.resize(argument.find_last_not_of("uUlL") + 1);
  return argument;
}

/// "<16,float>" without what may be spelled in several ways.
std::string plainArguments(std::string_view list) {
  std::string plain;
  for (std::string& argument : splitList(list.substr(1, list.size() - 2))) {
    plain += (plain.empty() ? "" : ",") + plainArgument(std::move(argument));
  }
  return plain;
}

/// A type in one spelling: words in a fixed order, no `struct`, no `__restrict__`, no `const` of the parameter itself.
std::string plainType(const std::string& type) {
  size_t sign = type.size();
  eachOutside(type, [&](size_t i) {
    if (type[i] == '*' || type[i] == '&' || type[i] == '(' || type[i] == '[') sign = std::min(sign, i);
  });
  std::string rest = type.substr(sign);
  for (const char* word : {"__restrict__", "__restrict", "restrict"}) replaceAll(rest, word, "");
  while (rest.ends_with("const")) rest.resize(rest.size() - 5);
  Texts words;
  size_t begin = 0;
  const std::string named = type.substr(0, sign);
  const auto add = [&](size_t end) {
    std::string word = named.substr(begin, end - begin);
    begin = end + 1;
    if (word == "struct" || word == "class" || word == "enum" || word.empty()) return;
    if (word == "const" && rest.empty()) return;
    if (const size_t open = word.find('<'); open != std::string::npos && word.ends_with('>'))
      word = word.substr(0, open) + "<" + plainArguments(word.substr(open)) + ">";
    words.push_back(std::move(word));
  };
  eachOutside(named, [&](size_t i) {
    if (named[i] == ' ') add(i);
  });
  add(named.size());
  const bool isSized = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "unsigned" || word == "long" || word == "short";
  });
  if (isSized) std::erase(words, "int");
  std::sort(words.begin(), words.end());
  std::string plain;
  for (const std::string& word : words) plain += (plain.empty() ? "" : " ") + word;
  return plain + rest;
}

Texts plainTypes(std::string_view list) {
  Texts types;
  for (const std::string& type : splitList(list)) types.push_back(plainType(type));
  if (types.size() == 1 && (types[0] == "void" || types[0].empty())) types.clear();
  return types;
}

/// What a name says of a kernel.
struct Parts {
  Texts scopes;
  std::string base;
  std::optional<std::string> arguments;  ///< of its template
  std::optional<Texts> parameters;
  bool isAbsolute = false;  ///< begins with `::`
};

Parts partsOf(const std::string& written) {
  std::string text = demangled(written);
  replaceAll(text, "(anonymous namespace)::", "");
  text = compact(text);
  Parts parts;
  size_t open = text.size();
  eachOutside(text, [&](size_t i) {
    if (text[i] == '(') open = std::min(open, i);
  });
  if (open < text.size()) {
    const size_t close = text.rfind(')');
    parts.parameters = plainTypes(std::string_view(text).substr(open + 1, std::max(close, open + 1) - open - 1));
    text.resize(open);
  }
  size_t begin = 0;  // behind the return type
  eachOutside(text, [&](size_t i) {
    if (text[i] == ' ') begin = i + 1;
  });
  text.erase(0, begin);
  parts.isAbsolute = text.starts_with("::");
  if (parts.isAbsolute) text.erase(0, 2);
  begin = 0;
  eachOutside(text, [&](size_t i) {
    if (text.compare(i, 2, "::") != 0) return;
    parts.scopes.push_back(text.substr(begin, i - begin));
    begin = i + 2;
  });
  parts.base = text.substr(begin);
  if (const size_t angle = parts.base.find('<'); angle != std::string::npos && parts.base.ends_with('>')) {
    parts.arguments = plainArguments(std::string_view(parts.base).substr(angle));
    parts.base.resize(angle);
  }
  return parts;
}

std::string listed(const Texts& names) {
  constexpr size_t most = 20;
  std::string text;
  for (size_t i = 0; i < names.size() && i < most; ++i) text += (text.empty() ? "`" : ", `") + names[i] + "`";
  return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

}  // namespace

bool meansKernel(const std::string& wanted, const std::string& name) {
  if (wanted == name) return true;
  const Parts want = partsOf(wanted), have = partsOf(name);
  if (want.base.empty() || want.base != have.base || want.scopes.size() > have.scopes.size()) return false;
  if (want.isAbsolute && want.scopes.size() != have.scopes.size()) return false;
  if (!std::equal(want.scopes.rbegin(), want.scopes.rend(), have.scopes.rbegin())) return false;
  // A name without parameters may have lost its template arguments, too.
  const bool isWhole = have.parameters.has_value();
  if (want.arguments && (isWhole || have.arguments) && want.arguments != have.arguments) return false;
  return !want.parameters || !isWhole || want.parameters == have.parameters;
}

bool isCompiledAs(const std::string& mangled, const std::string& compiled) {
  if (mangled == compiled) return true;
  return mangled.starts_with("_Z") && compiled.starts_with("_Z") && meansKernel(mangled, compiled);
}

bool meansKernel(const std::string& wanted, const KernelModel& kernel) {
  if (wanted == kernel.name || wanted == kernel.qualifiedName || wanted == "::" + kernel.qualifiedName) return true;
  return meansKernel(wanted, kernel.mangledName.empty() ? kernel.qualifiedName : kernel.mangledName);
}

bool meansKernelOfSource(const std::string& wanted, const std::string& name, const std::string& signature) {
  const Parts want = partsOf(wanted);
  if (want.base != name) return false;
  // Another instantiation has other parameters.
  if (!want.parameters || want.arguments) return true;
  const std::string text = compact(signature);
  const size_t open = text.find('(');
  if (open == std::string::npos || !text.ends_with(')')) return true;
  return *want.parameters == plainTypes(std::string_view(text).substr(open + 1, text.size() - open - 2));
}

std::vector<std::string> kernelsMeant(const std::string& wanted, const std::vector<std::string>& names) {
  const bool isInstance = partsOf(wanted).arguments.has_value();
  Texts meant;
  for (const std::string& name : names) {
    if (!meansKernel(wanted, name)) continue;
    std::string choice = !isInstance && partsOf(name).arguments ? functionName(name) : demangled(name);
    if (std::find(meant.begin(), meant.end(), choice) == meant.end()) meant.push_back(std::move(choice));
  }
  return meant;
}

Error severalKernels(const std::string& wanted, const std::vector<std::string>& choices) {
  return {ErrorKind::usage,
          "`" + wanted + "` is the name of several kernels: " + listed(choices) + ". Write one of these.",
          std::nullopt};
}

Error noSuchKernel(const std::string& wanted, const std::vector<std::string>& known) {
  const std::string found = known.empty()       ? "No kernel was found."
                            : known.size() == 1 ? "There is " + listed(known) + "."
                                                : "There are: " + listed(known) + ".";
  return {ErrorKind::usage, "There is no kernel `" + wanted + "`. " + found, std::nullopt};
}

}  // namespace warpwright
