import type { Settings } from "./settings.ts";

/** Why an address can't be listened on, with what to do about it; undefined where that is not what failed. */
export function explainListening(
  failure: unknown,
  { port, host }: Pick<Settings, "port" | "host">,
): string | undefined {
  const code =
    failure instanceof Error && "syscall" in failure && "code" in failure ? failure.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken; stop what listens there, or choose another by PORT.`;
    case "EACCES":
      return `Port ${port} on ${host} may not be opened by this user; choose one from 1024 up by PORT.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine; leave HOST out to listen on 127.0.0.1.`;
    default:
      return undefined;
  }
}
