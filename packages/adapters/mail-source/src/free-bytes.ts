/** As in ES2024; Node 20 hasn't got it. */
type Transferable = ArrayBufferLike & { transfer?: (bytes: number) => unknown };

/**
 * Gives back the memory of bytes that nobody reads any more. The garbage collector would do that too, but it counts such memory, and collects
 * everything each time that another 32 MB of messages have passed. Whoever still reads them finds nothing, rather than another message. Bytes
 * that share their memory with others are left alone.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength === buffer.byteLength) (buffer as Transferable).transfer?.(0);
}
