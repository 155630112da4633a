// REFUSES: names `v`, which may be declared elsewhere then
__global__ void kernel(const float* in, float* out) {
  float v = in[blockIdx.x * 64 + threadIdx.x];
  using V = decltype(v);
  V w = v * 2;
  out[blockIdx.x * 64 + threadIdx.x] = w + v;
}

void launch(const float* in, float* out) {
  kernel<<<8, 64>>>(in, out);
}
