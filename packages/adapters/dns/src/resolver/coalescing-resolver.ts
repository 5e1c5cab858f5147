import type { DnsResolver, LookUp } from '../port.ts';

/** Asks once for what many want at the same time, and remembers nothing: however often somebody presses a button, the world is asked one question. */
export function joinedResolver(resolver: DnsResolver): DnsResolver {
  const open = new Map<string, Promise<LookUp>>();
  return {
    lookUp(name, type) {
      const key = `${name} ${type}`;
      const known = open.get(key);
      if (known) return known;
      const asking = resolver.lookUp(name, type);
      open.set(key, asking);
      const forget = () => void open.delete(key);
      asking.then(forget, forget);
      return asking;
    },
  };
}
