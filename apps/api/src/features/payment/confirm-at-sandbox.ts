import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import type { confirmSandboxPayment } from '@postern/contract/payment';
import { invalid, PanelError } from '../../http/panel-error.ts';
import { askSandbox, type BaseUrl } from './ask-sandbox.ts';
import { type PanelAddressDeps, panelOriginOn } from '../partners/public.ts';
import { movedTo } from './moved-to.ts';

type ConfirmDeps = PanelAddressDeps & { baseUrl: BaseUrl };

/**
 * Passes the card form's content on to the gateway's process; nothing of it is stored or logged here. A buyer who pays on a partner's own
 * host sees the bank's challenge there, and returns there.
 */
export async function confirmAtSandbox(
  deps: ConfirmDeps,
  input: ParsedInputOf<typeof confirmSandboxPayment>,
): Promise<OutputOf<typeof confirmSandboxPayment>> {
  const { returnUrl, ...rest } = input;
  const ours = new URL(deps.publicUrl).origin;
  const asked = returnUrl !== undefined && URL.canParse(returnUrl) ? new URL(returnUrl) : null;
  const own = asked && (await panelOriginOn(deps, asked.hostname));
  const isOwn = own !== null && own === asked?.origin;
  const back = returnUrl !== undefined && isOwn ? movedTo(ours, returnUrl, own) : returnUrl;
  const body = JSON.stringify({ ...rest, ...(back === undefined ? {} : { return_url: back }) });
  const response = await askSandbox(deps.baseUrl, '/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (response.ok) {
    const answer = (await response.json()) as OutputOf<typeof confirmSandboxPayment>;
    const { challengeUrl } = answer;
    return isOwn && challengeUrl !== undefined ? { ...answer, challengeUrl: movedTo(own, challengeUrl, ours) } : answer;
  }
  if (response.status >= 500) throw new PanelError('PAYMENT_GATEWAY_UNAVAILABLE');
  throw invalid([
    {
      path: response.status === 404 ? 'clientSecret' : 'card',
      code: 'invalid',
      message: 'The gateway does not accept this.',
    },
  ]);
}
