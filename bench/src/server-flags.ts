/** What the server's runtime is started with, by `npm start` and in containers. */
export const serverFlags: readonly string[] = ["--v8-pool-size=0", "--heap-growing-percent=200"];
