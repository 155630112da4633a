// warpwright-ide: the window over the analysis worker and the CPU engine.
#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QTimer>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "app/ide/translations.h"
#include "core/base/file.h"
#include "core/base/temporary_folder.h"
#include "core/base/version.h"
#include "core/job/request_traces.h"
#include "views/shared/theme.h"
#include "views/window/main_window.h"

namespace {

/// `--session FILE` in one word, and a null behind the last. Qt takes two words of that name for an option of its own,
/// and the program would never see them.
std::vector<char*> inOneWord(int argc, char** argv, std::string& joined) {
  std::vector<char*> words;
  for (int i = 0; i < argc; ++i) {
    const bool isSession = std::strcmp(argv[i], "--session") == 0 || std::strcmp(argv[i], "-session") == 0;
    if (isSession && i + 1 < argc && joined.empty()) joined = std::string("--session=") + argv[++i];
    words.push_back(isSession && !joined.empty() ? joined.data() : argv[i]);
  }
  words.push_back(nullptr);
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace warpwright;
  QElapsedTimer clock;
  clock.start();
  // It is asked for where there is no display, too.
  if (argc == 2 && (std::strcmp(argv[1], "--version") == 0 || std::strcmp(argv[1], "-v") == 0)) {
    std::printf("warpwright-ide %s\nQt %s\n", versionText().c_str(), qVersion());
    return 0;
  }
  std::string joined;
  std::vector<char*> words = inOneWord(argc, argv, joined);
  int count = static_cast<int>(words.size()) - 1;
  QApplication application(count, words.data());
  QApplication::setApplicationName("warpwright");
  QApplication::setApplicationVersion(QString::fromStdString(versionText() + ", Qt ") + qVersion());
  QApplication::setDesktopFileName("warpwright");
  installTranslations(application);

  QCommandLineParser parser;
  parser.setApplicationDescription(QObject::tr("Finds what a CUDA kernel keeps in the wrong place."));
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument("path", QObject::tr("CUDA files or a folder to open."), "[PATH…]");
  const QCommandLineOption session("session", QObject::tr("Keep findings and results in this file."), "S");
  // For measuring the start from outside: prints how long it took until the text could be edited.
  QCommandLineOption timing("print-start-time");
  timing.setFlags(QCommandLineOption::HiddenFromHelp);
  parser.addOptions({session, timing});
  parser.process(application);

  sweepTemporaryFolders();
  views::Theme theme;
  QApplication::setWindowIcon(theme.icon("warpwright"));
  const std::unique_ptr<AnalysisService> analysis =
      makeProcessAnalysisService(programPath("warpwright-analysis-worker"));
  views::Services services;
  services.analysis = analysis.get();
  services.verify = [](EngineJob original, EngineJob variant, std::function<void(const EngineProgress&)> progress,
                       std::stop_token stop) {
    return verifyOnEngine(std::move(original), std::move(variant), progress, std::move(stop));
  };
  services.run = runOnEngine;
  services.requests = requestsOfProgram;
  services.profile = profileProgram;
  services.comparePrograms = comparePrograms;
  services.canRunPrograms = canRunPrograms;
  services.showsHints = true;
  services.makeAnalysis = [] { return makeProcessAnalysisService(programPath("warpwright-analysis-worker")); };
  views::MainWindow window(services, theme);
  if (parser.isSet(timing)) {
    QObject::connect(&window, &views::MainWindow::editable, &window, [&clock, &window] {
      // After the first paint: only then is the text really there to edit.
      QTimer::singleShot(0, &window,
                         [&clock] { std::printf("editable after %lld ms\n", clock.elapsed()), std::fflush(stdout); });
    });
  }
  window.show();
  if (parser.isSet(session)) window.openSession(parser.value(session).toStdString());
  if (parser.positionalArguments().isEmpty() && !parser.isSet(session)) window.restoreLast();
  for (const QString& path : parser.positionalArguments()) window.openPath(path.toStdString());
  return QApplication::exec();
}
