// Kernels and variants of them whose speed-ups were measured on an H200, these very kernels at sizes that fill it: data in
// registers, and C threads merged into one.
#define EACH _Pragma("unroll") for (int c = 0; c < C; ++c)

// Rows down a wall, in shared memory; result in a register where `reg`.
template <int C, bool reg>
__device__ void wayDown(int rows, const int* wall, const int* from, int* to, int columns, int border) {
  constexpr int wide = 256, threads = wide / C;
  __shared__ int above[wide], below[reg ? 1 : wide];
  const int first = (wide - 2 * rows) * static_cast<int>(blockIdx.x) - border;
  const int left = first < 0 ? -first : 0, right = first + wide > columns ? columns - 1 - first : wide - 1;
  int own[C];
  bool computed[C];
  EACH {
    const int x = threadIdx.x + c * threads;
    own[c] = 0;
    if (first + x >= 0 && first + x < columns) above[x] = from[first + x];
  }
  __syncthreads();
  for (int row = 0; row < rows; ++row) {
    EACH {
      const int x = threadIdx.x + c * threads;
      const int west = x - 1 < left ? left : x - 1, east = x + 1 > right ? right : x + 1;
      computed[c] = x >= row + 1 && x <= wide - row - 2 && x >= left && x <= right;
      if (computed[c]) {
        const int a = above[west], b = above[x], e = above[east];
        const int ab = a < b ? a : b;
        const int cost = (ab < e ? ab : e) + wall[columns * row + first + x];
        if (reg) own[c] = cost;
        else below[x] = cost;
      }
    }
    __syncthreads();
    if (row == rows - 1) break;
    EACH {
      const int x = threadIdx.x + c * threads;
      if (computed[c]) above[x] = reg ? own[c] : below[x];
    }
    __syncthreads();
  }
  EACH {
    const int x = threadIdx.x + c * threads;
    if (computed[c]) to[first + x] = reg ? own[c] : below[x];
  }
}
__global__ void way(int r, const int* w, const int* f, int* t, int n, int b) { wayDown<1, false>(r, w, f, t, n, b); }
__global__ void wayReg(int r, const int* w, const int* f, int* t, int n, int b) { wayDown<1, true>(r, w, f, t, n, b); }
__global__ void wayC4(int r, const int* w, const int* f, int* t, int n, int b) { wayDown<4, true>(r, w, f, t, n, b); }

// A layer of a net: products in a tile, summed by halves along y.
template <int C>
__device__ void layerSums(const float* input, const float* weightsIn, float* weights, float* sums, int hidden) {
  constexpr int side = 16;
  __shared__ float node[side], tile[side][side];
  const int x = threadIdx.x, by = blockIdx.y, row = hidden + 1;
  EACH {
    const int y = threadIdx.y + c * (side / C);
    if (x == 0) node[y] = input[side * by + y + 1];
  }
  __syncthreads();
  EACH {
    const int y = threadIdx.y + c * (side / C);
    tile[y][x] = weightsIn[row * side * by + row * y + x + 1 + row];
  }
  __syncthreads();
  EACH {
    const int y = threadIdx.y + c * (side / C);
    tile[y][x] = tile[y][x] * node[y];
  }
  __syncthreads();
  for (int i = 1; i <= 4; ++i) {
    const int power = 1 << i;
    EACH {
      const int y = threadIdx.y + c * (side / C);
      if (y % power == 0) tile[y][x] = tile[y][x] + tile[y + power / 2][x];
    }
    __syncthreads();
  }
  EACH {
    const int y = threadIdx.y + c * (side / C);
    weights[row * side * by + row * y + x + 1 + row] = tile[y][x];
  }
  __syncthreads();
  EACH {
    const int y = threadIdx.y + c * (side / C);
    if (x == 0) sums[by * hidden + y] = tile[x][y];
  }
}
__global__ void layer(const float* i, const float* f, float* w, float* s, int h) { layerSums<1>(i, f, w, s, h); }
__global__ void layerC4(const float* i, const float* f, float* w, float* s, int h) { layerSums<4>(i, f, w, s, h); }

// Weights moved along their gradient: a stream.
template <int C>
__device__ void moveWeights(const float* delta, int hidden, const float* input, float* weights, float* old) {
  constexpr int side = 16;
  const int x = threadIdx.x, by = blockIdx.y, row = hidden + 1;
  EACH {
    const int y = threadIdx.y + c * (side / C);
    const int index = row * side * by + row * y + x + 1 + row, iy = side * by + y + 1, ix = x + 1;
    const float step = 0.3f * delta[ix] * input[iy] + 0.3f * old[index];
    weights[index] += step;
    old[index] = step;
  }
}
__global__ void adjust(const float* d, int h, const float* i, float* w, float* o) { moveWeights<1>(d, h, i, w, o); }
__global__ void adjustC4(const float* d, int h, const float* i, float* w, float* o) { moveWeights<4>(d, h, i, w, o); }

// A tiled product, CX x CY elements a thread.
template <int CX, int CY>
__device__ void product(float* to, const float* a, const float* b, int n) {
  constexpr int side = 32;
  __shared__ float left[side][side], right[side][side];
  const int bx = blockIdx.x, by = blockIdx.y;
  float sum[CY][CX] = {};
  for (int t = 0; t < n; t += side) {
#pragma unroll
    for (int i = 0; i < CY; ++i) {
#pragma unroll
      for (int j = 0; j < CX; ++j) {
        const int y = threadIdx.y + i * (side / CY), x = threadIdx.x + j * (side / CX);
        left[y][x] = a[(by * side + y) * n + t + x];
        right[y][x] = b[(t + y) * n + bx * side + x];
      }
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < side; ++k) {
#pragma unroll
      for (int i = 0; i < CY; ++i) {
#pragma unroll
        for (int j = 0; j < CX; ++j) {
          sum[i][j] += left[threadIdx.y + i * (side / CY)][k] * right[k][threadIdx.x + j * (side / CX)];
        }
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < CY; ++i) {
#pragma unroll
    for (int j = 0; j < CX; ++j) {
      const int y = threadIdx.y + i * (side / CY), x = threadIdx.x + j * (side / CX);
      to[(by * side + y) * n + bx * side + x] = sum[i][j];
    }
  }
}
__global__ void multiply(float* c, const float* a, const float* b, int n) { product<1, 1>(c, a, b, n); }
__global__ void multiplyC28(float* c, const float* a, const float* b, int n) { product<2, 8>(c, a, b, n); }

// Heat: three arrays in shared memory, or one and registers; C rows a thread, interleaved.
template <int C, bool reg>
__device__ void heat(int steps, const float* power, const float* from, float* to, int n, float rate) {
  constexpr int side = 16;
  __shared__ float now[side][side], source[reg ? 1 : side][side], next[reg ? 1 : side][side];
  const int x = threadIdx.x, firstX = (side - 2 * steps) * blockIdx.x - steps, firstY = (side - 2 * steps) * blockIdx.y - steps;
  float mySource[C] = {}, myNext[C] = {};
  bool computed[C];
  EACH {
    const int y = threadIdx.y + c * (side / C), column = firstX + x, row = firstY + y;
    if (row >= 0 && row < n && column >= 0 && column < n) {
      now[y][x] = from[n * row + column];
      if (reg) mySource[c] = power[n * row + column];
      else source[y][x] = power[n * row + column];
    }
  }
  __syncthreads();
  const int top = firstY < 0 ? -firstY : 0, bottom = firstY + side > n ? n - 1 - firstY : side - 1;
  const int left = firstX < 0 ? -firstX : 0, right = firstX + side > n ? n - 1 - firstX : side - 1;
  for (int step = 0; step < steps; ++step) {
    EACH {
      const int y = threadIdx.y + c * (side / C);
      const int north = y - 1 < top ? top : y - 1, south = y + 1 > bottom ? bottom : y + 1;
      const int west = x - 1 < left ? left : x - 1, east = x + 1 > right ? right : x + 1;
      computed[c] = x >= step + 1 && x <= side - step - 2 && y >= step + 1 && y <= side - step - 2 && x >= left && x <= right &&
                    y >= top && y <= bottom;
      if (computed[c]) {
        const float value = now[y][x] + rate * ((reg ? mySource[c] : source[y][x]) + now[south][x] + now[north][x] - 2.0 * now[y][x] +
                                                now[y][east] + now[y][west] - 2.0 * now[y][x]);
        if (reg) myNext[c] = value;
        else next[y][x] = value;
      }
    }
    __syncthreads();
    if (step == steps - 1) break;
    EACH {
      const int y = threadIdx.y + c * (side / C);
      if (computed[c]) now[y][x] = reg ? myNext[c] : next[y][x];
    }
    __syncthreads();
  }
  EACH {
    const int y = threadIdx.y + c * (side / C);
    if (computed[c]) to[n * (firstY + y) + firstX + x] = reg ? myNext[c] : next[y][x];
  }
}
__global__ void spread(int s, const float* p, const float* f, float* t, int n, float r) { heat<1, false>(s, p, f, t, n, r); }
__global__ void spreadC4(int s, const float* p, const float* f, float* t, int n, float r) { heat<4, true>(s, p, f, t, n, r); }

// A step with weights of neighbours: five arrays in shared memory, or one and registers.
template <int C, bool reg>
__device__ void relaxStep(const float* de, const float* dw, const float* dn, const float* ds, float* image, const float* weight, int n) {
  constexpr int side = 16;
  __shared__ float own[side][side], old[reg ? 1 : side][side], below[reg ? 1 : side][side], behind[reg ? 1 : side][side],
      result[reg ? 1 : side][side];
  const int x = threadIdx.x, bx = blockIdx.x, by = blockIdx.y, corner = n * side * by + side * bx;
  float myOld[C], myBelow[C], myBehind[C], myResult[C];
#define PUT(shared, mine, value) if (reg) mine[c] = value; else shared[y][x] = value
#define GET(shared, mine) (reg ? mine[c] : shared[y][x])
  EACH { const int y = threadIdx.y + c * (side / C); PUT(old, myOld, image[corner + n * y + x]); }
  __syncthreads();
  EACH {
    const int y = threadIdx.y + c * (side / C);
    PUT(below, myBelow, weight[corner + n * side + x]);
    if (by == gridDim.y - 1) PUT(below, myBelow, weight[corner + n * (side - 1) + x]);
  }
  __syncthreads();
  EACH {
    const int y = threadIdx.y + c * (side / C);
    PUT(behind, myBehind, weight[corner + n * y + side]);
    if (bx == gridDim.x - 1) PUT(behind, myBehind, weight[corner + n * y + side - 1]);
  }
  __syncthreads();
  EACH { const int y = threadIdx.y + c * (side / C); own[y][x] = weight[corner + n * y + x]; }
  __syncthreads();
  EACH {
    const int y = threadIdx.y + c * (side / C), place = corner + n * y + x;
    const float middle = own[y][x];
    float south, east;
    if (y == side - 1 && x == side - 1) {
      south = GET(below, myBelow);
      east = GET(behind, myBehind);
    } else if (x == side - 1) {
      south = own[y + 1][x];
      east = GET(behind, myBehind);
    } else if (y == side - 1) {
      south = GET(below, myBelow);
      east = own[y][x + 1];
    } else {
      south = own[y + 1][x];
      east = own[y][x + 1];
    }
    const float sum = middle * dn[place] + south * ds[place] + middle * dw[place] + east * de[place];
    PUT(result, myResult, GET(old, myOld) + 0.25 * 0.5f * sum);
  }
  __syncthreads();
  EACH { const int y = threadIdx.y + c * (side / C); image[corner + n * y + x] = GET(result, myResult); }
}
__global__ void relax(const float* e, const float* w, const float* n, const float* s, float* i, const float* c, int m) {
  relaxStep<1, false>(e, w, n, s, i, c, m);
}
__global__ void relaxC4(const float* e, const float* w, const float* n, const float* s, float* i, const float* c, int m) {
  relaxStep<4, true>(e, w, n, s, i, c, m);
}

// The inner update of a factorisation: two tiles in shared memory, C rows a thread.
template <int C>
__device__ void innerUpdate(float* m, int n, int offset) {
  constexpr int side = 16;
  __shared__ float rows[side][side], columns[side][side];
  const int x = threadIdx.x, globalRow = offset + (blockIdx.y + 1) * side, globalColumn = offset + (blockIdx.x + 1) * side;
  EACH {
    const int y = threadIdx.y + c * (side / C);
    rows[y][x] = m[(offset + y) * n + globalColumn + x];
    columns[y][x] = m[(globalRow + y) * n + offset + x];
  }
  __syncthreads();
  EACH {
    const int y = threadIdx.y + c * (side / C);
    float sum = 0;
    for (int i = 0; i < side; ++i) sum += columns[y][i] * rows[i][x];
    m[(globalRow + y) * n + globalColumn + x] -= sum;
  }
}
__global__ void inner(float* m, int n, int o) { innerUpdate<1>(m, n, o); }
__global__ void innerC4(float* m, int n, int o) { innerUpdate<4>(m, n, o); }
