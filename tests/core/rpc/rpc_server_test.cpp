#include <QTest>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "core/rpc/rpc_server.h"

using namespace warpwright;
using nlohmann::json;

/// Frames in pieces, errors by their codes, cancellation.
class RpcTest : public QObject {
  Q_OBJECT

  std::vector<json> said_;

  std::unique_ptr<RpcServer> server() {
    said_.clear();
    auto server = std::make_unique<RpcServer>(Framing::lines,
                                              [this](const std::string& line) { said_.push_back(json::parse(line)); });
    server->onRequest("double",
                      [](const json& params, std::stop_token) { return json(params.at("n").get<int>() * 2); });
    return server;
  }

 private slots:
  void readsFramesInPieces() {
    FrameReader reader(Framing::contentLength);
    const std::string text = framed(Framing::contentLength, "{}") + "Content-Type: x\r\ncontent-length: 3\r\n\r\nabc";
    std::vector<std::string> frames;
    for (const char c : text) {
      reader.add(std::string_view(&c, 1));
      const auto frame = reader.next();
      QVERIFY(frame.ok());
      if (frame->has_value()) frames.push_back(**frame);
    }
    QVERIFY((frames == std::vector<std::string>{"{}", "abc"}));
  }

  void goesOnAfterBadHeaders() {
    FrameReader reader(Framing::contentLength);
    reader.add("Content-Length: many\r\n\r\nContent-Length: 99999999999\r\n\r\nContent-Length: 1\r\n\r\n7");
    QVERIFY(!reader.next().ok());
    QVERIFY(!reader.next().ok());
    QVERIFY(reader.next().value() == "7");
  }

  void answersWithCodes_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("code");
    QTest::newRow("no JSON") << QByteArray("{") << int(rpcParseError);
    QTest::newRow("a batch") << QByteArray("[]") << int(rpcInvalidRequest);
    QTest::newRow("no version") << QByteArray(R"({"id":1,"method":"double"})") << int(rpcInvalidRequest);
    QTest::newRow("an id that is none") << QByteArray(R"({"jsonrpc":"2.0","id":{},"method":"double"})")
                                        << int(rpcInvalidRequest);
    QTest::newRow("no such method") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"x"})") << int(rpcMethodNotFound);
    QTest::newRow("wrong parameters") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"double","params":[1]})")
                                      << int(rpcInvalidParams);
  }
  void answersWithCodes() {
    QFETCH(QByteArray, line);
    QFETCH(int, code);
    const auto one = server();
    one->accept(line.toStdString() + "\n");
    QCOMPARE(said_.size(), size_t(1));
    QCOMPARE(said_[0]["error"]["code"].get<int>(), code);
    one->accept(R"({"jsonrpc":"2.0","id":"a","method":"double","params":{"n":4}})"
                "\n");
    QVERIFY(said_[1]["id"] == "a" && said_[1]["result"] == 8);
  }

  void stopsWhatIsCancelled() {
    const auto one = server();
    one->cancelBy("$/cancelRequest", "id");
    one->onRequest(
        "wait",
        [](const json&, std::stop_token stop) {
          while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
          return json(1);
        },
        true);
    one->accept(R"({"jsonrpc":"2.0","id":5,"method":"wait"})"
                "\n");
    one->accept(R"({"jsonrpc":"2.0","id":6,"method":"double","params":{"n":1}})"
                "\n");
    QCOMPARE(said_.size(), size_t(1));  // the slow one keeps nobody waiting
    one->accept(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":5}})"
                "\n");
    one->stopAll();
    QCOMPARE(said_.size(), size_t(2));
    QCOMPARE(said_[1]["error"]["code"].get<int>(), int(rpcRequestCancelled));
  }

  void saysNothingOfWhatIsCancelledWhereItIsAsked() {
    const auto one = server();
    one->cancelBy("stop", "which", CancelledRequest::unanswered);
    one->onRequest(
        "wait",
        [](const json&, std::stop_token stop) {
          while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
          return json(1);
        },
        true);
    one->accept("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"wait\"}\n");
    one->accept("{\"jsonrpc\":\"2.0\",\"method\":\"stop\",\"params\":{\"which\":5}}\n");
    one->stopAll();
    QVERIFY(said_.empty());
  }

  void asksInTurn() {
    const auto one = server();
    std::vector<std::string> heard;
    const auto hear = [&](const RpcAnswer& answer) {
      const auto* error = std::get_if<RpcError>(&answer);
      heard.push_back(error ? "refused: " + error->message : std::get<json>(answer).dump());
    };
    one->ask("first", {{"n", 1}}, hear);
    one->ask("second", json::object(), hear);
    one->ask("nobody waits", json::object());
    QCOMPARE(said_.size(), size_t(3));
    QVERIFY(said_[0]["method"] == "first" && said_[0]["params"]["n"] == 1 && said_[0]["id"] != said_[1]["id"]);
    const auto answer = [&](const json& to, const char* key, const json& value) {
      one->accept(json{{"jsonrpc", "2.0"}, {"id", to["id"]}, {key, value}}.dump() + "\n");
    };
    answer(said_[1], "error", {{"code", 1}, {"message", "not now"}});
    answer(said_[0], "result", 7);
    answer(said_[0], "result", 8);  // nobody waits for it any more
    answer(said_[2], "result", 9);
    QCOMPARE(heard, (std::vector<std::string>{"refused: not now", "7"}));
    QCOMPARE(said_.size(), size_t(3));
  }

  void takesBatchesWhereItIsAsked() {
    const auto one = server();
    one->takeBatches();
    one->accept(
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"double\",\"params\":{\"n\":4}},7,"
        "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}]\n[]\n");
    QCOMPARE(said_.size(), size_t(3));
    QVERIFY(said_[0]["result"] == 8);
    QVERIFY(said_[1]["error"]["code"] == int(rpcInvalidRequest) && said_[2]["error"]["code"] == int(rpcInvalidRequest));
  }
};

QTEST_APPLESS_MAIN(RpcTest)
#include "rpc_server_test.moc"
