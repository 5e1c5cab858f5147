import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** How the register answers about a number. The name of `valid` is what the member state discloses; null if it discloses none. */
export type ViesState =
  | { kind: 'valid'; name: string | null }
  | { kind: 'invalid' | 'state-away' | 'never' | 'broken' | 'garbage' | 'other-number' | 'endless' | 'hostile' };

type ViesQuestion = {
  countryCode: string;
  vatNumber: string;
  requesterMemberStateCode?: string;
  requesterNumber?: string;
};

export interface FakeVies extends AsyncDisposable {
  url: string;
  /** The questions it got, in order. */
  asked: ViesQuestion[];
  /** Sets its answer from now on; at first every number is invalid. */
  answer(state: ViesState): void;
}

/** A register of VAT numbers over HTTP that answers and fails as VIES does. */
export async function startFakeVies(): Promise<FakeVies> {
  const asked: ViesQuestion[] = [];
  let state: ViesState = { kind: 'invalid' };
  const server = createServer((request, response) => {
    void text(request.setEncoding('utf8')).then((body) => {
      const question = JSON.parse(body) as ViesQuestion;
      asked.push(question);
      const json = (status: number, value: object) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
      const { countryCode, vatNumber, requesterNumber } = question;
      const found = {
        ...{ countryCode, vatNumber, requestDate: new Date().toISOString(), valid: false, name: '---', address: '---' },
        requestIdentifier: requesterNumber === undefined ? '' : `WAPIAAAA${asked.length}`,
      };
      if (request.url !== '/check-vat-number' || request.method !== 'POST') json(404, {});
      else if (state.kind === 'valid') json(200, { ...found, valid: true, name: state.name ?? '---' });
      else if (state.kind === 'invalid') json(200, { ...found, requestIdentifier: '' });
      else if (state.kind === 'state-away')
        json(200, { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] });
      else if (state.kind === 'broken')
        json(500, { actionSucceed: false, errorWrappers: [{ error: 'SERVICE_UNAVAILABLE' }] });
      else if (state.kind === 'hostile')
        json(200, { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE\u0000\u001b[2J' }] });
      else if (state.kind === 'garbage') response.end('<html>Gateway</html>');
      else if (state.kind === 'other-number') json(200, { ...found, valid: true, vatNumber: '1' });
      else if (state.kind === 'endless') response.end('{'.repeat(1_000_000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next) => {
      state = next;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
