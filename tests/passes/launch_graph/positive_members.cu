#include <cstdio>
#include <cstdlib>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

class Solver {
 public:
  explicit Solver(int n) : n_(n) {
    cudaMalloc(&x_, n * sizeof(float));
    cudaMemset(x_, 0, n * sizeof(float));
  }
  void run(unsigned rounds) {
    for (unsigned i = 0; i < rounds; ++i) {
      scale<<<1, n_>>>(x_, by_.value, n_);
    }
  }
  float* x_ = nullptr;

 private:
  struct By {
    float value = 0.5f;
  };
  int n_ = 0;
  By by_;
};

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 300;
  Solver solver(64);
  solver.run(rounds);
  float seen[64];
  cudaMemcpy(seen, solver.x_, sizeof seen, cudaMemcpyDeviceToHost);
  for (float one : seen) printf("%.9g\n", one);
  return cudaGetLastError();
}
