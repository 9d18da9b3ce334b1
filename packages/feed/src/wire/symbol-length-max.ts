/** No symbol of a catalog has more letters. */
export const symbolLengthMax = 32;
