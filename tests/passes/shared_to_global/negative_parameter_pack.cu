// REFUSES: takes any number of arguments
template <class... Numbers>
__global__ void turned(const int *in, int *out, Numbers... numbers) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x] + (numbers + ...);
}

int main() {
  turned<<<1, 64>>>(nullptr, nullptr, 1, 2);
}
