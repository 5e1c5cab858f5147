import { isFramed } from './frame.ts';

/** What the panel tells the page that frames it. */
export type HostMessage = { source: 'postern'; type: 'page-name'; pageName: string };

/**
 * Tells the host, and nobody else: who may frame the panel is a list of registered origins, and to the one that does it is sent.
 * Where the browser doesn't say who that is, nothing is sent (ADR 11).
 */
export function tellHost(message: HostMessage): void {
  const origin = isFramed() ? hostOrigin() : null;
  if (origin !== null) window.parent.postMessage(message, origin);
}

function hostOrigin(): string | null {
  const { ancestorOrigins } = window.location;
  const known = ancestorOrigins?.[0] ?? (URL.canParse(document.referrer) ? new URL(document.referrer).origin : null);
  // A frame without an origin of its own has nobody's.
  return known === 'null' ? null : known;
}
