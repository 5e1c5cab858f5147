/** As in ES2024; Node 20 hasn't got it. */
type Transferable = ArrayBufferLike & { transfer?: (bytes: number) => unknown };

/**
 * Frees the memory of bytes that are no longer needed. The garbage collector would free it too, but it runs a full collection after every
 * 32 MB of messages. Code that still reads a freed buffer gets an empty one, never another message. Bytes in a shared buffer are left alone.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength === buffer.byteLength) (buffer as Transferable).transfer?.(0);
}
