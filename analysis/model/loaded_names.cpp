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
/// than texts, has letters by their numbers, or goes on behind them without operands.
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
      if (list[at] != '\\') {
        found.text += list[at];
        continue;
      }
      constexpr std::string_view escapes = "nrtvf\"\\'", meanings = ";;   \"\\'";
      const size_t which = ++at < list.size() ? escapes.find(list[at]) : std::string_view::npos;
      if (which == std::string_view::npos) return std::nullopt;
      found.text += meanings[which];
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
    const std::vector<std::string_view> words = textWords(std::string_view(text).substr(begin, at - begin), " \t\n");
    if (words.size() == 1 && words.front().find('%') == std::string_view::npos) return true;
  }
  return false;
}

/// Does assembly hold a directive besides those of PTX, of bytes and of alignment, none of which gives names?
bool hasDirective(std::string_view text) {
  constexpr std::string_view plain[] = {
      "reg",     "pred",          "local",    "shared", "param", "const", "align",         "p2align",
      "byte",    "loc",           "pragma",   "balign", "u8",    "u16",   "u32",           "u64",
      "s8",      "s16",           "s32",      "s64",    "b8",    "b16",   "b32",           "b64",
      "b128",    "f16",           "f32",      "f64",    "f16x2", "func",  "callprototype", "entry",
      "visible", "branchtargets", "volatile", "extern"};
  for (size_t at = text.find('.'); at != std::string_view::npos; at = text.find('.', at + 1)) {
    const bool isInside =
        at > 0 && (isWordPart(text[at - 1]) || std::string_view("%.$)]").find(text[at - 1]) != std::string_view::npos);
    size_t end = at + 1;
    while (end < text.size() && isWordPart(text[end])) ++end;
    const std::string_view word = text.substr(at + 1, end - at - 1);
    if (isInside || word.empty() || isDigit(word[0])) continue;
    if (std::ranges::find(plain, word) == std::end(plain)) return true;
  }
  return false;
}

/// The text in lines as the preprocessor joins them.
std::string joinedLines(std::string_view source) {
  std::string joined;
  for (const std::string_view line : textLines(source)) {
    const size_t last = line.find_last_not_of(" \t\r");
    const bool goesOn = last != std::string_view::npos && line[last] == '\\';
    joined += goesOn ? line.substr(0, last) : line;
    if (!goesOn) joined += '\n';
  }
  return joined;
}

/// Is the word a parameter of the macro whose definition stands before it: `#define AS(name) asm name`?
bool isParameter(std::string_view before, std::string_view word) {
  const size_t begin = before.rfind('\n');
  const std::string_view line = before.substr(begin == std::string_view::npos ? 0 : begin + 1);
  const size_t define = line.find("define"), open = std::min(line.find('('), line.size());
  return define != std::string_view::npos && define < open &&
         holdsWord(line.substr(open, line.find(')', open) - open), word);
}

/// Does assembly, from behind its word on, give a function a name: behind a declaration, `asm("k")`, or by a directive,
/// `.set k, f`? Instructions of a host or of PTX do not. `before`: what stands before the word.
bool setsNames(std::string_view before, std::string_view rest) {
  bool isStatement = false;
  size_t at = rest.find_first_not_of(" \t\r\n");
  while (at < rest.size() && isWordPart(rest[at])) {
    size_t end = at;
    while (end < rest.size() && isWordPart(rest[end])) ++end;
    constexpr std::string_view kinds[] = {"volatile", "__volatile__", "__volatile", "inline", "__inline__", "goto"};
    const std::string_view word = rest.substr(at, end - at);
    const size_t next = std::min(rest.find_first_not_of(" \t\r\n", end), rest.size());
    const bool isKind = std::ranges::find(kinds, word) != std::end(kinds);
    // Another name for the word, or, in the same line, instructions without brackets.
    if (!isKind && (next == rest.size() || rest[next] != '(')) return rest.find('\n') < at || isParameter(before, word);
    isStatement = isStatement || isKind;
    at = next;
  }
  if (at >= rest.size() || rest[at] != '(') return at >= rest.size() || rest.find('\n') < at;
  const std::optional<AssemblyText> assembly = assemblyAt(rest.substr(at));
  if (!assembly || assigns(assembly->text) || hasDirective(assembly->text)) return true;
  const std::string& text = assembly->text;
  // A name may have signs, `*k`, `k@V1`; instructions have several words, or end.
  const bool isName = !text.empty() && text.find_first_of(" \t\n;{}[]") == std::string::npos;
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

bool maySetNames(std::string_view source) {
  constexpr std::string_view words[] = {"asm", "__asm", "__asm__"};
  // A name may be parted between lines, too.
  if (source.find("asm") == std::string_view::npos && source.find("\\\n") == std::string_view::npos) return false;
  std::string text = joinedLines(source);
  if (text.find("asm") == std::string::npos) return false;
  text = withoutComments(text);
  return std::ranges::any_of(words, [&](std::string_view word) {
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      const size_t end = at + word.size();
      const bool isWhole = (at == 0 || !isWordPart(text[at - 1])) && (end == text.size() || !isWordPart(text[end]));
      if (isWhole && setsNames(std::string_view(text).substr(0, at), std::string_view(text).substr(end))) return true;
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
