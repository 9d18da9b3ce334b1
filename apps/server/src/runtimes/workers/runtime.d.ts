/** As much of the runtime's own module as is used of it. */
declare module "cloudflare:workers" {
  export function waitUntil(work: Promise<unknown>): void;
}
