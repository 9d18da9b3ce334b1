/** A `WebAssembly.Module`, in a word that needs no library of types of browsers. */
export type CompiledModule = object;

/** How programs made by Emscripten ask for an instance of themselves. */
export type InstantiateWasm = (imports: object, onInstance: (instance: Instance) => void) => object;

interface Instance {
  readonly exports: object;
}

/** Gives instances of a module that is compiled already, since isolates compile nothing while they run. */
export function makeInstantiateWasm(module: CompiledModule): InstantiateWasm {
  const { WebAssembly: wasm } = globalThis as unknown as {
    readonly WebAssembly: { readonly Instance: new (module: CompiledModule, imports: object) => Instance };
  };
  return (imports, onInstance) => {
    const instance = new wasm.Instance(module, imports);
    onInstance(instance);
    return instance.exports;
  };
}
