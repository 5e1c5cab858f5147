import type { EntriOptions, EntriTokens } from './port.ts';

const TIMEOUT_MILLIS = 8_000;
const CHARACTERS_MAXIMUM = 64 * 1024;

/** Entri's own service. https://developers.entri.com/docs/install, section "Fetch the JSON Web Token". */
export function entriTokens({ url, applicationId, secret }: EntriOptions): EntriTokens {
  return {
    make: async () => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ applicationId, secret }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MILLIS),
      });
      if (!response.ok) throw new Error(`Entri answered ${response.status}.`);
      const text = await response.text();
      const { auth_token: token } = (text.length <= CHARACTERS_MAXIMUM ? parse(text) : {}) as { auth_token?: unknown };
      if (typeof token !== 'string' || token === '') throw new Error('Entri answered without a token.');
      return token;
    },
  };
}

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
