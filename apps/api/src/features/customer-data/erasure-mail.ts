import type { MailTemplate, MailText } from '../../feature/feature.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { derivedToken } from '../../secrets/tokens.ts';
import { textsIn } from '../../texts/texts-in.ts';
import { renderMail } from '../notifications/public.ts';

type Attrs = {
  partnerId: number;
  locale: string;
  /** The login of the account. */
  email: string;
  dueAtMillis: number;
};
/** The token of the link in the first mail. It is derived from the erasure's id when the mail is written, so no queue holds it. */
export const cancelToken = (sealer: Sealer, erasureId: string): string =>
  derivedToken(sealer.key, 'cancel-erasure', erasureId);

/** The mail about an erasure that was asked for, with the link that cancels it. Its message id is the erasure's id. */
export const ERASURE_ASKED_MAIL: MailTemplate<Attrs> = {
  template: 'erasure-asked',
  write: ({ sealer, publicUrl }, { messageId, attrs, companyName, supportEmail }): MailText => {
    const { email } = attrs;
    const { text, locale } = textsIn(attrs.locale);
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(attrs.dueAtMillis);
    const link = new URL('/keep-account', publicUrl);
    link.searchParams.set('token', cancelToken(sealer, messageId));
    return renderMail({
      subject: text('erasure.asked.subject', { date }),
      lead: text('erasure.asked.lead', { email, date }),
      companyName,
      action: { href: link.href, label: text('erasure.asked.button') },
      lines: [
        text('erasure.asked.ignore'),
        text('erasure.asked.cancel', { email }),
        text('erasure.help', { supportEmail }),
      ],
    });
  },
};

/** The mail about a finished erasure. */
export const ERASED_MAIL: MailTemplate<Attrs> = {
  template: 'erased',
  write: (_deps, { attrs: { email, locale }, companyName, supportEmail }): MailText => {
    const { text } = textsIn(locale);
    return renderMail({
      subject: text('erasure.done.subject'),
      lead: text('erasure.done.lead', { email }),
      lines: [text('erasure.done.kept'), text('erasure.help', { supportEmail })],
      companyName,
    });
  },
};
