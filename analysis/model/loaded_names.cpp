#include "analysis/model/loaded_names.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

#include "analysis/model/code_text.h"
#include "core/base/text_lines.h"

namespace warpwright::model {
namespace {

/// Of the driver, the linker, and of libraries around them, in several languages.
constexpr std::string_view loaders[] = {
    "GetFunction",       "getFunction",   "get_function", "load_function", "loadFunction", "CUfunction",
    "CuFunction",        "cu::Function",  "GetKernel",    "getKernel",     "get_kernel",   "CUkernel",
    "AddNameExpression", "launch_kernel", "launchKernel", "RawKernel",     "jitify",       "dlsym",
    "GetProcAddress"};

/// Those that find kernels by any name, or give all that there are. The linker's are mostly asked for other things.
constexpr std::string_view ofAnyName[] = {
    "cuModuleGetFunction",       "cuLibraryGetKernel",          "cudaLibraryGetKernel",  "cuModuleEnumerateFunctions",
    "cuLibraryEnumerateKernels", "cudaLibraryEnumerateKernels", "nvrtcAddNameExpression"};
/// Of wrappers in other languages.
constexpr std::string_view ofScripts[] = {"get_function", "load_function", "getFunction", "get_kernel", "RawKernel"};

/// Of those that are told a file alone, whose kernel they find by themselves.
constexpr std::string_view ofFiles = "CUDAKernel";
/// Beside the loaders above.
constexpr std::string_view loadersOfScripts[] = {"LoadKernel", "CudaKernel", ofFiles};

/// The list of the call of what ends at `at`, from its bracket on; empty: it is no call.
std::string_view listAt(std::string_view text, size_t at) {
  const size_t open = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
  return open < text.size() && text[open] == '(' ? text.substr(open) : std::string_view();
}

/// Does the list of a call, from its bracket on, end in a text?
bool endsInText(std::string_view list) {
  size_t depth = 0;
  for (size_t at = 0; at < list.size(); ++at) {
    if (list[at] == '(') ++depth;
    if (list[at] == ')' && --depth == 0) {
      const size_t last = list.find_last_not_of(" \t\r\n", at - 1);
      return list[last] == '"';
    }
  }
  return false;
}

/// Is it the declaration of such a function, as headers have it: a type before it, one of a name in its brackets?
bool isDeclaration(std::string_view before, std::string_view list) {
  constexpr std::string_view statements[] = {"return",   "else", "do", "case", "co_return",
                                             "co_yield", "and",  "or", "not"};
  const size_t last = before.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos || (!isWordPart(before[last]) && before[last] != '*')) return false;
  size_t begin = last + 1;
  while (begin > 0 && isWordPart(before[begin - 1])) --begin;
  const std::string_view word = before.substr(begin, last + 1 - begin);
  const std::string_view parameters = list.substr(0, list.find(';'));
  const bool hasTypes = holdsWord(parameters, "const") || holdsWord(parameters, "unsigned");
  const bool casts =
      parameters.find("(const") != std::string_view::npos || parameters.find("(unsigned") != std::string_view::npos;
  return std::ranges::find(statements, word) == std::end(statements) && hasTypes && !casts;
}

/// Is such a function taken by its address, under another name, or asked for by name itself: `= f;`, `run(f)`,
/// `#define F f`, `dlsym(h, "f")`? What is done with it is not looked at.
bool isHandedOn(std::string_view before, std::string_view after) {
  const size_t last = before.find_last_not_of(" \t\r\n"), next = after.find_first_not_of(" \t");
  if (last == std::string_view::npos) return false;
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  if (const size_t define = line.find("define"); define != std::string_view::npos && line.find('#') < define)
    return line.find_first_not_of(" \t", define + 6) != std::string_view::npos;
  const char end = next == std::string_view::npos ? '\n' : after[next];
  if (before.ends_with('"')) return after.starts_with('"') || after.starts_with("_v2\"");
  return std::string_view("=&(,{?:").find(before[last]) != std::string_view::npos &&
         std::string_view(";,)}:\r\n").find(end) != std::string_view::npos;
}

bool isOfName(char c) {
  constexpr std::string_view others = ":&<>,%*.+-";
  return isWordPart(c) || others.find(c) != std::string_view::npos;
}

bool isDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Behind a conversion of printf that begins at a `%`.
size_t behindConversion(std::string_view pattern, size_t at) {
  constexpr std::string_view kinds = "diouxXscp";
  const size_t kind = pattern.find_first_of(kinds, at + 1);
  return kind == std::string_view::npos ? pattern.size() : kind + 1;
}

/// Does a pattern of printf with something to hold on to make the name?
bool makes(std::string_view pattern, std::string_view name) {
  size_t fixed = 0, from = 0;
  bool isFirst = true;
  for (size_t at = 0; at <= pattern.size();) {
    const size_t next = std::min(pattern.find('%', at), pattern.size());
    const std::string_view piece = pattern.substr(at, next - at);
    fixed += piece.size();
    const size_t found = name.find(piece, from);
    if (found == std::string_view::npos || (isFirst && found != 0)) return false;
    from = found + piece.size();
    isFirst = false;
    if (next == pattern.size()) break;
    at = behindConversion(pattern, next);
    if (at == pattern.size()) from = name.size();
  }
  return fixed > 1 && from == name.size();
}

/// The text of `asm("…" "…" : …)` from its bracket on, without quotes and what follows it; nothing: it is made of more
/// than texts, or goes on behind them without operands.
struct AssemblyText {
  std::string text;
  bool hasOperands = false;
};
std::optional<AssemblyText> assemblyAt(std::string_view list) {
  AssemblyText found;
  size_t at = 1;
  for (; at < list.size(); ++at) {
    if (std::isspace(static_cast<unsigned char>(list[at])) != 0) continue;
    if (list[at] != '"') break;
    for (++at; at < list.size() && list[at] != '"'; ++at) {
      if (list[at] == '\\') ++at;
      const char c = at < list.size() ? list[at] : '\0';
      found.text += at > 0 && list[at - 1] == '\\' && c == 'n'   ? ';'
                    : at > 0 && list[at - 1] == '\\' && c == 't' ? ' '
                                                                 : c;
    }
  }
  if (at >= list.size() || (list[at] != ':' && list[at] != ')')) return std::nullopt;
  found.hasOperands = list[at] == ':';
  return found;
}

/// `k = f` in a line of assembly.
bool assigns(const std::string& text) {
  for (size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
    const size_t begin = text.rfind(';', at) == std::string::npos ? 0 : text.rfind(';', at) + 1;
    const std::vector<std::string_view> words = textWords(std::string_view(text).substr(begin, at - begin), " ");
    if (words.size() == 1 && words.front().find('%') == std::string_view::npos) return true;
  }
  return false;
}

/// Does assembly, from behind its word on, give a function a name: behind a declaration, `asm("k")`, or by a directive,
/// `.set k, f`? Instructions of a host or of PTX do not.
bool setsNames(std::string_view rest) {
  bool isStatement = false;
  size_t at = rest.find_first_not_of(" \t\r\n");
  while (at < rest.size() && isWordPart(rest[at])) {
    size_t end = at;
    while (end < rest.size() && isWordPart(rest[end])) ++end;
    constexpr std::string_view kinds[] = {"volatile", "__volatile__", "__volatile", "inline", "__inline__", "goto"};
    // Another name for the word, or, in the same line, instructions without brackets.
    if (std::ranges::find(kinds, rest.substr(at, end - at)) == std::end(kinds)) return rest.find('\n') < at;
    isStatement = true;
    at = rest.find_first_not_of(" \t\r\n", end);
  }
  if (at >= rest.size() || rest[at] != '(') return at >= rest.size() || rest.find('\n') < at;
  const std::optional<AssemblyText> assembly = assemblyAt(rest.substr(at));
  if (!assembly) return true;
  const std::string& text = assembly->text;
  constexpr std::string_view directives[] = {".set",   ".equ",   ".glob",    ".weak", ".symver",
                                             ".type",  ".sect",  ".quad",    ".long", ".pushsection",
                                             ".alias", ".macro", ".include", ".text", ".data"};
  const auto isSaid = [&](std::string_view one) {
    for (size_t place = text.find(one); place != std::string::npos; place = text.find(one, place + 1)) {
      if (place == 0 || !isWordPart(text[place - 1])) return true;
    }
    return false;
  };
  if (assigns(text) || std::ranges::any_of(directives, isSaid)) return true;
  const bool isName = !text.empty() && std::ranges::all_of(text, [](char c) { return isWordPart(c) || c == '$'; });
  return isName && !isStatement && !assembly->hasOperands;
}

/// `&ns::k<float>` names `k`.
std::string_view bareName(std::string_view quoted) {
  std::string_view name = quoted.substr(0, quoted.find('<'));
  const size_t last = name.find_last_of(":&");
  return last == std::string_view::npos ? name : name.substr(last + 1);
}

bool isNumbered(std::string_view quoted, std::string_view name) {
  return !quoted.empty() && name.starts_with(quoted) &&
         std::ranges::all_of(name.substr(quoted.size()), [](char c) { return isDigit(c) || c == '_'; });
}

}  // namespace

bool loadsByName(std::string_view text) {
  return std::ranges::any_of(loaders, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

bool loadsAnyName(std::string_view text) {
  return std::ranges::any_of(ofAnyName, [&](std::string_view call) {
    for (size_t at = text.find(call); at != std::string_view::npos; at = text.find(call, at + call.size())) {
      const std::string_view before = text.substr(0, at), list = listAt(text, at + call.size());
      if (list.empty() ? isHandedOn(before, text.substr(at + call.size()))
                       : !endsInText(list) && !isDeclaration(before, list))
        return true;
    }
    return false;
  });
}

bool scriptLoadsByName(std::string_view text) {
  return loadsByName(text) || std::ranges::any_of(loadersOfScripts, [&](std::string_view word) {
           return text.find(word) != std::string_view::npos;
         });
}

bool scriptLoadsAnyName(std::string_view text) {
  if (holdsWord(text, ofFiles)) return true;
  return std::ranges::any_of(ofScripts, [&](std::string_view call) {
    for (size_t at = text.find(call); at != std::string_view::npos; at = text.find(call, at + call.size())) {
      const std::string_view list = listAt(text, at + call.size());
      const std::string_view name = list.substr(0, list.find(')'));
      const size_t first = name.find_first_not_of("( \t\r\n");
      // A text that is put together counts as any.
      const bool isMade = name.find_first_of("{%+") != std::string_view::npos;
      if (first != std::string_view::npos && (name[first] != '"' || isMade)) return true;
    }
    return false;
  });
}

bool maySetNames(std::string_view text) {
  constexpr std::string_view words[] = {"asm", "__asm", "__asm__"};
  return std::ranges::any_of(words, [&](std::string_view word) {
    for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      const size_t end = at + word.size();
      const bool isWhole = (at == 0 || !isWordPart(text[at - 1])) && (end == text.size() || !isWordPart(text[end]));
      if (isWhole && setsNames(text.substr(end))) return true;
    }
    return false;
  });
}

std::set<std::string> quotedNames(std::string_view text) {
  constexpr size_t longest = 300;
  std::set<std::string> names;
  for (size_t at = text.find('"'); at != std::string_view::npos; at = text.find('"', at)) {
    const size_t begin = ++at;
    bool isName = true, isInAngles = false;
    for (; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
      const char c = text[at];
      isInAngles = isInAngles || c == '<';
      isName = isName && (isOfName(c) || (c == ' ' && isInAngles));
      if (c == '\\') ++at;
    }
    const bool isClosed = at < text.size() && text[at] == '"';
    if (isName && isClosed && at > begin && at - begin < longest) names.emplace(text.substr(begin, at - begin));
    if (isClosed) ++at;
  }
  return names;
}

bool mayName(const std::set<std::string>& quoted, const std::string& function) {
  std::set<std::string> bare;
  const std::string mangled = std::to_string(function.size()) + function;
  for (const std::string& one : quoted) {
    if (one.find("_Z") != std::string::npos && one.find(mangled) != std::string::npos) return true;
    if (one.find('%') != std::string::npos && makes(one, function)) return true;
    bare.emplace(bareName(one));
    if (isNumbered(bareName(one), function)) return true;
  }
  return canJoin(bare, function);
}

}  // namespace warpwright::model
