/** A module of a runtime that compiles WebAssembly before it starts. */
declare module "*.wasm" {
  const compiled: object;
  export default compiled;
}
