+incdir+/tmp/pub/basejump_stl/bsg_misc -y /tmp/pub/basejump_stl/bsg_misc +libext+.sv+.v
