import type { BrowserContext } from '@playwright/test';

/** Answers that the panel handles: a refusal is one of its states, an error of the server never is. */
const isRefusal = (status: number, url: string): boolean =>
  status < 500 && /\/(panel|internal|sandbox-gateway)\//.test(url);

/**
 * Collects what must not happen in any journey, from every page of a context: errors on the console (including violations of the content
 * security policy), exceptions, failed answers, and requests to other hosts, except to one that the journey is about.
 */
export function watchContext(context: BrowserContext, serverUrl: string, other = ''): { faults: string[] } {
  const faults: string[] = [];
  const { port } = new URL(serverUrl);
  const isOwn = ({ hostname, port: asked }: URL) => asked === port && /^([a-z]+\.)?localhost$/.test(hostname);
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !isOwn(url) && url.origin !== other)
      faults.push(`request to another host: ${request.url()}`);
  });
  context.on('response', (response) => {
    const status = response.status();
    if (status >= 400 && !isRefusal(status, response.url())) faults.push(`${status} ${response.url()}`);
  });
  context.on('console', (message) => {
    // Failed answers are checked above, by their status.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`exception: ${error.error().stack ?? error.error().message}`));
  return { faults };
}
