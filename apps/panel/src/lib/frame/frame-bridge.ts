import { isFramed } from './frame.ts';

/** A message to the page that frames the panel. */
export type HostMessage = { source: 'postern'; type: 'page-name'; pageName: string };

/**
 * Sends a message to the page that frames the panel, at its own origin only. Only registered origins may frame the panel.
 * If the browser doesn't tell the origin, nothing is sent (ADR 11).
 */
export function tellHost(message: HostMessage): void {
  const origin = isFramed() ? hostOrigin() : null;
  if (origin !== null) window.parent.postMessage(message, origin);
}

function hostOrigin(): string | null {
  const { ancestorOrigins } = window.location;
  const known = ancestorOrigins?.[0] ?? (URL.canParse(document.referrer) ? new URL(document.referrer).origin : null);
  // The origin of a sandboxed page is the text "null".
  return known === 'null' ? null : known;
}
