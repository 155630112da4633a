#include "analysis/engine/run/fault.h"

#include <signal.h>
#include <ucontext.h>

#include <atomic>
#include <mutex>

#include "analysis/engine/run/block_runner.h"
#include "analysis/engine/run/signal_stack.h"

namespace warpwright::engine {

namespace {

std::atomic<void (*)(const HostFault&)> hostFaultHandler{nullptr};
using HostAccess = bool (*)(uint64_t address, bool writes, uint64_t programCounter, bool& step);
std::atomic<HostAccess> hostAccessHandler{nullptr};
std::atomic<void (*)()> hostStepHandler{nullptr};
/// In the flags register: an interrupt after each instruction.
constexpr greg_t singleStep = 0x100;
/// In the error code of a page fault: it was a write.
constexpr greg_t pageWritten = 2;
constexpr size_t alternateBytes = 128u << 10;

/// Is the instruction a move of a whole vector register that demands an aligned address (movaps, movdqa and their
/// like)?
bool isAlignedMove(const uint8_t* code) {
  while (*code == 0x66 || (*code & 0xf0) == 0x40) ++code;
  switch (*code) {
    case 0x0f:
      code += 1;
      break;
    case 0xc5:
      code += 2;
      break;  // VEX
    case 0xc4:
      code += 3;
      break;
    case 0x62:
      code += 4;
      break;  // EVEX
    default:
      return false;
  }
  for (const uint8_t aligned : {0x28, 0x29, 0x2b, 0x6f, 0x7f, 0xe7}) {
    if (*code == aligned) return true;
  }
  return false;
}

/// The processor gives no address for what is misaligned, and none where it is no address at all.
FaultKind kindOf(int signal, const siginfo_t& info, const ucontext_t& context) {
  if (signal != SIGSEGV || info.si_code != SI_KERNEL) return FaultKind::memory;
  const auto counter = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
  return isAlignedMove(reinterpret_cast<const uint8_t*>(counter)) ? FaultKind::misaligned : FaultKind::noAddress;
}

/// Goes on at the worker's scheduler once the handler has returned.
bool leaveDeviceCode(int signal, uint64_t address, FaultKind kind, ucontext_t& context) {
  DeviceThread* thread = BlockRunner::current();
  if (thread == nullptr) return false;
  auto* registers = context.uc_mcontext.gregs;
  auto counter = static_cast<uint64_t>(registers[REG_RIP]);
  const CompiledKernel& kernel = *thread->runner->shape().kernel;
  if (kernel.code && !kernel.code->contains(counter) && thread->runner->onStack(registers[REG_RSP])) {
    // In a function that the kernel called: take the place of the call, the first return address into its code.
    const auto* word = reinterpret_cast<const uint64_t*>(registers[REG_RSP]);
    for (int i = 0; i < 512 && thread->runner->onStack(reinterpret_cast<uint64_t>(word + i)); ++i) {
      if (!kernel.code->contains(word[i])) continue;
      counter = word[i] - 1;
      break;
    }
  }
  void* stack = thread->runner->failFromSignal(signal, address, counter, kind);
  if (stack == nullptr) return false;
  registers[REG_RSP] = static_cast<greg_t>(reinterpret_cast<uint64_t>(stack));
  registers[REG_RIP] = static_cast<greg_t>(reinterpret_cast<uint64_t>(&engineResumeContext));
  return true;
}

void onFault(int signal, siginfo_t* info, void* context) {
  auto& state = *static_cast<ucontext_t*>(context);
  const auto address = reinterpret_cast<uint64_t>(info->si_addr);
  if (leaveDeviceCode(signal, address, kindOf(signal, *info, state), state)) return;
  if (const HostAccess taken = hostAccessHandler; taken != nullptr && signal == SIGSEGV) {
    auto* registers = state.uc_mcontext.gregs;
    bool step = false;
    if (taken(address, (registers[REG_ERR] & pageWritten) != 0, static_cast<uint64_t>(registers[REG_RIP]), step)) {
      if (step) registers[REG_EFL] |= singleStep;
      return;
    }
  }
  if (auto* handler = hostFaultHandler.load()) {
    handler({signal, address, static_cast<uint64_t>(state.uc_mcontext.gregs[REG_RIP])});
  }
  ::signal(signal, SIG_DFL);  // happens again once the handler has returned, and ends the process
}

/// The instruction that was let through is done.
void onSingleStep(int signal, siginfo_t*, void* context) {
  auto* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  auto* done = hostStepHandler.load();
  if ((registers[REG_EFL] & singleStep) == 0 || done == nullptr) {
    ::signal(signal, SIG_DFL);
    return;
  }
  registers[REG_EFL] &= ~singleStep;
  done();
}

/// The deadline: leaves device code where it stands. In the engine's own functions nothing is done; the signal comes
/// again until the kernel's code is running.
void onDeadline(int signal, siginfo_t*, void* context) {
  auto& state = *static_cast<ucontext_t*>(context);
  DeviceThread* thread = BlockRunner::current();
  if (thread == nullptr || !thread->runner->stopRequested()) return;
  const CompiledKernel& kernel = *thread->runner->shape().kernel;
  if (!kernel.code || !kernel.code->contains(static_cast<uint64_t>(state.uc_mcontext.gregs[REG_RIP]))) return;
  leaveDeviceCode(signal, 0, FaultKind::memory, state);
}

void install(int signal, void (*handler)(int, siginfo_t*, void*), int flags) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

void installOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) install(signal, onFault, 0);
    install(deadlineSignal, onDeadline, SA_RESTART);
  });
}

}  // namespace

void installFaultHandlers(void (*onHostFault)(const HostFault&)) {
  installOnce();
  hostFaultHandler = onHostFault;
  useAlternateStack();
}

void watchHostAccesses(HostAccess onAccess, void (*onStep)()) {
  static std::once_flag once;
  std::call_once(once, [] { install(SIGTRAP, onSingleStep, 0); });
  hostStepHandler = onStep;
  hostAccessHandler = onAccess;
}

void ensureFaultHandlers() {
  installOnce();
}

void useAlternateStack() {
  // Lives as long as the thread; a handler has to find a stack even where the thread's own has overflowed.
  struct Alternate {
    char* memory = nullptr;
    Alternate() {
      memory = new char[alternateBytes];
      stack_t stack{};
      stack.ss_sp = memory;
      stack.ss_size = alternateBytes;
      sigaltstack(&stack, nullptr);
    }
    ~Alternate() {
      stack_t stack{};
      stack.ss_flags = SS_DISABLE;
      sigaltstack(&stack, nullptr);
      delete[] memory;
    }
  };
  thread_local Alternate alternate;
  (void)alternate;
}

}  // namespace warpwright::engine
