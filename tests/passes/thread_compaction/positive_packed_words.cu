// SET: c_factor=2
#include <cstdio>
#include <cstring>

// Sixteen bytes that are loaded and stored as one, and used as four numbers.
template <class T>
struct alignas(16) Packed {
  Packed() = default;
  __device__ explicit Packed(int4 bits) { memcpy(&payload, &bits, sizeof(bits)); }
  __device__ T& operator[](int index) { return payload[index]; }
  __device__ const T& operator[](int index) const { return payload[index]; }
  __device__ int4 bits() const {
    int4 word;
    memcpy(&word, &payload, sizeof(word));
    return word;
  }
  static constexpr int size = sizeof(int4) / sizeof(T);
  T payload[size];
};

template <class T>
__device__ Packed<T> load(const T* address) {
  return Packed<T>{*reinterpret_cast<const int4*>(address)};
}

__device__ float& element(float4& all, int index) {
  return reinterpret_cast<float*>(&all)[index];
}
__device__ float element(const float4& all, int index) {
  return reinterpret_cast<const float*>(&all)[index];
}

__global__ void kernel(const float* a, const float4* b, float* out) {
  __shared__ float tile[64];
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * Packed<float>::size;
  Packed<float> left = load(a + i);
  float4 right = b[i / 4];
  tile[threadIdx.x] = left[1] + element(right, 3);
  __syncthreads();
  element(right, 2) += tile[63 - threadIdx.x];
  for (int k = 0; k < left.size; ++k) left[k] += element(right, k);
  const float4 same = right;
  left[3] += element(same, 0);
  *reinterpret_cast<int4*>(out + i) = left.bits();
}

int main() {
  float* a = nullptr;
  float4* b = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&a, 512 * sizeof(float));
  cudaMallocManaged(&b, 128 * sizeof(float4));
  cudaMallocManaged(&out, 512 * sizeof(float));
  for (int i = 0; i < 512; ++i) {
    a[i] = (float)((i * 37 + 11) % 101);
    out[i] = 0;
  }
  for (int i = 0; i < 128; ++i) b[i] = make_float4(i, 2 * i, 3 * i, i % 7);
  kernel<<<2, 64>>>(a, b, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 512; ++i) printf("%d %g\n", i, (double)out[i]);
  return 0;
}
