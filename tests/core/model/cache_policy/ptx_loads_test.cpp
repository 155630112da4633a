// Loads of PTX, joined to those of the source, and written with other operators. The text is as nvcc 13 writes it.

#include <QTest>

#include "core/model/cache_policy/ptx_loads.h"

using namespace warpwright;
using memsim::CacheOperator;

namespace {

/// step(nodes, edges, n): line 5 reads nodes twice, line 6 edges and nodes, line 7 through a pointer that was read,
/// line 8 what the source asks to be read past L1, and what `other` reads is none of it.
const std::string text = R"(.version 9.0
.target sm_90
.address_size 64

	// .globl	step
.func  (.param .b32 func_retval0) helper(
	.param .b64 helper_param_0
)
;
.visible .entry step(
	.param .u64 .ptr .align 1 step_param_0,
	.param .u64 .ptr .align 1 step_param_1,
	.param .u64 step_param_2
)
.maxntid 256, 1, 1
{
	.reg .pred 	%p<2>;
	.loc	1 3 0
	ld.param.u64 	%rd1, [step_param_0];
	ld.param.u64 	%rd2, [step_param_1];
	ld.param.u64 	%rd9, [step_param_2];
	cvta.to.global.u64 	%rd3, %rd1;
	cvta.to.global.u64 	%rd4, %rd2;
	.loc	1 5 3
	mad.lo.s64 	%rd5, %rd9, 8, %rd3;
	ld.global.u32 	%r1, [%rd5];
	ld.global.nc.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd5+16];
	mov.u64 	%rd6, %rd4;
$L__BB0_2:
	.loc	1 6 5
	@%p1 ld.global.u32 	%r2, [%rd6+4];
	ld.global.u32 	%r3, [%rd3];
	add.s64 	%rd6, %rd6, 4;
	.loc	1 7 5
	ld.global.u64 	%rd7, [%rd5+8];
	ld.u32 	%r4, [%rd7];
	.loc	1 8 5, function_name $L__info_string0, inlined_at 1 9 3
	ld.global.cg.u32 	%r5, [%rd6];
	ld.volatile.global.u32 	%r6, [%rd6];
	ld.shared.u32 	%r7, [%r6]; // ld.global.u32
	{ // callseq 0, 0
	.param .b64 param0;
	st.param.b64 	[param0+0], %rd7;
	} // callseq 0
	bra $L__BB0_2;
}
.visible .entry other(
	.param .u64 other_param_0
)
{
	ld.param.u64 	%rd1, [other_param_0];
	.loc	1 5 3
	ld.global.u32 	%r1, [%rd1];
	ret;
}
	.file	1 "/a/k.cu"
)";

KernelLoad load(uint32_t line, uint32_t column, const char* object, int parameter) {
  KernelLoad made;
  made.at = {"/b/k.cu", line, column};
  made.object = object;
  made.parameter = parameter;
  return made;
}

std::string lineOf(const std::string& from, size_t number) {
  size_t at = 0;
  for (size_t i = 0; i < number; ++i) at = from.find('\n', at) + 1;
  return from.substr(at, from.find('\n', at) - at);
}

}  // namespace

class PtxLoadsTest : public QObject {
  Q_OBJECT
 private slots:
  void loadsHaveLinesAndParameters() {
    const auto loads = ptxLoads(text, "step");
    QVERIFY(loads.ok());
    QStringList found;
    for (const PtxLoad& one : *loads) {
      found
          << QString("%1 %2 %3").arg(one.at.line).arg(one.parameter).arg(QString::fromStdString(toString(one.written)));
    }
    const QString plain = QString::fromStdString(toString(CacheOperator::normal));
    QCOMPARE(found, QStringList({"5 0 " + plain, "5 0 " + plain, "6 1 " + plain, "6 0 " + plain, "7 0 " + plain,
                                 "7 -1 " + plain, "8 1 " + QString::fromStdString(toString(CacheOperator::bypassL1))}));
    QCOMPARE(loads->front().at.file, std::string("/a/k.cu"));
    QVERIFY(!ptxLoads(text, "_Z4stepv").ok());
  }

  void operatorsAreWrittenWherePtxTakesThem() {
    const auto loads = ptxLoads(text, "step").value();
    const auto written = [&](size_t number, CacheOperator cacheOperator) {
      return lineOf(withOperators(text, {{loads[number].line, cacheOperator}}), loads[number].line);
    };
    QCOMPARE(written(0, CacheOperator::bypassL1), std::string("\tld.global.cg.u32 \t%r1, [%rd5];"));
    QCOMPARE(written(0, CacheOperator::noAllocate), std::string("\tld.global.L1::no_allocate.u32 \t%r1, [%rd5];"));
    // Cache operators stand before .nc, priorities behind it.
    QCOMPARE(written(1, CacheOperator::streaming),
             std::string("\tld.global.cs.nc.v4.f32 \t{%f1, %f2, %f3, %f4}, [%rd5+16];"));
    QCOMPARE(written(1, CacheOperator::evictFirst),
             std::string("\tld.global.nc.L1::evict_first.v4.f32 \t{%f1, %f2, %f3, %f4}, [%rd5+16];"));
    QCOMPARE(written(2, CacheOperator::evictLast), std::string("\t@%p1 ld.global.L1::evict_last.u32 \t%r2, [%rd6+4];"));
    QCOMPARE(written(5, CacheOperator::bypassL1), std::string("\tld.cg.u32 \t%r4, [%rd7];"));
    QCOMPARE(written(6, CacheOperator::normal), std::string("\tld.global.u32 \t%r5, [%rd6];"));
    QCOMPARE(withOperators(text, {}), text);
    QCOMPARE(withOperators(text, {{loads[0].line, CacheOperator::normal}}), text);
  }

  void loadsAreJoinedByLineAndParameter() {
    const auto ptx = ptxLoads(text, "step").value();
    const std::vector<KernelLoad> loads{load(5, 9, "nodes", 0),  load(5, 20, "nodes", 0), load(6, 5, "edges", 1),
                                        load(6, 15, "nodes", 0), load(7, 5, "nodes", 0),  load(7, 9, "", -1),
                                        load(9, 1, "gone", 2)};
    const auto joined = joinLoads(loads, ptx);
    const auto members = [&](size_t group) { return joined[group].loads; };
    QCOMPARE(joined.size(), size_t{5});
    QCOMPARE(members(0), (std::vector<size_t>{0, 1}));  // PTX has no columns
    QCOMPARE(joined[0].lines.size(), size_t{2});
    QCOMPARE(members(1), (std::vector<size_t>{2}));
    QCOMPARE(joined[1].lines, (std::vector<size_t>{ptx[2].line}));
    QCOMPARE(joined[2].lines, (std::vector<size_t>{ptx[3].line}));
    QCOMPARE(members(3), (std::vector<size_t>{4, 5}));  // one pointer is not known: the line is one
    QCOMPARE(joined[3].lines.size(), size_t{2});
    QVERIFY(joined[4].lines.empty());
  }

  // edges[i] of line 9 was read before the loop, in line 6 of PTX; two lines that read nodes are not told apart.
  void loadsOutOfTheirLineAreJoinedByTheirParameter() {
    const auto ptx = ptxLoads(text, "step").value();
    const auto joined = joinLoads({load(9, 5, "edges", 1), load(10, 5, "nodes", 0), load(11, 5, "nodes", 0)}, ptx);
    QCOMPARE(joined[0].lines, (std::vector<size_t>{ptx[2].line}));
    QVERIFY(joined[1].lines.empty() && joined[2].lines.empty());
  }

  void whatIsJoinedCountsAsOne() {
    std::vector<KernelLoad> loads{load(5, 9, "nodes", 0), load(5, 20, "nodes", 0), load(7, 5, "nodes", 0),
                                  load(7, 9, "", -1)};
    std::vector<memsim::RequestTrace> traces(1);
    for (const KernelLoad& one : loads) {
      traces[0].sites.push_back({memsim::EventKind::load, memsim::MemorySpace::global, CacheOperator::normal, 4, {}});
      traces[0].places.push_back({one.at, one.object, one.parameter});
      traces[0].globalCounts.push_back({.requests = 1});
    }
    // A store of the same place is not one of them.
    traces[0].sites.push_back({memsim::EventKind::store, memsim::MemorySpace::global, CacheOperator::normal, 4, {}});
    traces[0].places.push_back({loads[1].at, "nodes", 0});
    traces[0].globalCounts.push_back({.requests = 1});
    countTogether(traces, loads, joinLoads(loads, ptxLoads(text, "step").value()));
    QCOMPARE(traces[0].places[1].at.column, 9U);
    QCOMPARE(traces[0].places[3].at.column, 5U);
    QCOMPARE(traces[0].places[3].parameter, -1);
    QCOMPARE(traces[0].places[4].at.column, 20U);
    const PolicyModel model(traces, findDevice("H200").value(), {});
    QCOMPARE(model.loads().size(), size_t{2});
    QCOMPARE(model.loads()[0].requests, uint64_t{2});
  }
};

QTEST_GUILESS_MAIN(PtxLoadsTest)
#include "ptx_loads_test.moc"
