import { PanelError } from '../../http/panel-error.ts';

const TIMEOUT_MILLIS = 15_000;

/** Where the sandbox gateway answers just now. */
export type BaseUrl = () => Promise<string>;

/** One call of the gateway's own process; whatever doesn't answer is unavailable. */
export async function askSandbox(baseUrl: BaseUrl, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${await baseUrl()}${path}`, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
    });
  } catch (cause) {
    throw new PanelError('PAYMENT_GATEWAY_UNAVAILABLE', {}, { cause });
  }
}
