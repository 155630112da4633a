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
  Packed<float> left[2];
  float4 right[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int i = (blockIdx.x * (blockDim.x * 2) + thread_x) * Packed<float>::size;
    left[m] = load(a + i);
    right[m] = b[i / 4];
    tile[thread_x] = left[m][1] + element(right[m], 3);
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int i = (blockIdx.x * (blockDim.x * 2) + thread_x) * Packed<float>::size;
    element(right[m], 2) += tile[63 - thread_x];
    for (int k = 0; k < left[m].size; ++k) left[m][k] += element(right[m], k);
    const float4 same = right[m];
    left[m][3] += element(same, 0);
    *reinterpret_cast<int4*>(out + i) = left[m].bits();
  }
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
  kernel<<<2, 64 / 2>>>(a, b, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 512; ++i) printf("%d %g\n", i, (double)out[i]);
  return 0;
}
