// UNKNOWN: not seen
__global__ void count(unsigned long long* x) {
  unsigned long long graph;
  asm volatile("mov.u64 %0, %%current_graph_exec;" : "=l"(graph));
  if (graph) *x += 1;
}

void run(unsigned long long* x, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    count<<<1, 1>>>(x);
  }
}
