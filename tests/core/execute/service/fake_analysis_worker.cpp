#include <unistd.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/json_text.h"
#include "core/execute/service/request_json.h"
#include "core/finding/analysis_result.h"
#include "core/finding/rewrite.h"

using namespace warpwright;
using nlohmann::json;

namespace {

void say(const json& answer) {
  std::cout << answer.dump() << std::endl;
}

/// One kernel, named after this process and the file: tells whether a worker was started anew.
AnalysisResult answerFor(const AnalysisRequest& request) {
  AnalysisResult result;
  KernelSummary kernel;
  kernel.name = std::to_string(::getpid());
  kernel.signature = request.paths.empty() ? "" : request.paths[0].filename().string();
  result.kernels.push_back(kernel);
  return result;
}

}  // namespace

/// What it does is the name of the file it is asked to analyse.
int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const json request = json::parse(line);
    const json id = request["id"];
    if (request["method"] == "rewrite") {
      const auto wanted = rewriteRequestFromJson(request["params"]);
      Rewrite rewrite;
      rewrite.summary = wanted->opportunity + " " + wanted->values.at("c");
      for (const auto& [path, text] : wanted->context.openTexts) rewrite.files.push_back({path, 7, {{0, 0, text, ""}}});
      say({{"id", id}, {"result", toJson(rewrite)}});
      continue;
    }
    const auto wanted = analysisRequestFromJson(request["params"]);
    const std::string name = wanted->paths[0].filename().string();
    if (name == "crash.cu") ::raise(SIGSEGV);
    if (name == "exit.cu") return 3;
    if (name == "hang.cu") std::this_thread::sleep_for(std::chrono::hours(1));
    if (name == "slow.cu") std::this_thread::sleep_for(std::chrono::milliseconds(60));
    if (name == "nonsense.cu") std::cout << "not json\n{\"id\":99,\"result\":{}}\n[1]\n{\"id\":null}" << std::endl;
    if (name == "error.cu") {
      SourceRange range;
      range.begin = {"error.cu", 3, 1};
      say({{"id", id}, {"error", Error{ErrorKind::input, "no CUDA in it", range}}});
      continue;
    }
    say({{"id", id}, {"progress", {{"fraction", 0.5}, {"phase", "proofs"}}}});
    if (name == "stages.cu") say({{"id", id}, {"partial", toJson(answerFor(*wanted))}});
    say({{"id", id}, {"result", toJson(answerFor(*wanted))}});
    if (name == "last.cu") return 0;
  }
}
