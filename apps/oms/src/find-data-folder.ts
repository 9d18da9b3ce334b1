/** Finds the folder that holds what is kept in files. */
export function findDataFolder({ DATA_DIR: folder }: Readonly<Record<string, string | undefined>>): string {
  return folder || "./data";
}
