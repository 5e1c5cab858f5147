import { Banner } from '@postern/ui/feedback/banner';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { ExternalLink } from 'lucide-react';
import { NoteInView } from '../../../lib/forms/note-in-view.tsx';
import { usePartner } from '../../../lib/frame/partner.ts';
import { tellHost } from '../../../lib/frame/tell-host.ts';
import { ApiError, hasCode } from '../../../lib/http/api-error.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { NoAnswer } from './ask-until-answered.ts';

/** Where the bank sends people back to from a tab of its own. */
export const bankReturnUrl = (): string => new URL(PATHS.paymentReturn, window.location.origin).href;

/**
 * Inside a partner's page: banks refuse to be shown in a frame, so their page opens in a tab of its own. A link that the person presses,
 * because browsers block tabs that open without a click.
 */
export function BankInTab({ url }: { url: string }) {
  const t = useText();
  return <PageInTab url={url} title={t('purchase.bank.title')} open={t('purchase.bank.open')} />;
}

/** The same for the page where the partner takes the payment. */
export function PartnerInTab({ url }: { url: string }) {
  const t = useText();
  const { companyName: company } = usePartner();
  const title = t('purchase.payment.partnerPage', { company });
  return <PageInTab url={url} title={title} open={t('purchase.payment.payAt', { company })} />;
}

function PageInTab({ url, title, open }: { url: string; title: string; open: string }) {
  const t = useText();
  return (
    <NoteInView news={url}>
      <Banner
        kind="info"
        live
        className="mb-4.5"
        title={title}
        action={
          <ButtonLink
            size="s"
            href={url}
            target="_blank"
            rel="noopener"
            iconAfter={<ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => tellHost({ type: 'payment', url })}
          >
            {open}
          </ButtonLink>
        }
      >
        {t('purchase.bank.text')}
      </Banner>
    </NoteInView>
  );
}

const PAUSE_MS = 2_000;
const PATIENCE_MS = 20 * 60_000;
const AT_BANK = ['requires_action', 'requires_confirmation', 'processing'];

/** Asks how a payment ended, again and again while the person is at the bank. @throws what the server refuses with; NoAnswer when it took too long */
export async function awaitBank<T>(ask: () => Promise<T>): Promise<T> {
  let last: unknown;
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      return await ask();
    } catch (error) {
      if (!mayStillEnd(error)) throw error;
      last = error;
    }
  }
  throw new NoAnswer('The bank has not decided.', { cause: last });
}

function mayStillEnd(error: unknown): boolean {
  if (hasCode(error, 'PAYMENT_FAILED')) return AT_BANK.includes(String(error.attrs['reason']));
  return error instanceof ApiError && (error.kind !== 'refused' || error.status >= 500);
}
