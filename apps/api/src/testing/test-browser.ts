import type { InputOf, Operation } from '@postern/contract/operation';
import type { Answer, TestClient } from './test-client.ts';

/** A browser at a network address: it keeps cookies, as the panel's own does. */
export type TestBrowser = {
  call: <O extends Operation>(operation: O, input: InputOf<O>, at?: Pick<TestClient, 'call'>) => Promise<Answer<O>>;
  /** The code of the refusal, or null if the call was accepted. */
  codeOf: <O extends Operation>(operation: O, input: InputOf<O>) => Promise<string | null>;
  /** Its cookies, as it sends them. */
  cookie: string;
};

/** @param cookie what it holds already, e.g. copied from another browser */
export function aBrowser(app: Pick<TestClient, 'call'>, address: string, cookie = ''): TestBrowser {
  const browser: TestBrowser = {
    cookie,
    call: async (operation, input, at = app) => {
      const headers = { 'x-forwarded-for': address, ...(browser.cookie === '' ? {} : { cookie: browser.cookie }) };
      const answer = await at.call(operation, input, { headers });
      const [set] = answer.headers.getSetCookie();
      if (set !== undefined) browser.cookie = set.split(';')[0] ?? '';
      return answer;
    },
    codeOf: async (operation, input) => {
      const answer = await browser.call(operation, input);
      return answer.ok ? null : answer.code;
    },
  };
  return browser;
}
