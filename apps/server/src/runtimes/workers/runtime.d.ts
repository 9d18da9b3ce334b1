/** The part of the runtime's module that is used. */
declare module "cloudflare:workers" {
  export function waitUntil(work: Promise<unknown>): void;
}
