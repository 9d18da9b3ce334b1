/** Leaves the write lock to others for a while. */
export function rest(milliseconds: number): Promise<void> {
  return new Promise((settle) => setTimeout(settle, milliseconds));
}
