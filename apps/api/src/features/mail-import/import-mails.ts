import type { MailTemplate, MailText } from '../../feature/feature.ts';
import { importAddress } from '../../secrets/import-token.ts';
import { textsIn } from '../../texts/texts-in.ts';
import { renderMail } from '../notifications/public.ts';

type Facts = { partnerId: number; locale: string; sourceEmail: string; destinationEmail: string };

/** Asks for the password of the source. The message id is the link's id, from which the token is derived when the mail is written. */
export const IMPORT_PASSWORD_MAIL: MailTemplate<Facts & { validDays: number; host?: string; askedBy?: string }> = {
  template: 'import-password',
  write: (deps, { messageId, attrs, companyName, supportEmail }): MailText => {
    const { text } = textsIn(attrs.locale);
    const { sourceEmail: source, destinationEmail: destination, host = '', askedBy: by } = attrs;
    // The reader may not know who asks for the password, so the mail must say so, and where their mail goes.
    const asked = by !== undefined && text('import.password.asked', { by, source, destination, host });
    return renderMail({
      subject: text('import.password.subject', { source }),
      lead: asked || text('import.password.lead', { source, destination }),
      action: { href: importAddress(deps, messageId), label: text('import.password.button') },
      lines: [
        ...(asked ? [text('import.password.own')] : []),
        text('import.password.until', { days: attrs.validDays }),
        text('import.password.help', { supportEmail }),
      ],
      companyName,
    });
  },
};

type Ended = Facts & { taskId: string; copied: number; present: number; missed: number; isWhole: boolean };

/** Says how an import ended. */
export const IMPORT_ENDED_MAIL: MailTemplate<Ended> = {
  template: 'import-ended',
  write: ({ publicUrl }, { attrs, companyName }): MailText => {
    const { copied, present, missed, isWhole, sourceEmail: source, destinationEmail: destination } = attrs;
    const { text } = textsIn(attrs.locale);
    const report = new URL('/import-email', publicUrl);
    report.searchParams.set('task', attrs.taskId);
    return renderMail({
      subject: text(isWhole ? 'import.ended.whole' : 'import.ended.partial', { source }),
      lead: text('import.ended.lead', { destination, copied, present }),
      action: { href: report.href, label: text('import.ended.button') },
      lines: [...(missed > 0 ? [text('import.ended.missed', { count: missed })] : []), text('import.ended.erased')],
      companyName,
    });
  },
};
