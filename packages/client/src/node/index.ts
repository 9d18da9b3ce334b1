export { imageFromFile } from "./image-from-file.ts";
