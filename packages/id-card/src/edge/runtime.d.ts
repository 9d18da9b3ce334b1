/** A `.wasm` import, which the runtime or bundler compiles. */
declare module "*.wasm" {
  const compiled: object;
  export default compiled;
}
