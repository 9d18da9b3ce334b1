import { connectInspector } from "./connect-inspector.ts";

/** Asks the runtime what an isolate holds: the objects of its heap, and buffers and WebAssembly beside it. */
export async function measureIsolate(address: URL, name: string): Promise<number> {
  const inspector = await connectInspector(address, name);
  try {
    const { usedSize, backingStorageSize } = await inspector.ask("Runtime.getHeapUsage");
    return Number(usedSize) + Number(backingStorageSize);
  } finally {
    inspector.close();
  }
}
