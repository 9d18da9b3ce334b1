/** A point of a picture, in pixels from its upper left corner. */
export type Point = { readonly x: number; readonly y: number };

/** What a picture of one side of a card was made with: what was done to it. */
export type PhotoPlan = {
  readonly width: number;
  readonly height: number;
  readonly surface: "scanner" | "desk" | "cloth" | "wood" | "hand";
  /** How the card lies: degrees clockwise, and how far it leans away from the lens to either side. */
  readonly turn: number;
  readonly lean: { readonly x: number; readonly y: number };
  /** The share of the picture that the card may take, along whichever side is tighter. */
  readonly fill: number;
  /** Where in what is left over it lies, from 0 to 1. */
  readonly place: Point;
  /** Gaussian blur of the lens, as a deviation in pixels. */
  readonly blur: number;
  /** How far the hand moved, in pixels, and which way, in degrees. */
  readonly motion: { readonly length: number; readonly angle: number };
  /** How much brighter one side is than the other, as a share, and which way, in degrees. */
  readonly slope: { readonly strength: number; readonly angle: number };
  readonly brightness: number;
  /** Light that falls back from the card: its strength, where on the card (0 to 1), and its width as a share of the card's. */
  readonly glare: { readonly strength: number; readonly at: Point; readonly width: number };
  /** Whose edge of shadow runs over the card, and how dark it is. */
  readonly shadow: { readonly strength: number; readonly at: number; readonly angle: number };
  /** Deviation of the noise in steps of 255. */
  readonly noise: number;
  /** Red and blue against green. */
  readonly cast: { readonly red: number; readonly blue: number };
  /** The corner of the card that a thumb holds. */
  readonly thumb: "none" | "upper left" | "upper right" | "lower left" | "lower right";
  /** Quality of JPEG and WebP. */
  readonly quality: number;
};
