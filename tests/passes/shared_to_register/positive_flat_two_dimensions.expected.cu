__global__ void flat(const float *in, float *out) {
  float mine;
  const int at = threadIdx.y * 16 + threadIdx.x;
  mine = in[at];
  mine *= 2.0f;
  out[at] = mine;
}

void launch(const float *in, float *out) { flat<<<1, dim3(16, 8)>>>(in, out); }
