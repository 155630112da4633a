// REFUSES: line 6 names `first` in a type
__global__ void turned(const int *in, int *out) {
  __shared__ int first;
  if (threadIdx.x == 0) first = in[0];
  __syncthreads();
  decltype(auto) mine = first;
  __syncthreads();
  mine += 1;
  out[threadIdx.x] = mine + first;
}

int main() {
  turned<<<1, 64>>>(nullptr, nullptr);
}
