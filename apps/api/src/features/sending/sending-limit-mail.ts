import type { SendingScope, SendingSpan } from '@postern/domain/sending';
import type { MailFacts, MailTemplate, MailText } from '../../feature/feature.ts';
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
type Facts = Pick<Attrs, 'target' | 'scope' | 'span'> & { most: string; until: string; supportEmail: string };
type Texts = Record<'near' | 'reached', { subject: string; lead: string }> & { lines: string[] };

const TEXTS = {
  en: ({ target, scope, span, most, until, supportEmail }: Facts): Texts => {
    const limit = `${most} recipients ${{ hour: 'an hour', day: 'a day', month: 'a month' }[span]}`;
    const stolen =
      scope === 'mailbox'
        ? 'If its owner didn’t send that much, someone else may have the password: choose a new one at once.'
        : 'If your people didn’t send that much, someone else may have a mailbox’s password: choose a new one at once.';
    return {
      near: {
        subject: `${target} is close to its sending limit`,
        lead: `${target} has used more than 80 % of its limit of ${limit}. After that, what it sends has to wait until ${until}.`,
      },
      reached: {
        subject: `${target} has reached its sending limit`,
        lead: `${target} has reached its limit of ${limit}. It can send again at ${until}. It still receives.`,
      },
      lines: [stolen, `If you need to send more, choose a larger plan or write to ${supportEmail}.`],
    };
  },
  de: ({ target, scope, span, most, until, supportEmail }: Facts): Texts => {
    const limit = `${most} Empfängern pro ${{ hour: 'Stunde', day: 'Tag', month: 'Monat' }[span]}`;
    const stolen =
      scope === 'mailbox'
        ? 'Wurde dort nicht so viel versendet, kennt vielleicht jemand anderes das Passwort: Wählen Sie sofort ein neues.'
        : 'Wurde bei Ihnen nicht so viel versendet, kennt vielleicht jemand anderes das Passwort eines Postfachs: Wählen Sie sofort ein neues.';
    return {
      near: {
        subject: `${target} erreicht bald das Sendelimit`,
        lead: `${target} hat mehr als 80 % des Limits von ${limit} verbraucht. Ist es erreicht, warten weitere E-Mails bis ${until}.`,
      },
      reached: {
        subject: `${target} hat das Sendelimit erreicht`,
        lead: `${target} hat das Limit von ${limit} erreicht und kann ab ${until} wieder senden. E-Mails kommen weiterhin an.`,
      },
      lines: [
        stolen,
        `Reicht das Limit nicht aus, wählen Sie einen größeren Tarif oder schreiben Sie an ${supportEmail}.`,
      ],
    };
  },
};

const write = (level: 'near' | 'reached', { attrs, companyName, supportEmail }: MailFacts<Attrs>): MailText => {
  const language = attrs.locale.startsWith('de') ? 'de' : 'en';
  const until = new Intl.DateTimeFormat(attrs.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const facts = {
    ...attrs,
    most: new Intl.NumberFormat(attrs.locale).format(attrs.limit),
    until: `${until.format(new Date(attrs.freeAt))} UTC`,
    supportEmail,
  };
  const texts = TEXTS[language](facts);
  return renderMail({ ...texts[level], lines: texts.lines, companyName });
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
