#!/bin/sh
# Starts the built server on Node, as `npm start`, the container and the laboratory do. OMS_NODE names another program.
#
# The MALLOC_ variables have glibc give back at once what large bodies took. V8 gets as many helper threads as there are
# processors to spare, in place of four that requests would wait for on one or two. Its heap may grow to three times what
# was in use before it is collected whole; under a feed that was about once a second.
exec env MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 \
  "${OMS_NODE:-node}" --v8-pool-size=0 --heap-growing-percent=200 "$(dirname "$0")/dist/runtimes/node/main.js" "$@"
