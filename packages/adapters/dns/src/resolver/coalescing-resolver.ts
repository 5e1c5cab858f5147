import type { DnsResolver, LookUp } from '../port.ts';

/** Look-ups of the same name and type at the same time share one query; nothing is cached. A button pressed a hundred times sends one query. */
export function coalescingResolver(resolver: DnsResolver): DnsResolver {
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
