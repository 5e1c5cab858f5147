import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What the script was given, and what it could see of the page around it. */
type Boot = {
  options: Record<string, unknown>;
  /** The origin of the page that it runs in, and what became of reaching for the panel and for storage. */
  seen: { origin: string; referrer: string; parent: string; kept: string | null; cookie: string };
};

export interface ReferralScript extends AsyncDisposable {
  origin: string;
  scriptUrl: string;
  /** The paths that browsers asked for, in their order. */
  asked: string[];
  boots: Boot[];
}

/**
 * Stands in for Cello: serves a script that is called as theirs is, and takes the calls that it makes. It shows a link in the page, and
 * reports what it could see. https://docs.cello.so/sdk/client-side/cello-js-usage, read on 2026-11-27.
 */
const SCRIPT = `
const own = new URL(import.meta.url).origin;
function reach() {
  try { return parent.document.title + parent.localStorage.length; } catch (error) { return error.name; }
}
const commands = {
  async boot(options) {
    localStorage.setItem('cello', 'kept');
    const seen = { origin: self.origin, referrer: document.referrer, parent: reach(), kept: localStorage.getItem('cello'), cookie: document.cookie };
    const answer = await fetch(own + '/boot', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ options, seen }),
    });
    if (!answer.ok) throw new Error('not booted');
    const { link } = await answer.json();
    const style = document.createElement('style');
    style.textContent = 'body { font: 16px/1.5 system-ui; padding: 24px } input { font: inherit; width: 100%; box-sizing: border-box; padding: 8px }';
    document.head.append(style);
    const heading = document.createElement('h2');
    heading.textContent = 'Hello ' + options.productUserDetails.fullName;
    const field = document.createElement('input');
    field.readOnly = true;
    field.setAttribute('aria-label', 'Your link');
    field.value = link;
    document.body.append(heading, field);
  },
  async open() { document.body.dataset.open = ''; },
};
window.Cello = async (name, ...rest) => commands[name](...rest);
const waiting = window.cello?.cmd ?? [];
window.cello = { ...commands, cmd: { push: (run) => run(window.cello) } };
for (const run of waiting) run(window.cello);
`;

/** A real server for the script and its calls. Its page has no origin, so everything is open to every page. */
export async function startReferralScript(): Promise<ReferralScript> {
  const asked: string[] = [];
  const boots: Boot[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (request.url === '/app/latest/cello.js')
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
    else if (request.url === '/boot')
      void json(request).then((boot) => {
        boots.push(boot as Boot);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ link: 'https://harbour.cello.test/abc' }));
      });
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ origin, asked, boots },
    scriptUrl: `${origin}/app/latest/cello.js`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
