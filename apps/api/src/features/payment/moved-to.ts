/**
 * Moves an address of the panel to another of its origins. Other addresses stay as they are. The gateway knows the panel only by its public
 * address, so addresses are translated between the two.
 */
export function movedTo(origin: string, url: string, from: string): string {
  return URL.canParse(url) && new URL(url).origin === from ? origin + url.slice(from.length) : url;
}
