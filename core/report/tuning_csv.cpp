#include "core/report/tuning_csv.h"

#include "core/report/csv_cells.h"

namespace warpwright {

std::string tuningCsv(const std::vector<TuningTable>& tables) {
  std::string text =
      "kernel,program,target,device,metric,unit,variant,steps,accepted,reason,value,low,high,ratio,ratio_low,ratio_"
      "high,"
      "verdict,best,registers,shared_bytes,occupancy,conditions\r\n";
  for (const TuningTable& table : tables) {
    for (const TuningRow& row : table.rows) {
      text += csvLine(table.kernel, table.program, table.target, table.device, table.metric, table.unit, row.name,
                      toString(row.steps), row.accepted, row.reason, row.value, row.low, row.high, row.ratio,
                      row.ratioLow, row.ratioHigh, row.verdict, row.isBest, row.registers, row.sharedBytes,
                      row.occupancy, table.conditions);
    }
  }
  return text;
}

}  // namespace warpwright
