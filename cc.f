+incdir+/tmp/pub/common_cells/include -y /tmp/pub/common_cells/src
