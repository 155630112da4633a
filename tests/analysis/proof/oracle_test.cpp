#include <QTest>

#include <cstdlib>

#include "analysis/proof/proof.h"
#include "answer_checks.h"
#include "kernel_run.h"
#include "random_program.h"

using namespace warpwright;
using namespace warpwright::testing;
using proof::Answer;

namespace {

/// Runs of one program with small arguments and data.
struct Runs {
  std::vector<Run> runs;

  Runs(const KernelModel& model, const std::vector<Statement>& statements, uint64_t seed) {
    static constexpr int64_t values[] = {0, 1, 2, 3, 5, 7, -1, 4};
    Dice dice(seed + 77);
    for (int i = 0; i < 24; ++i) {
      std::unordered_map<SymbolId, uint64_t> shared;
      for (uint32_t s = 0; s < model.pool.symbolCount(); ++s) {
        const Symbol& symbol = model.pool.symbolAt(SymbolId{s});
        if (symbol.kind == SymbolKind::argument) shared[SymbolId{s}] = static_cast<uint32_t>(values[dice.below(8)]);
        if (symbol.kind == SymbolKind::blockIndex) shared[SymbolId{s}] = static_cast<uint64_t>(dice.below(3));
      }
      Run run = runKernel(model, statements, shared, seed * 100 + static_cast<uint64_t>(i));
      if (run.valid) runs.push_back(std::move(run));
    }
  }
};

/// Does the run keep what the answer assumes?
bool applies(const Answer& answer, const Run& run) {
  for (const Assumption& assumption : answer.assumptions) {
    const RunCheck& check = assumption.check;
    if (!check.at.isValid()) continue;
    if (run.outsideObject.count(check.at.line)) return false;
    if (check.kind == RunCheck::Kind::subscript && run.outsideDimension.count(check.at.line)) return false;
  }
  return true;
}

bool overlap(const KernelModel& model, const Event& a, const Event& b) {
  const Access &x = model.access(a.access), &y = model.access(b.access);
  return x.object == y.object && (b.offset - a.offset < x.bytes || a.offset - b.offset < y.bytes);
}

/// A byte that one thread writes and another one reads.
bool crossed(const KernelModel& model, ObjectId object, const Run& run) {
  for (const Event& a : run.events) {
    if (model.access(a.access).object != object || model.access(a.access).kind == AccessKind::read) continue;
    for (const Event& b : run.events) {
      if (model.access(b.access).kind != AccessKind::write && a.thread != b.thread && overlap(model, a, b)) return true;
    }
  }
  return false;
}

/// Two accesses that the removed barriers order in the run, and nothing else.
bool ordered(const KernelModel& model, const std::vector<BarrierId>& removed, const Run& run) {
  for (const std::vector<BarrierId>& passed : run.passed) {
    if (passed != run.passed[0]) return true;  // nothing may be claimed where threads pass barriers one by one
  }
  std::vector<uint32_t> walls{0};  // barriers that stay, before each epoch
  for (const BarrierId barrier : run.passed[0]) {
    walls.push_back(walls.back() + (std::find(removed.begin(), removed.end(), barrier) == removed.end() ? 1 : 0));
  }
  for (const Event& a : run.events) {
    for (const Event& b : run.events) {
      const bool write =
          model.access(a.access).kind != AccessKind::read || model.access(b.access).kind != AccessKind::read;
      if (a.thread == b.thread || a.epoch >= b.epoch || !write || !overlap(model, a, b)) continue;
      if (walls[a.epoch] == walls[b.epoch]) return true;
    }
  }
  return false;
}

/// Do all threads that have not returned pass the same barriers?
bool together(const Run& run) {
  const auto shorter = [](const auto& a, const auto& b) { return a.size() < b.size(); };
  const auto& longest = *std::max_element(run.passed.begin(), run.passed.end(), shorter);
  return std::all_of(run.passed.begin(), run.passed.end(), [&](const std::vector<BarrierId>& passed) {
    return std::equal(passed.begin(), passed.end(), longest.begin());
  });
}

/// Two threads that touch one byte of shared memory between two barriers.
bool races(const KernelModel& model, const Run& run) {
  for (const Event& a : run.events) {
    for (const Event& b : run.events) {
      const Access &x = model.access(a.access), &y = model.access(b.access);
      const bool write = x.kind != AccessKind::read || y.kind != AccessKind::read;
      const bool atomics = x.kind == AccessKind::atomic && y.kind == AccessKind::atomic;
      const bool isShared = model.object(x.object).space == MemorySpace::shared;
      if (isShared && write && !atomics && a.thread != b.thread && a.epoch == b.epoch && overlap(model, a, b))
        return true;
    }
  }
  return false;
}

/// Slots that a run contradicts: a thread whose accesses do not keep the distances.
bool strays(const KernelModel& model, ObjectId object, const proof::Slots& found, const Run& run) {
  std::vector<const Access*> accesses;
  for (const Access& access : model.accesses) {
    if (access.object == object) accesses.push_back(&access);
  }
  const auto slotsOf = [&](AccessId id) -> const std::vector<uint64_t>& {
    for (size_t i = 0;; ++i) {
      if (accesses[i]->id == id) return found.slotOfAccess[i];
    }
  };
  for (uint32_t thread = 0; thread < run.passed.size(); ++thread) {
    std::optional<uint64_t> start;  // of the thread's first slot
    std::set<uint64_t> places;
    for (const Event& event : run.events) {
      if (event.thread != thread || model.access(event.access).object != object) continue;
      places.insert(event.offset);
      const std::vector<uint64_t>& own = slotsOf(event.access);
      if (own.size() != 1) continue;
      if (start && *start != event.offset - own[0]) return true;
      start = event.offset - own[0];
    }
    if (places.size() > found.slotCount) return true;
    for (const Event& event : run.events) {
      if (!start || event.thread != thread || model.access(event.access).object != object) continue;
      const std::vector<uint64_t>& own = slotsOf(event.access);
      if (!own.empty() && std::find(own.begin(), own.end(), event.offset - *start) == own.end()) return true;
    }
  }
  return false;
}

}  // namespace

/// Verdicts against runs of random kernels. The runs share the index forms with the proofs and nothing else.
class OracleTest : public QObject {
  Q_OBJECT

  int programs() const {
    const char* wanted = std::getenv("WARPWRIGHT_ORACLE_PROGRAMS");
    return wanted ? std::atoi(wanted) : 36;
  }
  uint64_t firstSeed() const {
    const char* wanted = std::getenv("WARPWRIGHT_ORACLE_SEED");
    return wanted ? std::strtoull(wanted, nullptr, 10) : 1;
  }

 private slots:
  void nothingProvedIsContradicted() {
    proof::ProofOptions options;
    options.queryEffort = 100;
    int held = 0, refused = 0, confirmed = 0, removable = 0, kept = 0, keptConfirmed = 0, slotted = 0;
    int clean = 0, racing = 0, racingConfirmed = 0;
    double slowest = 0, total = 0;
    for (int i = 0; i < programs(); ++i) {
      const uint64_t seed = firstSeed() + static_cast<uint64_t>(i);
      const std::unique_ptr<KernelProgram> program = randomProgram(seed);
      const KernelModel model = program->finish();
      const Runs all(model, program->statements(), seed);
      const auto where = [&](const Answer& answer, const std::string& what) {
        return QString::fromStdString("seed " + std::to_string(seed) + ", " + what + ": " + textOf(answer) + "\n" +
                                      toText(model));
      };
      for (const MemoryObject& object : model.objects) {
        if (object.space != MemorySpace::shared) continue;
        const Answer answer = proof::provePrivate(model, object.id, options, {});
        slowest = std::max(slowest, answer.seconds);
        total += answer.seconds;
        bool meets = false;
        for (const Run& run : all.runs) meets = meets || (applies(answer, run) && crossed(model, object.id, run));
        if (answer.kind == Answer::Kind::holds) {
          QVERIFY2(!meets, qPrintable(where(answer, object.name)));
          ++held;
          const proof::Slots found = proof::findSlots(model, object.id, options, {});
          if (found.answer.kind != Answer::Kind::holds) continue;
          ++slotted;
          for (const Run& run : all.runs) {
            QVERIFY2(!applies(found.answer, run) || !strays(model, object.id, found, run),
                     qPrintable(where(found.answer, object.name + " slots")));
          }
        }
        if (answer.kind == Answer::Kind::violated) {
          ++refused;
          confirmed += meets ? 1 : 0;
        }
      }
      const Answer raceFree = proof::proveRaceFree(model, options, {});
      bool raced = false;
      for (const Run& run : all.runs) raced = raced || (applies(raceFree, run) && together(run) && races(model, run));
      if (raceFree.kind == Answer::Kind::holds) {
        QVERIFY2(!raced, qPrintable(where(raceFree, "races")));
        ++clean;
      }
      if (raceFree.kind == Answer::Kind::violated) {
        ++racing;
        racingConfirmed += raced ? 1 : 0;
      }
      std::vector<std::vector<BarrierId>> removals;
      for (const Barrier& barrier : model.barriers) removals.push_back({barrier.id});
      if (model.barriers.size() == 2) removals.push_back({BarrierId{0}, BarrierId{1}});
      for (const std::vector<BarrierId>& removed : removals) {
        const Answer answer = proof::proveBarriersRedundant(model, removed, {}, options, {});
        slowest = std::max(slowest, answer.seconds);
        total += answer.seconds;
        bool needed = false;
        for (const Run& run : all.runs) {
          // A barrier that the run does not pass orders nothing in it.
          if (applies(answer, run)) needed = needed || ordered(model, removed, run);
        }
        if (answer.kind == Answer::Kind::holds) {
          QVERIFY2(!needed, qPrintable(where(
                                answer, "barrier at line " + std::to_string(model.barriers[removed[0].value].line))));
          ++removable;
        }
        if (answer.kind == Answer::Kind::violated) {
          ++kept;
          keptConfirmed += needed ? 1 : 0;
        }
      }
    }
    qInfo(
        "private %d (slots %d), refused %d (%d seen), barriers removable %d, kept %d (%d seen), race-free %d, "
        "racing %d (%d seen), slowest %.3f s, total %.2f s",
        held, slotted, refused, confirmed, removable, kept, keptConfirmed, clean, racing, racingConfirmed, slowest,
        total);
    // The comparison means something only where there is something to contradict.
    QVERIFY(held >= programs() / 5);
    QVERIFY(slotted >= programs() / 10);
    QVERIFY(removable >= programs() / 10);
    QVERIFY(clean >= programs() / 10);
    QVERIFY(confirmed * 2 >= refused);
  }

  /// Races alone, in programs that are quick to run: which rounds of loops inside loops meet.
  void roundsThatAreFreeOfRacesHaveNone() {
    proof::ProofOptions options;
    options.queryEffort = 200;
    int clean = 0, racing = 0, confirmed = 0;
    const int count = programs() * 10;
    for (int i = 0; i < count; ++i) {
      const uint64_t seed = firstSeed() + static_cast<uint64_t>(i);
      const std::unique_ptr<KernelProgram> program = randomRounds(seed);
      const KernelModel model = program->finish();
      const Runs all(model, program->statements(), seed);
      const Answer answer = proof::proveRaceFree(model, options, {});
      bool raced = false;
      for (const Run& run : all.runs) raced = raced || (applies(answer, run) && together(run) && races(model, run));
      const auto text =
          QString::fromStdString("seed " + std::to_string(seed) + ": " + textOf(answer) + "\n" + toText(model));
      QVERIFY2(answer.kind != Answer::Kind::holds || !raced, qPrintable(text));
      clean += answer.kind == Answer::Kind::holds ? 1 : 0;
      racing += answer.kind == Answer::Kind::violated ? 1 : 0;
      confirmed += answer.kind == Answer::Kind::violated && raced ? 1 : 0;
    }
    qInfo("%d programs, race-free %d, racing %d (%d seen)", count, clean, racing, confirmed);
    QVERIFY(clean >= count / 20);
    QVERIFY(confirmed >= racing / 2);
  }
};

QTEST_GUILESS_MAIN(OracleTest)
#include "oracle_test.moc"
