import { PanelError } from '../../http/panel-error.ts';

const TIMEOUT_MILLIS = 15_000;

/** The sandbox gateway's current address. */
export type BaseUrl = () => Promise<string>;

/** Makes one request to the gateway's process. Any failure to answer means that the gateway is unavailable. */
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
