import type { confirmSandboxPayment } from '@postern/contract/payment';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { invalid, PanelError } from '../../http/panel-error.ts';
import { askSandbox, type BaseUrl } from './ask-sandbox.ts';

/** Hands the card form's content on to the gateway's own process; nothing of it is kept or logged here. */
export async function confirmAtSandbox(
  baseUrl: BaseUrl,
  input: ParsedInputOf<typeof confirmSandboxPayment>,
): Promise<OutputOf<typeof confirmSandboxPayment>> {
  const { returnUrl, ...rest } = input;
  const body = JSON.stringify({ ...rest, ...(returnUrl === undefined ? {} : { return_url: returnUrl }) });
  const response = await askSandbox(baseUrl, '/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (response.ok) return (await response.json()) as OutputOf<typeof confirmSandboxPayment>;
  if (response.status >= 500) throw new PanelError('PAYMENT_GATEWAY_UNAVAILABLE');
  throw invalid([
    {
      path: response.status === 404 ? 'clientSecret' : 'card',
      code: 'invalid',
      message: 'The gateway does not accept this.',
    },
  ]);
}
