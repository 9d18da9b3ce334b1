/** A picture in memory, four bytes a pixel: red, green, blue, and how opaque it is. */
export type Raster = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };
