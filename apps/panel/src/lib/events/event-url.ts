/** Part of the name of every host in the EU region. Spec 2 §9. */
const EU_MARK = '-euc1';

/**
 * Where an event is posted: in the EU region to that region's host, elsewhere to the usual one (Spec 2 §7). An empty host means the
 * one that served the panel, so that a region's events stay in it.
 */
export function eventUrl(path: string, panelHost: string, hosts: { usual: string; eu: string }): string {
  const isInEu = panelHost.toLowerCase().includes(EU_MARK);
  return `${isInEu ? hosts.eu : hosts.usual}${path}`;
}
