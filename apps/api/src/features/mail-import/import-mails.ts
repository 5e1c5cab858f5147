import type { MailTemplate, MailText } from '../../feature/feature.ts';
import { importAddress } from '../../secrets/import-token.ts';
import { daysInWords, renderMail } from '../notifications/public.ts';

type Facts = { partnerId: number; locale: string; sourceEmail: string; destinationEmail: string };

const PASSWORD_TEXTS = {
  en: {
    subject: (source: string) => `Password needed to import ${source}`,
    lead: (source: string, destination: string) =>
      `The mail of ${source} is being copied to ${destination}. To go on, the import needs the password of ${source} at its present server.`,
    button: 'Enter the password',
    until: (days: number) =>
      `The link works for ${daysInWords(days, 'en')}. It shows this import only. The password is erased as soon as the import has ended.`,
    help: (address: string) => `If you don't know about this import, ignore this email or write to ${address}.`,
  },
  de: {
    subject: (source: string) => `Passwort für den Import von ${source}`,
    lead: (source: string, destination: string) =>
      `Die E-Mails von ${source} werden nach ${destination} übernommen. Damit es weitergeht, wird das Passwort von ${source} beim bisherigen Server gebraucht.`,
    button: 'Passwort eingeben',
    until: (days: number) =>
      `Der Link ist ${daysInWords(days, 'de')} lang gültig und zeigt nur diesen Import. Sobald der Import beendet ist, wird das Passwort gelöscht.`,
    help: (address: string) =>
      `Falls Sie von diesem Import nichts wissen, ignorieren Sie diese E-Mail oder schreiben Sie an ${address}.`,
  },
};

const textsOf = <T>(texts: { en: T; de: T }, locale: string): T => (locale.startsWith('de') ? texts.de : texts.en);

/** Asks for the password of the source. The message id is the link's id, from which the token is derived when the mail is written. */
export const IMPORT_PASSWORD_MAIL: MailTemplate<Facts & { validDays: number }> = {
  template: 'import-password',
  write: (deps, { messageId, attrs, companyName, supportEmail }): MailText => {
    const texts = textsOf(PASSWORD_TEXTS, attrs.locale);
    return renderMail({
      subject: texts.subject(attrs.sourceEmail),
      lead: texts.lead(attrs.sourceEmail, attrs.destinationEmail),
      action: { href: importAddress(deps, messageId), label: texts.button },
      lines: [texts.until(attrs.validDays), texts.help(supportEmail)],
      companyName,
    });
  },
};

type Ended = Facts & { taskId: string; copied: number; present: number; missed: number; isWhole: boolean };

const ENDED_TEXTS = {
  en: {
    whole: (source: string) => `The import of ${source} is complete`,
    partial: (source: string) => `The import of ${source} ended with gaps`,
    lead: ({ copied, present, destinationEmail }: Ended) =>
      present > 0
        ? `Copied to ${destinationEmail}: ${copied}. Already there: ${present}.`
        : `Copied to ${destinationEmail}: ${copied}.`,
    missed: (count: number) => `Not copied: ${count}. The report names each message and the reason.`,
    erased: 'The password for the old server has been erased. Nothing was changed or deleted there.',
    button: 'Show the report',
  },
  de: {
    whole: (source: string) => `Der Import von ${source} ist abgeschlossen`,
    partial: (source: string) => `Der Import von ${source} ist unvollständig`,
    lead: ({ copied, present, destinationEmail }: Ended) =>
      present > 0
        ? `Nach ${destinationEmail} kopiert: ${copied}. Schon vorhanden: ${present}.`
        : `Nach ${destinationEmail} kopiert: ${copied}.`,
    missed: (count: number) => `Nicht kopiert: ${count}. Der Bericht nennt jede Nachricht und den Grund.`,
    erased: 'Das Passwort für den alten Server wurde gelöscht. Dort wurde nichts geändert oder gelöscht.',
    button: 'Bericht ansehen',
  },
};

/** Says how an import ended. */
export const IMPORT_ENDED_MAIL: MailTemplate<Ended> = {
  template: 'import-ended',
  write: ({ publicUrl }, { attrs, companyName }): MailText => {
    const texts = textsOf(ENDED_TEXTS, attrs.locale);
    const report = new URL('/import-email', publicUrl);
    report.searchParams.set('task', attrs.taskId);
    const subject = attrs.isWhole ? texts.whole : texts.partial;
    return renderMail({
      subject: subject(attrs.sourceEmail),
      lead: texts.lead(attrs),
      action: { href: report.href, label: texts.button },
      lines: [...(attrs.missed > 0 ? [texts.missed(attrs.missed)] : []), texts.erased],
      companyName,
    });
  },
};
