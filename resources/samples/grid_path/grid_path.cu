// Cheapest way down a grid of random costs, one step to the left, straight or to the right a row: dynamic
// programming with a pyramid of rows a launch, so that a thread block re-computes a halo instead of waiting.
//
//   grid_path [columns] [rows] [rows a launch]      (default 20000 41 10)
//
// The program makes its own input and checks the result against the processor.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK_SIZE 256
#define IN_RANGE(x, low, high) ((x) >= (low) && (x) <= (high))
#define CLAMP_RANGE(x, low, high) ((x) < (low) ? (low) : (x) > (high) ? (high) : (x))

#define CHECK(call)                                                                            \
  do {                                                                                         \
    cudaError_t status = (call);                                                               \
    if (status != cudaSuccess) {                                                               \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      std::exit(1);                                                                            \
    }                                                                                          \
  } while (0)

__global__ void descend(int steps, const int* costs, const int* from, int* to, int columns, int firstRow, int border) {
  __shared__ int prev[BLOCK_SIZE];
  __shared__ int result[BLOCK_SIZE];

  int tx = threadIdx.x;
  int smallBlock = BLOCK_SIZE - steps * 2 * border;
  int blockStart = smallBlock * blockIdx.x - border * steps;
  int blockEnd = blockStart + BLOCK_SIZE - 1;
  int column = blockStart + tx;

  // The part of the block that lies inside the grid.
  int validFirst = (blockStart < 0) ? -blockStart : 0;
  int validLast = (blockEnd > columns - 1) ? BLOCK_SIZE - 1 - (blockEnd - columns + 1) : BLOCK_SIZE - 1;
  int west = CLAMP_RANGE(tx - 1, validFirst, validLast);
  int east = CLAMP_RANGE(tx + 1, validFirst, validLast);
  bool isValid = IN_RANGE(tx, validFirst, validLast);

  if (IN_RANGE(column, 0, columns - 1)) {
    prev[tx] = from[column];
  }
  __syncthreads();
  bool computed = false;
  for (int i = 0; i < steps; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && isValid) {
      computed = true;
      int shortest = min(prev[west], min(prev[tx], prev[east]));
      result[tx] = shortest + costs[columns * (firstRow + i) + column];
    }
    __syncthreads();
    if (i == steps - 1) break;
    if (computed) prev[tx] = result[tx];
    __syncthreads();
  }

  if (computed) to[column] = result[tx];
}

static std::vector<int> descendOnHost(const std::vector<int>& first, const std::vector<int>& costs, int columns, int rows) {
  std::vector<int> from = first, to(columns);
  for (int row = 0; row < rows - 1; row++) {
    for (int x = 0; x < columns; x++) {
      int shortest = from[x];
      if (x > 0 && from[x - 1] < shortest) shortest = from[x - 1];
      if (x < columns - 1 && from[x + 1] < shortest) shortest = from[x + 1];
      to[x] = shortest + costs[static_cast<size_t>(row) * columns + x];
    }
    from.swap(to);
  }
  return from;
}

int main(int argc, char** argv) {
  const int columns = argc > 1 ? std::atoi(argv[1]) : 20000;
  const int rows = argc > 2 ? std::atoi(argv[2]) : 41;
  const int pyramid = argc > 3 ? std::atoi(argv[3]) : 10;
  if (columns < 1 || rows < 2 || pyramid < 1 || pyramid * 2 >= BLOCK_SIZE) {
    std::fprintf(stderr, "usage: grid_path [columns >= 1] [rows >= 2] [rows a launch, 1 to %d]\n", BLOCK_SIZE / 2 - 1);
    return 2;
  }

  unsigned state = 7;
  auto next = [&state] { return static_cast<int>((state = state * 1664525u + 1013904223u) >> 24) % 10; };
  std::vector<int> first(columns), costs(static_cast<size_t>(rows - 1) * columns);
  for (int& cost : first) cost = next();
  for (int& cost : costs) cost = next();

  int *deviceCosts, *buffers[2];
  CHECK(cudaMalloc(&deviceCosts, costs.size() * sizeof(int)));
  CHECK(cudaMalloc(&buffers[0], columns * sizeof(int)));
  CHECK(cudaMalloc(&buffers[1], columns * sizeof(int)));
  CHECK(cudaMemcpy(deviceCosts, costs.data(), costs.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(buffers[0], first.data(), columns * sizeof(int), cudaMemcpyHostToDevice));

  const int smallBlock = BLOCK_SIZE - pyramid * 2;
  const int blocks = (columns + smallBlock - 1) / smallBlock;
  int source = 0;
  for (int row = 0; row < rows - 1; row += pyramid) {
    const int steps = row + pyramid < rows - 1 ? pyramid : rows - 1 - row;
    // Blocks advance by what is left of them after `steps` rows, so the last launch may need fewer of them.
    descend<<<blocks, BLOCK_SIZE>>>(steps, deviceCosts, buffers[source], buffers[1 - source], columns, row, 1);
    CHECK(cudaGetLastError());
    source = 1 - source;
  }
  std::vector<int> result(columns);
  CHECK(cudaMemcpy(result.data(), buffers[source], columns * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(deviceCosts));
  CHECK(cudaFree(buffers[0]));
  CHECK(cudaFree(buffers[1]));

  const std::vector<int> expected = descendOnHost(first, costs, columns, rows);
  int wrong = 0, best = expected[0];
  for (int x = 0; x < columns; x++) {
    if (result[x] != expected[x]) wrong++;
    if (expected[x] < best) best = expected[x];
  }
  std::printf("grid_path: %d columns, %d rows, cheapest way %d, %d of %d results wrong\n", columns, rows, best, wrong,
              columns);
  return wrong == 0 ? 0 : 1;
}
