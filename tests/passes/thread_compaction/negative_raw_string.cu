// REFUSES: line 5 begins a string of several lines
// SET: c_factor=2 dimension=x assignment=interleaved
__global__ void kernel(int *a) {
  int t = threadIdx.x;
  a[blockIdx.x * blockDim.x + t] = R"(x
y)"[t % 3];
}
void run(int *a) { kernel<<<4, 64>>>(a); }
