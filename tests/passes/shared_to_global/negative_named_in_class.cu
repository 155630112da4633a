// REFUSES: line 5 names `s` in a type or in a class
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  struct Reader {
    static __device__ int at(int i) { return s[i]; }
  };
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = Reader::at(63 - threadIdx.x) + s[threadIdx.x];
}

int main() {
  turned<<<1, 64>>>(nullptr, nullptr);
}
