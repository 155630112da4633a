#pragma once

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QThread>
#include <atomic>
#include <memory>

#include "views/diff/preview_page.h"
#include "views/shared/theme.h"
#include "views/window/main_window.h"
#include "views/window/pages.h"
#include "views/window/window_actions.h"
#include "views_fixture.h"

namespace warpwright::views::testing {

/// A window over functions: the analysis answers from the text, the engine says what the test wants.
struct Bench {
  explicit Bench(bool identical = true) {
    path = folder.filePath("p/descend.cu");
    QDir(folder.path()).mkpath("p");
    write(path, kernelText);
    file = QFileInfo(path).canonicalFilePath().toStdString();
    const auto textOf = [](const AnalysisRequest& request, const std::string& of) {
      const auto open = request.openTexts.find(of);
      return open != request.openTexts.end() ? open->second : read(QString::fromStdString(of));
    };
    service = makeInlineAnalysisService(
        [=, this](const AnalysisRequest& request) -> Result<AnalysisResult> {
          const std::string of = request.paths[0].string();
          if (!request.onlyPrograms) observedAsked = request.observed;
          if (!request.onlyPrograms) {
            AnalysisResult answer = answerFor(of, textOf(request, of));
            if (changeAnswer) changeAnswer(answer);
            return answer;
          }
          AnalysisResult list;
          list.programs = programs;
          list.passes = describedPasses();
          return list;
        },
        [this, textOf](const RewriteRequest& request) -> Result<Rewrite> {
          const std::string of = request.context.paths[0].string();
          Rewrite rewrite = rewriteOf(of, textOf(request.context, of));
          if (onlyCreates) rewrite.files.clear();
          rewrite.files.insert(rewrite.files.end(), created.begin(), created.end());
          return rewrite;
        });
    services.analysis = service.get();
    services.makeAnalysis = [=] {
      return makeInlineAnalysisService(
          [=](const AnalysisRequest& request) -> Result<AnalysisResult> {
            const std::string of = request.paths[0].string();
            return answerFor(of, textOf(request, of));
          },
          [=](const RewriteRequest& request) -> Result<Rewrite> {
            const std::string of = request.context.paths[0].string();
            return rewriteOf(of, textOf(request.context, of));
          });
    };
    services.settingsFolder = folder.filePath("settings").toStdString();
    services.askTrust = [this](const std::string&) { return ++asked, trust; };
    services.run = [this](EngineJob job, const std::function<void(const EngineProgress&)>& progress,
                          std::stop_token stop) -> Result<EngineRun> {
      if (job.metrics) return tracedRun(job.openTexts.contains(file) && job.openTexts.at(file) != kernelText);
      checked.push_back(job);
      progress({"run", "descend, launch 1", 0.5});
      while (hold && !stop.stop_requested()) QThread::msleep(1);
      if (stop.stop_requested()) return cancelledError();
      EngineRun run;
      run.launches.resize(2);
      run.output = printed;
      if (job.observe) run.observed = seen;
      run.findings.push_back({"race",
                              "Threads 0 and 1 write `result[0]` without a barrier between them.",
                              "descend",
                              "result",
                              {file, 7, 3},
                              {}});
      return run;
    };
    services.requests = [this](EngineJob job, const std::function<void(const EngineProgress&)>& progress,
                               std::stop_token stop) -> Result<std::vector<memsim::RequestTrace>> {
      weighed.push_back(job);
      progress({"run", "descend, launch 1", 0.5});
      while (hold && !stop.stop_requested()) QThread::msleep(1);
      if (stop.stop_requested()) return cancelledError();
      if (breaks) return inputError("main.cu:7: it calls cuModuleLoad, which the engine does not emulate.");
      return std::vector{askingTwice()};
    };
    services.verify = [this, identical](EngineJob original, EngineJob variant,
                                        const std::function<void(const EngineProgress&)>& progress,
                                        std::stop_token stop) -> Result<Verification> {
      jobs = {original, variant};
      progress({"run", "descend, launch 1", 0.5});
      while (hold && !stop.stop_requested()) QThread::msleep(1);
      if (stop.stop_requested()) return cancelledError();
      Verification verification;
      verification.identical = identical;
      verification.summary = identical ? "Identical. 1 launch, 64 results compared bit by bit." : "Results differ.";
      if (!identical) verification.differences = {{"p", 3, "4", "5", 1, "p[3]: original 4, variant 5."}};
      if (breaks) {
        verification.original.failure =
            inputError("main.cu:7: it calls cuModuleLoad, which the engine does not emulate.");
        verification.summary = "The original did not run to its end: " + verification.original.failure->message;
        verification.differences.clear();
      }
      return verification;
    };
    open();
  }
  void open() {
    theme = std::make_unique<Theme>();
    window = std::make_unique<MainWindow>(services, *theme);
    window->show();
  }
  /// A variant takes half of everything.
  EngineRun tracedRun(bool variant) const {
    using namespace memsim;
    LaunchMetrics metrics;
    metrics.device = "H200";
    metrics.blocks = metrics.tracedBlocks = 1;
    AccessCounts counts;
    counts.requests = counts.conflictFreeWavefronts = 10;
    counts.lanes = 320;
    counts.wavefronts = variant ? 10 : 20;
    metrics.totals = {{EventKind::load, memsim::MemorySpace::shared, counts}};
    metrics.arithmetic = ArithmeticCounts{1000, 640, 0};
    metrics.traffic.l2Reads = {20, 20};
    metrics.traffic.dramReads = variant ? CountRange{10, 10} : CountRange{20, 20};
    metrics.places = {{{file, 7, 3}, "result", EventKind::load, memsim::MemorySpace::shared, {}, counts, {}}};
    const double cost = variant ? 50 : 100;
    metrics.timing = TimingEstimate{cost, cost, {{"shared memory and L1", cost}}};
    EngineRun run;
    run.launches.push_back({"descend", {1, 1, 1}, {32, 1, 1}, 0, 0, 640, metrics});
    return run;
  }
  /// A load of line 7 that reads one line of memory twice, and one of line 8 that reads two once.
  memsim::RequestTrace askingTwice() const {
    using namespace memsim;
    RequestTrace trace;
    trace.kernel = "descend";
    trace.geometry = {1, 32, 0, 0};
    trace.tracedBlocks = trace.keptBlocks = 1;
    for (const uint32_t line : {7U, 8U}) {
      trace.sites.push_back({EventKind::load, memsim::MemorySpace::global, CacheOperator::normal, 4, {}});
      trace.places.push_back({{file, line, 3}, line == 7 ? "again" : "once"});
      trace.globalCounts.push_back({.requests = 2, .lanes = 64, .bytes = 256, .sectors = 8, .lines = 2});
    }
    trace.waves.push_back({{0, {RequestStream{}}}});
    for (const auto& [site, line] : {std::pair<uint32_t, uint64_t>{0, 1}, {1, 8}, {1, 9}, {0, 1}}) {
      trace.waves[0][0].warps[0].push_back(packLine(site, {line, 15}, false));
    }
    return trace;
  }
  EditorPage* page() { return window->pages().editor(file); }
  PreviewPage& preview() { return window->pages().preview(); }
  std::string shown() { return page()->text(); }
  void openFile() {
    window->openPath(file);
    QTRY_VERIFY(page());
    QTRY_COMPARE(window->findings().counts().total(), 2);
  }
  void previewIt() {
    window->actions().preview->trigger();
    QTRY_VERIFY(window->pages().previewInFront());
  }
  std::string after() const { return *applyEdits(rewriteOf(file, kernelText).files[0], kernelText); }

  QTemporaryDir folder;
  QString path;
  std::string file;
  Services services;
  std::unique_ptr<AnalysisService> service;
  Trust trust = Trust::once;
  int asked = 0;
  std::function<void(AnalysisResult&)> changeAnswer;  ///< before it is given; none: it is as `answerFor` says
  std::atomic<bool> hold = false;
  std::vector<ProgramSummary> programs;  ///< of the folder
  std::string printed;                   ///< by the program
  bool breaks = false;                   ///< the original cannot be run
  std::vector<FileEdits> created;        ///< by the rewrite, besides
  bool onlyCreates = false;              ///< the rewrite leaves the file that is there as it is
  std::vector<EngineJob> jobs, checked, weighed;
  std::vector<ObservedKernel> seen, observedAsked;  ///< what a run tells of launches; what the last analysis was told
  std::unique_ptr<Theme> theme;
  std::unique_ptr<MainWindow> window;
};

}  // namespace warpwright::views::testing
