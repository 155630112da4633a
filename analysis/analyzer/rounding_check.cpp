#include "analysis/analyzer/rounding_check.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/file.h"
#include "core/base/text_lines.h"
#include "core/execute/gpu/cubin_symbols.h"
#include "core/execute/gpu/gpu_compiler.h"
#include "core/kernel/ptx_fusing.h"
#include "core/kernel/ptx_rounding.h"

namespace warpwright::analysis {
namespace {

constexpr size_t mostCodes = 64;

/// Where a line and column of the changed text stand in the text before: what is written in the place of something,
/// where that began. Nothing: the change has added them.
class PlacesBefore {
 public:
  PlacesBefore(const FileEdits& edits, const std::string& before, const std::string& after)
      : edits_(edits), before_(before), after_(after) {}

  std::optional<std::pair<uint32_t, uint32_t>> of(uint32_t line, uint32_t column) const {
    const size_t start = lineStart(after_, line);
    // A column 0 stands for the whole line.
    const size_t at = start + (column > 0 ? column - 1 : 0);
    std::ptrdiff_t moved = 0;
    std::optional<size_t> replaced;
    for (const TextEdit& edit : edits_.edits) {
      const size_t from = static_cast<size_t>(static_cast<std::ptrdiff_t>(edit.offset) + moved);
      if (at < from) break;
      if (at < from + edit.replacement.size() && edit.length == 0) return std::nullopt;
      if (at < from + edit.replacement.size()) replaced = edit.offset;
      if (replaced) break;
      moved += static_cast<std::ptrdiff_t>(edit.replacement.size()) - static_cast<std::ptrdiff_t>(edit.length);
    }
    const size_t old = replaced ? *replaced : static_cast<size_t>(static_cast<std::ptrdiff_t>(at) - moved);
    const std::string_view head = std::string_view(before_).substr(0, std::min(old, before_.size()));
    const auto lineBefore = static_cast<uint32_t>(std::count(head.begin(), head.end(), '\n') + 1);
    const auto columnBefore = static_cast<uint32_t>(old - lineStart(before_, lineBefore) + 1);
    return std::pair(lineBefore, column > 0 ? columnBefore : 0);
  }

 private:
  const FileEdits& edits_;
  const std::string &before_, &after_;
};

}  // namespace

struct RoundingCheck::Question {
  GpuCompileRequest request;  ///< of the text before
  std::vector<std::string> kernels;
  Rewrite change;
  NewConstants constants;
  std::map<std::string, std::string> before, after;  ///< texts of the files that change
  Error error;                                       ///< why there are no texts; without words: there are
};

void RoundingCheck::forget() {
  const std::lock_guard lock(mutex_);
  codes_.clear();
}

std::string RoundingCheck::compiler() const {
  const auto nvcc = toolkit_ ? findNvcc(toolkit_->string()) : std::nullopt;
  return nvcc ? "nvcc in " + nvcc->parent_path().string() : std::string();
}

RoundingCheck::Answer RoundingCheck::ask(const frontend::ParsedUnit& unit, const frontend::ParseOptions& options,
                                         std::vector<std::string> kernels, const Rewrite& change,
                                         const NewConstants& constants) {
  auto question = std::make_shared<Question>();
  const frontend::CompileCommand& command = unit.command();
  question->request.file = command.file;
  question->request.openTexts = options.openTexts;
  question->request.flags = command.flags;
  question->request.flags.insert(question->request.flags.end(), command.roundingFlags.begin(),
                                 command.roundingFlags.end());
  if (command.relocatableDevice) question->request.flags.push_back("-rdc=true");
  question->request.workingFolder = command.folder;
  question->request.arch = command.arch;
  question->request.lineInfo = true;
  question->kernels = std::move(kernels);
  question->change = change;
  question->constants = constants;
  for (const FileEdits& edits : change.files) {
    const Result<std::string> text = edits.creates ? Result<std::string>(std::string()) : unit.text(edits.file);
    Result<std::string> after = text.ok() ? applyEdits(edits, *text) : text;
    if (!after.ok()) question->error = after.error();
    if (!after.ok()) break;
    question->before[edits.file] = *text;
    question->after[edits.file] = *std::move(after);
  }
  return [this, question](std::stop_token stop) { return compare(*question, std::move(stop)); };
}

Result<std::string> RoundingCheck::codeOf(const Question& question, bool changed, std::stop_token stop) {
  GpuCompileRequest request = question.request;
  std::string key = request.arch + '\0' + request.file.string() + '\0' + request.workingFolder.string();
  if (changed) {
    for (const auto& [file, text] : question.after) request.openTexts[file] = text;
  }
  for (const std::string& flag : request.flags) key += '\0' + flag;
  for (const auto& [file, text] : request.openTexts) key += '\0' + file + '\0' + text;
  for (const auto& [file, text] : question.before) key += '\0' + file + '\0' + text;
  return kept(key, [&]() -> Result<std::string> {
    const auto nvcc = toolkit_ ? findNvcc(toolkit_->string()) : std::nullopt;
    if (!nvcc)
      return inputError(
          "no nvcc is there to compile both texts and compare: install a CUDA toolkit, or set CUDA_HOME to it");
    return compileToPtx(*nvcc, request, folder_.path(), stop);
  });
}

/// One code, or why there is none: whoever asks first makes it.
struct RoundingCheck::Code {
  std::mutex mutex;
  std::optional<Result<std::string>> made;
};

Result<std::string> RoundingCheck::kept(const std::string& key, const std::function<Result<std::string>()>& make) {
  std::shared_ptr<Code> code;
  {
    const std::lock_guard lock(mutex_);
    if (codes_.size() >= mostCodes && !codes_.contains(key)) codes_.clear();
    std::shared_ptr<Code>& place = codes_[key];
    if (!place) place = std::make_shared<Code>();
    code = place;
  }
  const std::lock_guard lock(code->mutex);
  if (code->made && code->made->ok()) return *code->made;
  code->made = make();
  return *code->made;
}

Result<std::string> RoundingCheck::settledCode(const Question& question, const std::string& code,
                                               const std::string& kernel, std::stop_token stop) {
  return kept("settled" + question.request.arch + '\0' + kernel + '\0' + code, [&]() -> Result<std::string> {
    const auto nvcc = findNvcc(toolkit_->string());
    if (!nvcc) return inputError("nvcc is no longer there");
    return settledPtx(code, kernel, [&](const std::string& ptx) -> Result<std::string> {
      const auto made = assemblePtx(*nvcc, question.request, ptx, folder_.path(), stop);
      if (!made.ok()) return made.error();
      const Result<std::string> cubin = readFile(*made);
      std::error_code ignored;
      std::filesystem::remove(*made, ignored);
      return cubin.ok() ? Result(gpu::cubinCode(*cubin)) : cubin.error();
    });
  });
}

namespace {

/// What a kernel of the code before is called in the code after: a change may have given it an argument, of type
/// unsigned. Kernels with overloads get none, so no other kernel has that name.
std::string nameIn(const std::string& ptx, const std::string& kernel) {
  const auto isThere = [&](const std::string& name) { return ptx.find(".entry " + name + "(") != std::string::npos; };
  if (isThere(kernel)) return kernel;
  if (isThere(kernel + "j")) return kernel + "j";
  if (!kernel.ends_with("v")) return kernel;
  const std::string alone = kernel.substr(0, kernel.size() - 1) + "j";  // in the place of no argument at all
  return isThere(alone) ? alone : kernel;
}

}  // namespace

Message RoundingCheck::compare(const Question& question, std::stop_token stop) {
  if (!question.error.message.empty()) return said(question.error);
  const Result<std::string> before = codeOf(question, false, stop);
  if (!before.ok()) return said(before.error());
  const Result<std::string> after = codeOf(question, true, stop);
  if (!after.ok()) return said(after.error());
  const auto nameOf = [&](bool isAfter, const SourcePosition& at) {
    std::error_code ignored;
    const std::string file =
        std::filesystem::weakly_canonical(sourceOf(question.request, folder_.path(), at.file), ignored).string();
    std::string name = file + ":";
    if (at.line == 0) return name + "0";  // moved out of its statement
    const auto edits = std::find_if(
        question.change.files.begin(), question.change.files.end(),
        [&](const FileEdits& one) { return std::filesystem::weakly_canonical(one.file, ignored) == file; });
    if (!isAfter || edits == question.change.files.end())
      return name + std::to_string(at.line) + ":" + std::to_string(at.column);
    const PlacesBefore places(*edits, question.before.at(edits->file), question.after.at(edits->file));
    const auto place = places.of(at.line, at.column);
    if (!place) return name + "new " + std::to_string(at.line) + ":" + std::to_string(at.column);
    return name + std::to_string(place->first) + ":" + std::to_string(place->second);
  };
  for (const std::string& kernel : question.kernels) {
    const std::string nameAfter = nameIn(*after, kernel);
    const Result<std::string> settled = settledCode(question, *before, kernel, stop);
    const Result<std::string> settledAfter = settledCode(question, *after, nameAfter, stop);
    if (!settled.ok()) return said(settled.error());
    if (!settledAfter.ok()) return said(settledAfter.error());
    const auto own =
        ptxRounding(*settled, kernel, [&](const SourcePosition& at) { return nameOf(false, at); }, question.constants);
    const auto changed = ptxRounding(
        *settledAfter, nameAfter, [&](const SourcePosition& at) { return nameOf(true, at); }, question.constants);
    if (!own.ok()) return said(own.error());
    if (!changed.ok()) return said(changed.error());
    if (Message why = roundingDifference(*own, *changed); !why.empty()) return why;
  }
  return {};
}

Message roundingUnknown(const Message& why, const Message& open) {
  return {"Whether products and sums would be rounded as before is not known: %1, and %2.", why, open};
}

}  // namespace warpwright::analysis
