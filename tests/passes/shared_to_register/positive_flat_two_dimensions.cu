__global__ void flat(const float *in, float *out) {
  __shared__ float mine[16 * 8];
  const int at = threadIdx.y * 16 + threadIdx.x;
  mine[at] = in[at];
  mine[threadIdx.x + 16 * threadIdx.y] *= 2.0f;
  out[at] = mine[at];
}

void launch(const float *in, float *out) { flat<<<1, dim3(16, 8)>>>(in, out); }
