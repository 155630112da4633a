#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/model/fused_chip/fused_run.h"
#include "core/report/svg_ink.h"

namespace warpwright {

/// One workload of HPCA'12's Table 1 on the model of a fused chip.
struct PreexecutionWorkload {
  std::string name;  ///< "VD"
  std::string size;  ///< "512K elements, 1 of 1 launches"; and "(paper: 1M)" where it was reduced
  memsim::FusedRun run;
};

/// Numbers of one figure: a value of each workload in each series, in the unit of the axis.
struct PreexecutionFigure {
  int number = 0;  ///< of HPCA'12
  std::string title, unit;
  std::vector<std::string> series;
  std::vector<std::vector<double>> values;  ///< by series, then by workload
  std::vector<double> means;                ///< by series, over the workloads
};

/// Figures 10 (IPC), 11 (L3 hit rate), 12 (accuracy), 13 (CPU over GPU instructions) and 17 (batch sizes).
std::vector<PreexecutionFigure> preexecutionFigures(const std::vector<PreexecutionWorkload>& workloads);

/// A figure of bars, 0 … width by 0 … preexecutionChartHeight.
inline constexpr double preexecutionChartHeight = 250, skipPanelHeight = 150;
std::string barChart(const PreexecutionFigure& figure, const std::vector<PreexecutionWorkload>& workloads, double width,
                     const SvgInk& ink);
/// Figure 6: the skip factor over simulated time, a panel a workload in rows of three; `height` gets its height.
std::string skipChart(const std::vector<PreexecutionWorkload>& workloads, double width, double& height,
                      const SvgInk& ink);

/// Speed-ups against the paper's averages, all figures as drawings and tables, and the conditions: a page by itself.
std::string preexecutionPage(const std::vector<PreexecutionWorkload>& workloads);
/// The same as data, every run with all its counts.
nlohmann::json preexecutionData(const std::vector<PreexecutionWorkload>& workloads);

/// Mean gain over the workloads, in percent: adaptive and profiled. HPCA'12 has 21.4 and 23.1.
struct PreexecutionGains {
  double adaptive = 0, profiled = 0;
};
PreexecutionGains meanGains(const std::vector<PreexecutionWorkload>& workloads);

}  // namespace warpwright
