#pragma once

#include "core/report/report_input.h"
#include "tests/support/described_passes.h"

/// A small report with one finding of each verdict, a verified variant, and source text that tries to break out.
inline warpwright::ReportInput sampleReport() {
  using namespace warpwright;
  ReportInput input;
  input.analysis.passes = describedPasses();
  input.title = "grid </title><script>document.title='pwned'</script>";
  input.root = "/project";
  const std::string file = "/project/src/a b.cu";
  const std::string before =
      "// \xe4 </textarea></style></script><script>document.title='pwned'</script>\n"
      "__global__ void k(int* out) {  // <img src=http://canary.invalid/x onerror=\"document.title='pwned'\">\n"
      "  __shared__ int result[256], prev[256];\n"
      "  const char* s = \"'\\\"<b>\"; /* \xe2\x80\xae */ int x = '\"'; \xff\xfe\n"
      "  result[threadIdx.x] = 1;\n"
      "  out[threadIdx.x] = result[threadIdx.x];\n"
      "}\n";
  std::string after = before;
  after.replace(after.find("result[256], "), 13, "result, ");
  input.sources[file] = before;

  UnitSummary unit;
  unit.file = file;
  unit.headers = "own";
  unit.missingHeaders = {"<script>.h"};
  unit.errors = {{Diagnostic::Severity::error, {{file, 4, 3}, 4, 5}, "unknown type name '<b>' & \"x\""}};
  input.analysis.units = {unit};

  KernelSummary kernel;
  kernel.name = "k<\"</script>\", (char)'>'>";
  kernel.signature = "void(int *)";
  kernel.nameAt = {file, 2, 17};
  kernel.definition = {{file, 2, 1}, 7, 2};
  Launch launch;
  launch.at = {file, 20, 3};
  launch.block = {256, 1, 1};
  kernel.launches = {launch};
  kernel.resources.registers = 17;
  kernel.resources.sharedBytes = 2048;
  Opportunity applicable;
  applicable.id = "shared_to_register-1";
  applicable.pass = "shared_to_register";
  applicable.kernel = kernel.name;
  applicable.subject = "result";
  applicable.range = {{file, 3, 18}, 3, 29};
  applicable.title = "Keep `result` in a register";
  applicable.verdict = VerdictKind::applicable;
  applicable.reason = {"Private: %1 writes what %2 reads; <script>alert(1)</script> %3.", lineText(5), lineText(6),
                       code("a<b>")};
  applicable.assumptions = {{"blockDim == (256,1,1) at every launch & \"more\"", runCheckFrom("block=256,1,1"), true}};
  applicable.evidence = {{{file, 5, 3}, "thread writes `result[threadIdx.x]`"}};
  applicable.estimate = {true, 1.02, 1.05, 1.08, "shared-memory issue", {}};
  Opportunity refused = applicable;
  refused.id = "shared_to_register-2";
  refused.subject = "prev";
  refused.title = "`prev` stays shared";
  refused.verdict = VerdictKind::refused;
  refused.estimate = {};
  Opportunity unknown = refused;
  unknown.id = "redundant_barrier-1";
  unknown.pass = "redundant_barrier";
  unknown.verdict = VerdictKind::unknown;
  kernel.opportunities = {refused, unknown, applicable};
  input.analysis.kernels = {kernel};

  VariantRecord variant;
  variant.steps = {{applicable.id, {{"c", "4"}}}};
  variant.files = {{file, before, after}};
  variant.id = makeVariantId(variant.steps, variant.files);
  variant.summary = "`result` to a register";
  variant.command = "100 '<x>'";
  Verification verification;
  verification.identical = true;
  verification.comparedLaunches = 5;
  verification.comparedElements = 500000;
  verification.summary = "Identical. 5 launches, 500,000 results compared bit by bit.";
  variant.verification = verification;
  input.variants = {variant};
  input.environment = {{"system", "Debian <12>"}};
  input.sessionFile = "/tmp/s'.wws";
  input.madeAt = 1795190400;
  return input;
}
