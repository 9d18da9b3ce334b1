/** How long a watcher whose time is over is still told of. */
export const watcherKeptMsMax: number = 86_400_000;
