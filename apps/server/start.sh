#!/bin/sh
# Starts the built server on Node; used by `npm start`, the container and the laboratory. OMS_NODE sets
# another program.
#
# The MALLOC_ variables make glibc return the memory of large bodies at once. V8 uses only as many helper
# threads as there are spare processors, instead of four that would compete with requests. The heap may grow
# to three times its live size before a full collection; under a feed, collections happened about once a
# second before.
exec env MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 \
  "${OMS_NODE:-node}" --v8-pool-size=0 --heap-growing-percent=200 "$(dirname "$0")/dist/runtimes/node/main.js" "$@"
