// cuda::barrier, cuda::pipeline, cuda::memcpy_async and cuda::atomic. Copies are done at once; waiting is the engine's
// business, which also tells its checks.
#ifndef WARPWRIGHT_ASYNC_H
#define WARPWRIGHT_ASYNC_H
#pragma GCC system_header
#include <cooperative_groups.h>
#if defined(__cplusplus) && defined(__CUDA__)

/// What a barrier is: how many arrivals end a phase, how many there were, and the number of the phase.
struct __warpwright_phases {
  unsigned expected, arrived, phase, unused;
};
/// Counts arrivals; the phase that they are for. The last one ends it.
extern "C" __device__ unsigned __warpwright_phaseArrive(__warpwright_phases* phases, unsigned count);
/// Waits until `phase` has ended; without `wait`, says whether it has.
extern "C" __device__ int __warpwright_phaseEnded(__warpwright_phases* phases, unsigned phase, int wait);

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};

/// A size that is known to be a multiple of `Alignment`.
template <size_t Alignment>
struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};

template <thread_scope Scope>
class barrier {
 public:
  typedef unsigned arrival_token;
  __device__ barrier() {}
  __device__ explicit barrier(ptrdiff_t expected) { start((unsigned)expected); }
  barrier(const barrier&) = delete;
  __device__ arrival_token arrive(ptrdiff_t count = 1) { return __warpwright_phaseArrive(&phases_, (unsigned)count); }
  __device__ void wait(arrival_token token) const { __warpwright_phaseEnded(&phases_, token, 1); }
  __device__ void wait_parity(bool parity) const {
    if ((phases_.phase & 1) == (unsigned)parity) __warpwright_phaseEnded(&phases_, phases_.phase, 1);
  }
  __device__ bool try_wait(arrival_token token) const { return __warpwright_phaseEnded(&phases_, token, 0); }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ void arrive_and_drop() {
    --phases_.expected;
    __warpwright_phaseArrive(&phases_, 0);
  }
  friend __device__ void init(barrier* made, ptrdiff_t expected) { made->start((unsigned)expected); }

 private:
  __device__ void start(unsigned expected) {
    phases_.expected = expected;
    phases_.arrived = phases_.phase = 0;
  }
  mutable __warpwright_phases phases_;
};

template <thread_scope Scope, unsigned char Stages>
class pipeline_shared_state {
 public:
  __device__ pipeline_shared_state() {}
  __warpwright_phases produced[Stages], consumed[Stages];
};
enum class pipeline_role { producer, consumer };

/// Stages that producers fill and consumers empty. Without shared state each thread has its own, which is always ready.
template <thread_scope Scope>
class pipeline {
 public:
  __device__ void producer_acquire() {
    if (produced_ && head_ >= stages_) __warpwright_phaseEnded(&consumed_[head_ % stages_], head_ / stages_ - 1, 1);
  }
  __device__ void producer_commit() {
    if (produced_) __warpwright_phaseArrive(&produced_[head_ % stages_], 1);
    ++head_;
  }
  __device__ void consumer_wait() {
    if (produced_) __warpwright_phaseEnded(&produced_[tail_ % stages_], tail_ / stages_, 1);
  }
  __device__ void consumer_release() {
    if (produced_) __warpwright_phaseArrive(&consumed_[tail_ % stages_], 1);
    ++tail_;
  }
  __device__ bool quit() { return true; }

  // For the functions that make one.
  __device__ pipeline() : produced_(0), consumed_(0), stages_(0), head_(0), tail_(0) {}
  __device__ pipeline(__warpwright_phases* produced, __warpwright_phases* consumed, unsigned stages)
      : produced_(produced), consumed_(consumed), stages_(stages), head_(0), tail_(0) {}

 private:
  __warpwright_phases *produced_, *consumed_;
  unsigned stages_, head_, tail_;
};
inline __device__ pipeline<thread_scope_thread> make_pipeline() {
  return pipeline<thread_scope_thread>();
}

template <class Group, thread_scope Scope, unsigned char Stages>
__device__ pipeline<Scope> __warpwright_makePipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                                                     unsigned producers, unsigned consumers) {
  if (group.thread_rank() == 0) {
    for (unsigned i = 0; i < Stages; ++i) {
      state->produced[i].expected = producers;
      state->consumed[i].expected = consumers;
      state->produced[i].arrived = state->produced[i].phase = state->consumed[i].arrived = state->consumed[i].phase = 0;
    }
  }
  group.sync();
  return pipeline<Scope>(state->produced, state->consumed, Stages);
}
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state) {
  return __warpwright_makePipeline(group, state, (unsigned)group.size(), (unsigned)group.size());
}
/// Requires: a group that is the whole block.
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                                         pipeline_role role) {
  const unsigned producers = (unsigned)__syncthreads_count(role == pipeline_role::producer);
  return __warpwright_makePipeline(group, state, producers, (unsigned)group.size() - producers);
}
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                                         size_t producers) {
  return __warpwright_makePipeline(group, state, (unsigned)producers, (unsigned)(group.size() - producers));
}
template <unsigned char Prior, thread_scope Scope>
__device__ void pipeline_consumer_wait_prior(pipeline<Scope>&) {}

// Copies: with a group each thread makes its part.
template <class T, class Size, class Sync>
__device__ void memcpy_async(T* to, const T* from, Size size, Sync&) {
  __builtin_memcpy(to, from, (size_t)size);
}
template <class Group, class T, class Size, class Sync>
__device__ void memcpy_async(const Group& group, T* to, const T* from, Size size, Sync&) {
  cooperative_groups::__warpwright_copyTogether(group, to, from, (size_t)size);
}

// What is meant for threads of one block: the checks of the CPU engine go by these names, as by atomicAdd_block.
template <class T>
__device__ T __warpwright_load_block(const volatile T* from) {
  return *from;
}
template <class T>
__device__ void __warpwright_store_block(volatile T* to, T value) {
  *to = value;
}
template <thread_scope Scope>
__device__ void __warpwright_fence() {
  if (Scope == thread_scope_system)
    __threadfence_system();
  else if (Scope == thread_scope_device)
    __threadfence();
  else
    __threadfence_block();
}

/// Atomic access to an object, whoever it belongs to. Order is that of fences around it.
template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref {
 public:
  __device__ explicit atomic_ref(T& object) : object_(&object) {}
  __device__ T load(memory_order order = memory_order_seq_cst) const {
    const T value = inBlock ? __warpwright_load_block((const volatile T*)object_) : *(volatile T*)object_;
    after(order);
    return value;
  }
  __device__ void store(T value, memory_order order = memory_order_seq_cst) const {
    before(order);
    if (inBlock)
      __warpwright_store_block((volatile T*)object_, value);
    else
      *(volatile T*)object_ = value;
  }
  __device__ operator T() const { return load(); }
  __device__ T exchange(T value, memory_order order = memory_order_seq_cst) const {
    before(order);
    const T old = inBlock ? atomicExch_block(object_, value) : atomicExch(object_, value);
    after(order);
    return old;
  }
  __device__ bool compare_exchange_strong(T& expected, T wanted, memory_order order = memory_order_seq_cst,
                                          memory_order = memory_order_seq_cst) const {
    before(order);
    const T old = inBlock ? atomicCAS_block(object_, expected, wanted) : atomicCAS(object_, expected, wanted);
    after(order);
    if (old == expected) return true;
    expected = old;
    return false;
  }
  __device__ bool compare_exchange_weak(T& expected, T wanted, memory_order order = memory_order_seq_cst,
                                        memory_order = memory_order_seq_cst) const {
    return compare_exchange_strong(expected, wanted, order);
  }
#define WARPWRIGHT_FETCH(name, function, argument)                                             \
  __device__ T name(T value, memory_order order = memory_order_seq_cst) const {                \
    before(order);                                                                             \
    const T old = inBlock ? function##_block(object_, argument) : function(object_, argument); \
    after(order);                                                                              \
    return old;                                                                                \
  }
  WARPWRIGHT_FETCH(fetch_add, atomicAdd, value)
  WARPWRIGHT_FETCH(fetch_sub, atomicAdd, (T)(0 - value))
  WARPWRIGHT_FETCH(fetch_min, atomicMin, value)
  WARPWRIGHT_FETCH(fetch_max, atomicMax, value)
  WARPWRIGHT_FETCH(fetch_and, atomicAnd, value)
  WARPWRIGHT_FETCH(fetch_or, atomicOr, value)
  WARPWRIGHT_FETCH(fetch_xor, atomicXor, value)
#undef WARPWRIGHT_FETCH
  __device__ T operator++() const { return (T)(fetch_add(1) + 1); }
  __device__ T operator++(int) const { return fetch_add(1); }
  __device__ T operator--() const { return (T)(fetch_sub(1) - 1); }
  __device__ T operator--(int) const { return fetch_sub(1); }
  __device__ T operator+=(T value) const { return (T)(fetch_add(value) + value); }
  __device__ T operator-=(T value) const { return (T)(fetch_sub(value) - value); }
  __device__ void wait(T old, memory_order order = memory_order_seq_cst) const {
    while (load(order) == old) {
    }
  }
  __device__ void notify_one() const {}
  __device__ void notify_all() const {}

 private:
  static constexpr bool inBlock = Scope >= thread_scope_block;
  static __device__ void before(memory_order order) {
    if (order >= memory_order_release) __warpwright_fence<Scope>();
  }
  static __device__ void after(memory_order order) {
    if (order != memory_order_relaxed && order != memory_order_release) __warpwright_fence<Scope>();
  }
  T* object_;
};
template <class T, thread_scope Scope = thread_scope_system>
class atomic {
  typedef atomic_ref<T, Scope> Ref;

 public:
  __host__ __device__ atomic() {}
  __host__ __device__ constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  __device__ T operator=(T value) { return store(value), value; }
  __device__ operator T() const { return load(); }
  __device__ T load(memory_order order = memory_order_seq_cst) const { return ref().load(order); }
  __device__ void store(T value, memory_order order = memory_order_seq_cst) { ref().store(value, order); }
  __device__ T exchange(T value, memory_order order = memory_order_seq_cst) { return ref().exchange(value, order); }
  __device__ bool compare_exchange_strong(T& expected, T wanted, memory_order order = memory_order_seq_cst,
                                          memory_order = memory_order_seq_cst) {
    return ref().compare_exchange_strong(expected, wanted, order);
  }
  __device__ bool compare_exchange_weak(T& expected, T wanted, memory_order order = memory_order_seq_cst,
                                        memory_order = memory_order_seq_cst) {
    return ref().compare_exchange_strong(expected, wanted, order);
  }
#define WARPWRIGHT_FETCH(name) \
  __device__ T name(T value, memory_order order = memory_order_seq_cst) { return ref().name(value, order); }
  WARPWRIGHT_FETCH(fetch_add)
  WARPWRIGHT_FETCH(fetch_sub)
  WARPWRIGHT_FETCH(fetch_min)
  WARPWRIGHT_FETCH(fetch_max)
  WARPWRIGHT_FETCH(fetch_and)
  WARPWRIGHT_FETCH(fetch_or)
  WARPWRIGHT_FETCH(fetch_xor)
#undef WARPWRIGHT_FETCH
  __device__ T operator++() { return ++ref(); }
  __device__ T operator++(int) { return ref()++; }
  __device__ T operator--() { return --ref(); }
  __device__ T operator--(int) { return ref()--; }
  __device__ T operator+=(T value) { return ref() += value; }
  __device__ T operator-=(T value) { return ref() -= value; }
  __device__ void wait(T old, memory_order order = memory_order_seq_cst) const { ref().wait(old, order); }
  __device__ void notify_one() {}
  __device__ void notify_all() {}

 private:
  __device__ Ref ref() const { return Ref(value_); }
  mutable T value_;
};
inline __device__ void atomic_thread_fence(memory_order, thread_scope scope = thread_scope_system) {
  if (scope == thread_scope_system)
    __warpwright_fence<thread_scope_system>();
  else if (scope == thread_scope_device)
    __warpwright_fence<thread_scope_device>();
  else
    __warpwright_fence<thread_scope_block>();
}

}  // namespace cuda
#endif
#endif
