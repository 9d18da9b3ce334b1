import type { CommandOption } from "../../command.ts";

/** The options of a movement. */
export const movementOptions: Readonly<Record<string, CommandOption>> = {
  id: { value: "ID", about: "the movement's own id, by which a repeat is known", otherwise: "a new one" },
};
