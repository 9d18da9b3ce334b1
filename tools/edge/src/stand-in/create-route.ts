import "./take-metadata.ts";

/** Makes of a route what the server registers: its path is written the way that Hono writes it. */
export function createRoute<Config extends { readonly path: string }>(config: Config): Config {
  const getRoutingPath = () => config.path.replaceAll(/\{(.+?)\}/g, ":$1");
  return Object.defineProperty({ ...config }, "getRoutingPath", { value: getRoutingPath });
}
