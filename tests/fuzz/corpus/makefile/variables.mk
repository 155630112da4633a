CC := nvcc
ARCH ?= sm_60
define R
$(1): src/$(1).cu
	$$(CC) $(F) -c $$< -o $$@
endef
F = -DX=$(words a b) $(patsubst %,-I%,a b) $(if $(DEBUG),-g,-O3) \
    $(call G,$(ARCH),2)
G = -D$(1)=$(2)
ifeq ($(shell uname -s)-$(DEBUG),Linux-)
F += -DLINUX # yes
else ifdef OTHER
F += -DOTHER
endif
-include more.mk none.mk ../none.mk
$(foreach p,a b,$(eval $(call R,$(p))))
