// REFUSES: line 10 writes out an instantiation of the template `turned`
template <int N>
__global__ void turned(const int *in, int *out) {
  __shared__ int s[N];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[N - 1 - threadIdx.x];
}

template __global__ void turned<64>(const int *, int *);

void launch(const int *in, int *out) {
  turned<64><<<1, 64>>>(in, out);
}

int main() { return 0; }
