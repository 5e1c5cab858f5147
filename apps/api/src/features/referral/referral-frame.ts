import { REFERRAL_SANDBOX } from '@postern/contract/referral';

/** Cello's hosts, which its documentation asks to allow as one; it loads pictures from one and calls another. */
const CELLO = 'cello.so';

/**
 * The policy of the page in which the programme's script runs: that script and its own hosts, nothing of ours. The sandbox takes the page's
 * origin away, however it is opened. Cello asks for inline scripts (https://docs.cello.so/referral-component/quickstart, read on
 * 2026-11-27): they add nothing to what its script may do here anyway. ADR 119.
 */
export function referralFramePolicy(scriptUrl: string): string {
  const { hostname, origin } = new URL(scriptUrl);
  const hosts = hostname.endsWith(`.${CELLO}`) ? `https://*.${CELLO}` : origin;
  return [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${origin}`,
    `style-src 'unsafe-inline' ${hosts}`,
    `font-src data: ${hosts}`,
    `img-src data: blob: ${hosts}`,
    `connect-src ${hosts}`,
    `frame-src ${hosts}`,
    `form-action ${hosts}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
    `sandbox ${REFERRAL_SANDBOX}`,
  ].join('; ');
}

/**
 * Waits for the panel's message, and only then loads the script and signs the person in to the programme. `location.origin` is the panel's:
 * the sandbox changes what the page may do, not its address. Without an origin a browser refuses storage and cookies by an exception, so
 * there is some that lasts as long as the page.
 */
const script = (scriptUrl: string): string => `
const memory = () => {
  const items = new Map();
  return {
    get length() { return items.size; },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (name) => items.get(String(name)) ?? null,
    setItem: (name, value) => { items.set(String(name), String(value)); },
    removeItem: (name) => { items.delete(String(name)); },
    clear: () => items.clear(),
  };
};
for (const area of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, area, { value: memory(), configurable: true });
Object.defineProperty(document, 'cookie', { get: () => '', set: () => {}, configurable: true });

let isAsked = false;
addEventListener('message', ({ source, origin, data, ports: [panel] }) => {
  if (isAsked || source !== parent || origin !== location.origin || !panel) return;
  isAsked = true;
  document.documentElement.style.colorScheme = data.themeMode;
  window.cello = {
    cmd: [
      async (cello) => {
        try {
          await cello.boot(data);
        } catch {
          panel.postMessage('failed');
          return;
        }
        panel.postMessage('open');
        window.Cello?.('open');
      },
    ],
  };
  const script = document.createElement('script');
  script.type = 'module';
  script.src = ${JSON.stringify(scriptUrl).replaceAll('<', '\\u003c')};
  script.onerror = () => panel.postMessage('failed');
  document.head.append(script);
});
parent.postMessage('ready', location.origin);
`;

/** The page itself. It holds nothing about anybody. */
export const referralFrame = (scriptUrl: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cello</title>
<style>body { margin: 0; }</style>
</head>
<body>
<script>${script(scriptUrl)}</script>
</body>
</html>
`;
