// SET: threads=192
#include <cstdio>

// A block a box, a thread a side: a warp holds five boxes and a part of the next.
__global__ void sides(const float* in, float* out, int sides) {
  int box = blockIdx.x, side = threadIdx.x;
  if (side >= sides) return;
  out[box * sides + side] = in[box * sides + side] > 0 ? 1 : (float)side;
}

int main() {
  float *in, *out;
  int* count;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  cudaMallocManaged(&count, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
    count[i] = i % 7;
  }
  int boxes = 100;
  sides<<<boxes, 6>>>(in, out, 5);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
