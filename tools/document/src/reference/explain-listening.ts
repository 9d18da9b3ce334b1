import type { Settings } from "./read-settings.ts";

/** Why the address cannot be had, with what to do about it, in one line. */
export function explainListening(failure: unknown, { port, host }: Settings): string {
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : String(failure);
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken; stop what listens there, or choose another: PORT=${nextPort(port)} pnpm dev`;
    case "EACCES":
      return `Port ${port} on ${host} may not be opened by this user; choose one from 1024 up: PORT=8787 pnpm dev`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine; leave HOST out to listen on 127.0.0.1.`;
    default:
      return `Cannot listen on port ${port} of ${host} (${code}); choose another by PORT and HOST.`;
  }
}

function nextPort(port: number): number {
  return port < 65_535 ? port + 1 : 8787;
}
