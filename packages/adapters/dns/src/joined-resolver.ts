import type { DnsResolver, LookUp } from './port.ts';

/** Asks once for what many want at the same time, and remembers nothing: however often somebody presses a button, the world is asked one question. */
export function joinedResolver(resolver: DnsResolver): DnsResolver {
  const open = new Map<string, Promise<LookUp>>();
  return {
    lookUp(name, type) {
      const key = `${name} ${type}`;
      const asking = open.get(key) ?? resolver.lookUp(name, type).finally(() => open.delete(key));
      open.set(key, asking);
      return asking;
    },
  };
}
