VPATH = src
.SUFFIXES: .cu .o
all: F += -DALL
all: p libx.a | dir
p: src/a.o b.o; $(CC) $^ -o $@
.cu.o:
	@cd src && nvcc $(F) -c $(<F) -o "$@" 2>&1 | tee log
%.o: %.cu *.h
	for f in $^; do if [ -f $$f ]; then nvcc '-DX="y"' -c $$f; fi; done
src/a.o: src/%.o: src/%.cu
	nvcc @flags.txt -I .. -I $(HOME) -include x.h `x` -c $<
libx.a:
	ar rcs $@ src/a.o
