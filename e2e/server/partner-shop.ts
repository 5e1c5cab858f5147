import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Postern } from './start-postern.ts';

export type PartnerShop = {
  /** The page that embeds the panel. */
  url: string;
  /** The panel's address as the partner's own host name. */
  panel: string;
  /** How many login tokens the shop's server has fetched. */
  tokens: () => number;
  end: () => Promise<void>;
};

let count = 0;

/** A partner's shop on an origin of its own: a page with the one tag, and a server that fetches login tokens by its API key. docs/partners.md. */
export async function startPartnerShop(
  postern: Postern,
  customer: { domain: string; email: string },
): Promise<PartnerShop> {
  const partner = '54';
  const { apiKey } = (await postern.command('partner', 'add-api-key', '--partner', partner)) as { apiKey: string };
  const panel = new URL(postern.url);
  panel.hostname = `shop${++count}x${process.pid}.localhost`;
  let tokens = 0;
  const fetchToken = () =>
    fetch(`${postern.url}/partner/v1/login-tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ domainName: customer.domain, email: customer.email }),
    });
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string) =>
      void response.writeHead(status, { 'content-type': type }).end(body);
    const framed = new URL(request.url ?? '/', 'http://shop').searchParams.get('frame');
    if (framed !== null) return send(200, 'text/html; charset=utf-8', frameOf(framed));
    if (request.url !== '/mail-token') return send(200, 'text/html; charset=utf-8', pageOf(panel.origin));
    tokens += 1;
    void fetchToken().then(async (answer) => send(answer.status, 'application/json', await answer.text()));
  });
  server.listen(0);
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  await postern.command('partner', 'add-host', '--partner', partner, '--host', panel.hostname);
  await postern.command('partner', 'add-origin', '--partner', partner, '--origin', url);
  return {
    ...{ url, panel: panel.origin, tokens: () => tokens },
    end: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A page that shows an address in a frame, without the script. */
const frameOf = (address: string): string => `<!doctype html>
<html lang="en"><head><title>Northline</title><link rel="icon" href="data:,"></head>
<body style="margin: 0"><iframe title="Email" src="${address.replaceAll('&', '&amp;')}" style="border: 0; width: 100%; height: 1400px"></iframe></body></html>`;

const pageOf = (panel: string): string => `<!doctype html>
<html lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>Northline</title><link rel="icon" href="data:,"></head>
<body style="margin: 0; padding: 24px; background: #eef1f5; font-family: sans-serif">
<h1>Northline</h1>
<div id="mail" style="background: white"></div>
<script>
  window.heard = [];
  for (const type of ['ready', 'page-name', 'resize', 'toast', 'payment', 'session-ended', 'token-needed'])
    document.addEventListener('postern:' + type, ({ detail }) => window.heard.push(detail));
</script>
<script src="${panel}/embed.js" data-partner="54" data-target="#mail" data-token-url="/mail-token" async></script>
</body></html>`;
