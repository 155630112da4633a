#include "core/kernel/ptx_text.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "core/base/text_lines.h"
#include "core/kernel/kernel_name.h"

namespace warpwright {
namespace {

std::string_view trimmed(std::string_view text) {
  const size_t from = text.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") + 1 - from);
}

}  // namespace

bool isPtxWord(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

uint32_t ptxNumber(std::string_view text) {
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string_view ptxInstruction(std::string_view line) {
  std::string_view text = trimmed(line.substr(0, line.find("//")));
  if (text.starts_with('@')) text = trimmed(text.substr(std::min(text.find_first_of(" \t"), text.size())));
  return text;
}

std::string_view ptxMnemonic(std::string_view instruction) {
  return instruction.substr(0, instruction.find_first_of(" \t;"));
}

size_t ptxFunctionEnd(const PtxLines& lines, size_t begin) {
  int depth = 0;
  size_t end = begin;
  for (; end < lines.size(); ++end) {
    const std::string_view text = ptxInstruction(lines[end]);
    if (depth == 0 && text.ends_with(';')) break;  // declared only
    const bool wasOpen = depth > 0;
    depth += static_cast<int>(std::count(text.begin(), text.end(), '{') - std::count(text.begin(), text.end(), '}'));
    if (wasOpen && depth == 0) break;
  }
  return end;
}

std::vector<PtxFunction> ptxFunctions(const PtxLines& lines, const std::string& kernel) {
  std::vector<PtxFunction> found;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string_view head = ptxInstruction(lines[i]);
    const size_t entry = head.find(".entry ");
    if (entry == std::string_view::npos && head.find(".func ") == std::string_view::npos) continue;
    PtxFunction function{i, ptxFunctionEnd(lines, i), false};
    i = function.end;
    if (entry != std::string_view::npos) {
      const auto words = textWords(head.substr(entry + 7), " \t(");
      function.isKernel = !words.empty() && isCompiledAs(kernel, std::string(words[0]));
      if (!function.isKernel) continue;
    }
    found.push_back(function);
  }
  return found;
}

bool isPtxBranch(std::string_view root) {
  return isPtxWord(root, {"bra", "brx", "ret", "exit", "trap"});
}

std::vector<size_t> ptxBlocks(const PtxLines& lines, const PtxFunction& function) {
  std::vector<size_t> blocks;
  size_t block = 0;
  for (size_t i = function.begin; i < std::min(function.end, lines.size()); ++i) {
    const std::string_view text = ptxInstruction(lines[i]);
    if (text.ends_with(':')) ++block;
    blocks.push_back(block);
    if (isPtxBranch(text.substr(0, text.find_first_of(" \t.;")))) ++block;
  }
  return blocks;
}

std::map<uint32_t, std::string> ptxFiles(const PtxLines& lines) {
  std::map<uint32_t, std::string> files;
  for (const std::string_view line : lines) {
    const std::string_view text = trimmed(line);
    const size_t open = text.find('"');
    if (!text.starts_with(".file") || open == std::string_view::npos) continue;
    files[ptxNumber(trimmed(text.substr(5)))] = std::string(text.substr(open + 1, text.find('"', open + 1) - open - 1));
  }
  return files;
}

PtxLocation ptxLocation(std::string_view directive, const std::map<uint32_t, std::string>& files) {
  const auto words = textWords(directive, " \t,");
  const auto position = [&](size_t first) -> SourcePosition {
    if (first + 2 >= words.size()) return {};
    const auto file = files.find(ptxNumber(words[first]));
    if (file == files.end()) return {};
    return {file->second, ptxNumber(words[first + 1]), ptxNumber(words[first + 2])};
  };
  PtxLocation location{position(1), {}};
  for (size_t i = 4; i < words.size(); ++i) {
    if (words[i] == "inlined_at") location.calledAt = position(i + 1);
  }
  return location;
}

void PtxAddresses::note(std::string_view instruction) {
  const std::string_view mnemonic = ptxMnemonic(instruction);
  const auto operands = textWords(instruction.substr(mnemonic.size()), " \t,;{}");
  if (operands.size() < 2 || !operands[0].starts_with("%rd")) return;
  Made made;
  made.isGlobal = mnemonic.starts_with("cvta.to.global");
  if (mnemonic.starts_with("ld.param")) {
    // [NAME_param_3+8]: memory of the function's own calls has other names.
    const size_t at = operands[1].rfind("_param_");
    if (at != std::string_view::npos) made.parameter = static_cast<int>(ptxNumber(operands[1].substr(at + 7)));
  } else if (!mnemonic.starts_with("ld.")) {
    for (size_t i = 1; i < operands.size(); ++i) {
      if (operands[i].starts_with("%rd")) made.from.emplace_back(operands[i]);
    }
  }
  made_[std::string(operands[0])].push_back(std::move(made));
}

int PtxAddresses::parameterOf(std::string_view operand) const {
  std::set<int> pointers, values;
  std::set<std::string> seen;
  const size_t from = operand.find('%');
  if (from == std::string_view::npos) return -1;
  follow(std::string(operand.substr(from, operand.find_first_of("+]- ", from) - from)), false, pointers, values, seen);
  // A 64-bit index is a parameter, too: the one that was made a global address is the pointer.
  const std::set<int>& found = pointers.empty() ? values : pointers;
  return found.size() == 1 ? *found.begin() : -1;
}

void PtxAddresses::follow(const std::string& name, bool isPointer, std::set<int>& pointers, std::set<int>& values,
                          std::set<std::string>& seen) const {
  if (!seen.insert(name + (isPointer ? "!" : "")).second) return;
  const auto found = made_.find(name);
  if (found == made_.end()) return;
  for (const Made& made : found->second) {
    if (made.parameter >= 0) (isPointer ? pointers : values).insert(made.parameter);
    for (const std::string& from : made.from) follow(from, isPointer || made.isGlobal, pointers, values, seen);
  }
}

size_t ptxFirstBehind(const PtxLines& lines, const PtxFunction& function, size_t line) {
  const bool mayBeCalledAgain = !function.isKernel;
  if (mayBeCalledAgain) return function.begin;
  const size_t end = std::min(function.end, lines.size());
  std::map<std::string_view, size_t> labels;
  for (size_t i = function.begin; i < end; ++i) {
    const std::string_view text = ptxInstruction(lines[i]);
    if (text.ends_with(':')) labels.try_emplace(text.substr(0, text.size() - 1), i);
  }
  size_t first = line;
  for (bool again = true; again;) {
    again = false;
    for (size_t i = first; i < end; ++i) {
      if (lines[i].find("bra") == std::string_view::npos && lines[i].find("brx") == std::string_view::npos) continue;
      bool isKnown = false;
      for (const std::string_view word : textWords(lines[i], " \t,{}[]();")) {
        const auto target = labels.find(word);
        if (target == labels.end()) continue;
        isKnown = true;
        again = again || target->second < first;
        first = std::min(first, target->second);
      }
      if (!isKnown || lines[i].find("brx") != std::string_view::npos) return function.begin;
    }
  }
  return first;
}

}  // namespace warpwright
