#include "core/execute/gpu/address_plan.h"

#include <QTest>
#include <algorithm>

#include "core/execute/gpu/cuda_driver.h"
#include "core/execute/gpu/gpu_sensors.h"

using namespace warpwright;
using namespace warpwright::gpu;

namespace {

constexpr uint64_t mega = uint64_t{1} << 20;

}  // namespace

class AddressPlanTest : public QObject {
  Q_OBJECT
 private slots:
  void reservationsAreWholeUnits() {
    const AddressPlan plan = planAddresses({{100 * mega + 512, 101 * mega}}, 2 * mega);
    QVERIFY((plan.reserved == std::vector<AddressRange>{{96 * mega, 128 * mega}}));
    QVERIFY((plan.mapped == std::vector<AddressRange>{{100 * mega, 102 * mega}}));
  }

  void whatTouchesIsOne() {
    const AddressPlan plan =
        planAddresses({{70 * mega, 71 * mega}, {0, 3}, {31 * mega, 33 * mega}, {3 * mega, 4 * mega}}, 2 * mega);
    QVERIFY((plan.reserved == std::vector<AddressRange>{{0, 96 * mega}}));
    QVERIFY((plan.mapped == std::vector<AddressRange>{{0, 4 * mega}, {30 * mega, 34 * mega}, {70 * mega, 72 * mega}}));
  }

  void everyPieceIsMappedInsideOneReservation() {
    std::vector<AddressRange> pieces;
    for (uint64_t i = 0; i < 40; ++i)
      pieces.push_back({0x200000000000 + i * i * 5 * mega, 0x200000000000 + i * i * 5 * mega + (i + 1) * mega});
    const AddressPlan plan = planAddresses(pieces, 2 * mega);
    const auto inside = [](const AddressRange& inner, const std::vector<AddressRange>& outer) {
      return std::count_if(outer.begin(), outer.end(),
                           [&](const AddressRange& o) { return o.begin <= inner.begin && inner.end <= o.end; });
    };
    for (const AddressRange& piece : pieces) QVERIFY(inside(piece, plan.mapped) == 1);
    for (const AddressRange& range : plan.mapped) {
      QVERIFY(inside(range, plan.reserved) == 1);
      QCOMPARE(range.begin % (2 * mega), uint64_t{0});
    }
    for (const AddressRange& range : plan.reserved)
      QCOMPARE(range.begin % reservationUnit + range.end % reservationUnit, uint64_t{0});
  }

  void marginsAreMappedToo() {
    const AddressPlan plan = planAddresses({{32 * mega, 33 * mega}}, 2 * mega, true);
    QVERIFY((plan.reserved == std::vector<AddressRange>{{0, 64 * mega}}));
    QVERIFY((plan.mapped == std::vector<AddressRange>{{30 * mega, 36 * mega}}));
  }

  void nothingNeedsNothing() { QVERIFY(planAddresses({}, 2 * mega).reserved.empty()); }

  void reasonsOfThrottlingAreNamed() {
    QCOMPARE(throttleText(0), std::string());
    QCOMPARE(throttleText(0x1 | 0x2 | 0x10 | 0x100), std::string());  // idle, set clocks
    QCOMPARE(throttleText(0x4 | 0x20), std::string("power limit, heat"));
  }

  void aMissingDriverIsSaid() {
    const auto driver = CudaDriver::load();
    if (driver.ok()) QSKIP("there is a driver here");
    QVERIFY(driver.error().message.find("NVIDIA driver") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(AddressPlanTest)
#include "address_plan_test.moc"
