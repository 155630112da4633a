// REFUSES: names `v`, which may be declared elsewhere then
template <int bytes>
__device__ float scale(float x) {
  return x * bytes;
}

__global__ void kernel(const float* in, float* out) {
  __shared__ float s[64];
  float v[4];
  for (int i = 0; i < 4; ++i) v[i] = in[(blockIdx.x * 64 + threadIdx.x + i) & 511];
  s[threadIdx.x] = v[1];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = scale<sizeof(v)>(v[2]) + s[63 - threadIdx.x];
}

void launch(const float* in, float* out) {
  kernel<<<8, 64>>>(in, out);
}
