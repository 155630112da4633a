__global__ void ordering(int *out, int *counter) {
  __shared__ int s[64];
  __shared__ int hits;
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  int votes = __syncthreads_or(t > 3);
  atomicAdd(&hits, 1);
  atomicCAS(&s[t], 1, 2);
  int other = __shfl_xor_sync(0xffffffff, t, 1);
  __threadfence();
  asm volatile("bar.sync 1, 64;");
  asm volatile("membar.gl;" ::: "memory");
  int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  atomicAdd(counter, s[other] + votes + s[lane]);
  if (t == 0) printf("%d\n", hits);
  out[t] = s[t];
}

void run(int *out, int *counter) { ordering<<<1, 64>>>(out, counter); }
