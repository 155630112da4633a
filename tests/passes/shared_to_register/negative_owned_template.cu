// REFUSES: stays shared
// In a template it is open what is done with a mention: here one is bound to a reference, and changed through it.
template <int N>
__global__ void through(int *data) {
  __shared__ int rows[32][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[k * 4 + t / 8][t % 8] = data[k * 32 + t];
  __syncthreads();
  int &two = rows[t][2];
  __syncthreads();
  for (k = 0; k < 8; ++k) rows[t][k] += k + N;
  two *= 3;
  for (k = 1; k < 8; ++k) rows[t][k] += rows[t][k - 1] * 1000;
  __syncthreads();
  for (k = 0; k < 8; ++k) data[k * 32 + t] = rows[k * 4 + t / 8][t % 8];
}

void run(int *data) { through<5><<<1, 32>>>(data); }
