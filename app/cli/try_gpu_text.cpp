#include "app/cli/try_gpu_text.h"

#include <nlohmann/json.hpp>

#include "app/cli/cache_policy_text.h"
#include "app/cli/output.h"
#include "app/cli/tune_text.h"
#include "core/base/number_text.h"
#include "core/base/symbol_name.h"

namespace warpwright::cli {
namespace {

using nlohmann::json;

constexpr double milliseconds = 1e3;

std::string rangeText(const Interval& seconds) {
  return printed("%.4g ms (%.4g … %.4g)", seconds.value * milliseconds, seconds.low * milliseconds,
                 seconds.high * milliseconds);
}

std::string kernelText(const SpedKernel& kernel) {
  std::string text = printed("%5.1f %%  %s, %s", kernel.share * 100, functionName(kernel.profile.name).c_str(),
                             countText(kernel.profile.launches, "launch", "launches").c_str());
  if (kernel.tuned) text += ", " + countText(kernel.tuned->table.tried(), "variant", "variants") + " judged";
  if (!kernel.whyNot.empty()) return text + ": " + kernel.whyNot + "\n";
  text += kernel.gain ? printed(": a launch is %.2fx as fast by ", *kernel.gain) : ": ";
  text += kernel.words + "\n";
  for (const std::string& line : restsOn(*kernel.tuned)) text += "           " + line + "\n";
  return text;
}

json kernelJson(const SpedKernel& kernel) {
  json object = {{"kernel", kernel.profile.name},
                 {"share", kernel.share},
                 {"launches", kernel.profile.launches},
                 {"total_ns", kernel.profile.totalNs},
                 {"file", kernel.file},
                 {"why_not", kernel.whyNot},
                 {"change", kernel.words},
                 {"gain", nullptr},
                 {"variants", 0},
                 {"session", ""}};
  if (kernel.gain) object["gain"] = *kernel.gain;
  if (kernel.tuned) {
    object["variants"] = kernel.tuned->table.tried();
    object["session"] = kernel.tuned->table.session;
  }
  return object;
}

}  // namespace

std::string speedupText(const ProgramSpeedup& speedup, const std::filesystem::path& patch) {
  const WholeProgram& whole = speedup.whole;
  std::string text = displayPath(whole.program) + " on " + whole.device + ": kernels take " +
                     rangeText(whole.kernelsBefore) + " of " + rangeText(whole.wholeBefore) +
                     " between the first and the last of all that the GPU does.\n";
  for (const SpedKernel& kernel : speedup.kernels) text += kernelText(kernel);
  if (!speedup.isChanged()) return text + "The program is as fast as it was: nothing was changed.\n";
  text += printed("The changed program: kernels take %s, %.3fx; all %s, %.3fx.\n",
                  rangeText(whole.kernelsAfter).c_str(), gainOf(whole.kernelsBefore, whole.kernelsAfter),
                  rangeText(whole.wholeAfter).c_str(), gainOf(whole.wholeBefore, whole.wholeAfter));
  const OutputComparison& outputs = whole.outputs;
  if (!outputs.difference.empty())
    return text + "It differs from the original, and no patch was written. " + outputs.difference + "\n";
  text += "What it leaves is the same: exit code, " + countText(outputs.words, "word", "words") + " that it prints, " +
          countText(outputs.files, "file", "files") + " that it writes.\n";
  for (const std::string& part : outputs.notCompared) text += "  Not compared: " + part + ".\n";
  return text + "The patch is in " + displayPath(patch.string()) + "; no file of yours was changed.\n";
}

json speedupJson(const ProgramSpeedup& speedup, const std::filesystem::path& patch) {
  json kernels = json::array(), files = json::array();
  for (const SpedKernel& kernel : speedup.kernels) kernels.push_back(kernelJson(kernel));
  for (const VariantFile& file : speedup.files) files.push_back(file.path);
  const WholeProgram& whole = speedup.whole;
  return {{"schema", "warpwright.try_gpu/1"},
          {"program", whole.program},
          {"device", whole.device},
          {"driver", "CUDA " + whole.driver},
          {"kernels", kernels},
          {"kernel_seconds", timesJson(whole.kernelsBefore, whole.kernelsAfter)},
          {"gpu_seconds", timesJson(whole.wholeBefore, whole.wholeAfter)},
          {"outputs", toJson(whole.outputs)},
          {"files", files},
          {"patch", patch.string()}};
}

}  // namespace warpwright::cli
