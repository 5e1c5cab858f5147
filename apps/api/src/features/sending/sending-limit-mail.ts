import type { SendingScope, SendingSpan } from '@postern/domain/sending';
import type { MailFacts, MailTemplate, MailText } from '../../feature/feature.ts';
import { textsIn } from '../../texts/texts-in.ts';
import { renderMail } from '../notifications/public.ts';

type Attrs = {
  partnerId: number;
  locale: string;
  scope: SendingScope;
  span: SendingSpan;
  limit: number;
  /** The mailbox's address, or the domain. */
  target: string;
  /** When the span ends, ISO 8601. */
  freeAt: string;
};
const write = (level: 'near' | 'reached', { attrs, companyName, supportEmail }: MailFacts<Attrs>): MailText => {
  const { scope, span, target } = attrs;
  const { text, locale } = textsIn(attrs.locale);
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const most = new Intl.NumberFormat(locale).format(attrs.limit);
  const facts = {
    target,
    limit: text('sending.limit', { span, most }),
    until: `${until.format(new Date(attrs.freeAt))} UTC`,
  };
  return renderMail({
    subject: text(`sending.${level}.subject`, facts),
    lead: text(`sending.${level}.lead`, facts),
    lines: [text('sending.stolen', { scope }), text('sending.more', { supportEmail })],
    companyName,
  });
};

const template = (level: 'near' | 'reached'): MailTemplate<Attrs> => ({
  template: `sending-limit-${level}`,
  write: (_deps, facts) => write(level, facts),
});

const NEAR = template('near');
const REACHED = template('reached');

/** The mail to administrators when a limit is near (1) or reached (2). It has no link, so that one with a link is recognised as forged. */
export const sendingLimitNotice = (level: 1 | 2): MailTemplate<Attrs> => (level === 1 ? NEAR : REACHED);
export const SENDING_LIMIT_MAILS: readonly MailTemplate<Attrs>[] = [NEAR, REACHED];
