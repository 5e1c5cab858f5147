import { type VatRegister, type VatRegisterAnswer, VatRegisterError, type ViesOptions } from './port.ts';

const TIMEOUT_MILLIS = 6_000;
const BYTES_MAXIMUM = 64 * 1024;
const LONGEST_TEXT = 500;
const PREFIX_LENGTH = 2;
/** Such as `MS_UNAVAILABLE`: nothing else of a stranger's error is kept. */
const WORD = /^[A-Z_]{1,60}$/;

/**
 * The register of the European Commission, VIES, by the contract "Vies on-the-Web Endpoint" 1.0.0 (the document on its technical page, read
 * on 27 November 2026 in the copy that conedevelopment/vies-php keeps as openapi.yml). `requestIdentifier` comes only if the request names
 * who asks. An error has `actionSucceed: false` and `errorWrappers`, also with status 200: member states are unavailable at times, and a
 * number that couldn't be looked up isn't invalid. Names that a state doesn't disclose are `---`.
 */
export function vies({ url, timeoutMillis = TIMEOUT_MILLIS }: ViesOptions): VatRegister {
  const address = `${url.replace(/\/+$/, '')}/check-vat-number`;
  return {
    check: async ({ number, requester }) => {
      const asked = { countryCode: number.slice(0, PREFIX_LENGTH), vatNumber: number.slice(PREFIX_LENGTH) };
      const asking =
        requester === null
          ? {}
          : {
              requesterMemberStateCode: requester.slice(0, PREFIX_LENGTH),
              requesterNumber: requester.slice(PREFIX_LENGTH),
            };
      const body = await post(address, { ...asked, ...asking }, timeoutMillis);
      return answerOf(body, asked);
    },
  };
}

async function post(url: string, body: object, timeoutMillis: number): Promise<Record<string, unknown>> {
  let text = '';
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMillis),
    });
    text = await textOf(response);
  } catch (error) {
    throw new VatRegisterError(error instanceof Error && error.name === 'TimeoutError' ? 'NO_ANSWER' : 'UNREACHABLE', {
      cause: error,
    });
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Such as an error page from a proxy on the way.
  }
  throw new VatRegisterError('UNREADABLE');
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > BYTES_MAXIMUM) throw new Error('The answer is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function answerOf(body: Record<string, unknown>, asked: { countryCode: string; vatNumber: string }): VatRegisterAnswer {
  const { valid, errorWrappers } = body;
  const [wrapped] = Array.isArray(errorWrappers) ? (errorWrappers as unknown[]) : [];
  const { error } = (wrapped ?? {}) as { error?: unknown };
  if (typeof error === 'string') throw new VatRegisterError(WORD.test(error) ? error : 'UNREADABLE');
  // Only an answer about this very number counts.
  if (typeof valid !== 'boolean' || body['countryCode'] !== asked.countryCode || body['vatNumber'] !== asked.vatNumber)
    throw new VatRegisterError('UNREADABLE');
  return {
    isValid: valid,
    name: told(body['name']),
    address: told(body['address']),
    requestId: told(body['requestIdentifier']),
  };
}

const told = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.replace(/\p{Cc}+/gu, ' ').trim() : '';
  return text === '' || /^-+$/.test(text) ? null : text.slice(0, LONGEST_TEXT);
};
