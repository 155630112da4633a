#include "app/cli/tune_engine.h"

#include <nlohmann/json.hpp>

#include "analysis/variant_launch.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/capture/capture_file.h"
#include "core/variant/metric.h"

namespace warpwright::cli {
namespace {

/// A change that cannot be made is a variant less, whatever is wrong with it.
Error asInput(Error error) {
  if (error.kind == ErrorKind::usage) error.kind = ErrorKind::input;
  return error;
}

Verification verificationOf(const ReplayRun& original, const VariantReplay& replay) {
  Verification v;
  v.identical = replay.verdict() == VariantReplay::Verdict::same;
  v.summary = replay.message();
  v.findings = replay.newFindings;
  v.original.launches = {original.launch};
  v.variant.launches = {replay.run.launch};
  v.variant.failure = replay.run.failure;
  v.variant.findings = replay.run.findings;
  v.variant.notes = replay.run.notes;
  v.variant.seconds = replay.run.seconds;
  v.variant.compileSeconds = replay.run.compileSeconds;
  v.variant.peakBytes = replay.run.peakBytes;
  v.comparedLaunches = 1;
  for (const BufferComparison& buffer : replay.run.buffers) {
    v.comparedBytes += buffer.bytes;
    v.comparedElements += buffer.elements;
    if (buffer.same()) continue;
    v.differences.push_back({buffer.buffer, buffer.firstIndex, buffer.reference, buffer.actual, buffer.differing,
                             "Results differ: " + buffer.message()});
  }
  return v;
}

}  // namespace

Result<VariantRecord> RewriteMaker::make(const VariantSteps& steps, std::stop_token stop) {
  VariantRecord variant;
  variant.steps = steps;
  std::map<std::string, std::string> before, texts;
  analyzer_.setOpenTexts({});
  for (const VariantStep& step : steps) {
    Result<Rewrite> rewrite = analyzer_.rewrite(file_, step.opportunity, step.values, stop);
    if (!rewrite.ok()) {
      analyzer_.setOpenTexts({});
      return asInput(rewrite.error());
    }
    for (const FileEdits& edits : rewrite->files) {
      if (!texts.contains(edits.file)) {
        Result<std::string> text = readFile(edits.file);
        if (!text.ok()) return text.error();
        before[edits.file] = texts[edits.file] = *std::move(text);
      }
      Result<std::string> after = applyEdits(edits, texts[edits.file]);
      if (!after.ok()) return after.error();
      texts[edits.file] = *std::move(after);
    }
    analyzer_.setOpenTexts(texts);
    variant.summary += (variant.summary.empty() ? "" : " ") + rewrite->summary;
  }
  analyzer_.setOpenTexts({});
  for (const auto& [path, text] : texts) variant.files.push_back({path, before[path], text});
  variant.id = makeVariantId(variant.steps, variant.files);
  return variant;
}

Result<TuningJudgement> ReplayJudge::judge(const VariantRecord& variant, std::stop_token stop) {
  TuningJudgement judgement;
  if (variant.steps.empty()) {
    judgement.verification.summary = replayer_.notReproduced();
    judgement.verification.identical = judgement.verification.summary.empty();
    judgement.metrics = metricsOf(replayer_.original());
    return judgement;
  }
  ReplayVariant replayed;
  replayed.name = variant.id;
  for (const VariantFile& file : variant.files) replayed.openTexts[file.path] = file.after;
  Result<LaunchShape> shape = analysis::variantLaunch(replayer_.capture(), replayed.openTexts, stop);
  if (!shape.ok()) return asInput(shape.error());
  replayed.shape = *shape;
  Result<VariantReplay> replay = replayer_.run(replayed, progress_, stop);
  if (!replay.ok()) return replay.error();
  judgement.verification = verificationOf(replayer_.original(), *replay);
  if (judgement.verification.identical) judgement.metrics = metricsOf(replay->run);
  return judgement;
}

Result<std::string> identityOf(const std::filesystem::path& capture) {
  Result<CaptureReader> reader = CaptureReader::open(capture);
  if (!reader.ok()) return reader.error();
  uint64_t hash = hashText(toJson(reader->capture()).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  for (const CaptureChunk& chunk : reader->chunks()) {
    hash = hashText({reinterpret_cast<const char*>(chunk.hash.data()), sizeof chunk.hash}, hash);
  }
  return hexText(hash);
}

}  // namespace warpwright::cli
