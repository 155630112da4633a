#define THREADS 64
#define DEPTH 10

// A walk over a binary tree in heap order with a stack of its own for each thread.
__global__ void walk(const int *in, int *out, int nodes) {
  __shared__ int stack[THREADS][DEPTH];
  const int tid = threadIdx.x;
  int top = 0, sum = 0;
  stack[tid][top++] = tid % nodes;
  while (top > 0) {
    const int node = stack[tid][--top];
    sum += in[node];
    if (2 * node + 1 < nodes) stack[tid][top++] = 2 * node + 1;
    if (2 * node + 2 < nodes) stack[tid][top++] = 2 * node + 2;
  }
  out[tid] = sum;
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  walk<<<1, THREADS>>>(in, out, 60);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
