#define AT(i, j) tile[(i) * 8 + (j)]
#define SWAP_ENDS(t) \
  do { int keep = ends[t]; ends[t] = ends[63 - (t)]; ends[63 - (t)] = keep; } while (0)
#define LIMIT 64

__global__ void macros(int *out) {
  __shared__ int tile[LIMIT];
  __shared__ int ends[64];
  int t = threadIdx.x;
  AT(t / 8, t % 8) = t;
  ends[t] = 1;
  SWAP_ENDS(t);
  out[t] = AT(t % 8, 1) + max(tile[t], tile[LIMIT - 1]);
}

void run(int *out) { macros<<<1, LIMIT>>>(out); }
