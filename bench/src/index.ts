export { measureSize } from "./measure-size.ts";
export { readInstantiations } from "./read-instantiations.ts";
