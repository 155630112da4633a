#include "core/execute/service/analysis_service.h"

namespace warpwright {
namespace {

class InlineAnalysisService final : public AnalysisService {
 public:
  InlineAnalysisService(std::function<Result<AnalysisResult>(const AnalysisRequest&)> analyze,
                        std::function<Result<Rewrite>(const RewriteRequest&)> rewrite)
      : analyze_(std::move(analyze)), rewrite_(std::move(rewrite)) {}

  void analyze(AnalysisRequest request, AnalysisHandler deliver, ProgressHandler progress) override {
    if (progress) progress(0, "analysis");
    deliver(analyze_(request), true);
  }
  void rewrite(RewriteRequest request, RewriteHandler deliver) override { deliver(rewrite_(request)); }
  void cancel() override {}
  bool waitUntilIdle(std::chrono::milliseconds) override { return true; }

 private:
  std::function<Result<AnalysisResult>(const AnalysisRequest&)> analyze_;
  std::function<Result<Rewrite>(const RewriteRequest&)> rewrite_;
};

}  // namespace

std::unique_ptr<AnalysisService> makeInlineAnalysisService(
    std::function<Result<AnalysisResult>(const AnalysisRequest&)> analyze,
    std::function<Result<Rewrite>(const RewriteRequest&)> rewrite) {
  return std::make_unique<InlineAnalysisService>(std::move(analyze), std::move(rewrite));
}

}  // namespace warpwright
