// REFUSES: uses text of the program as a string, which would be another one
#define LENGTH(x) (sizeof(#x) + (x))

__global__ void kernel(int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = LENGTH(threadIdx.x);
}

void launch(int* out) {
  kernel<<<8, 64>>>(out);
}
