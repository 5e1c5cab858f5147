import type { MailTemplate, MailText } from '../../feature/feature.ts';
import { importAddress } from '../../secrets/import-token.ts';
import { textsIn } from '../../texts/texts-in.ts';
import { renderMail } from '../notifications/public.ts';

type Facts = { partnerId: number; locale: string; sourceEmail: string; destinationEmail: string };

/** `provider`: where the reader signs in, instead of entering a password. `askedBy`: who asks an owner for it. */
type Asked = Facts & { validDays: number; host?: string; askedBy?: string; provider?: string };

/** Asks for the password of the source. The message id is the link's id, from which the token is derived when the mail is written. */
export const IMPORT_PASSWORD_MAIL: MailTemplate<Asked> = {
  template: 'import-password',
  write: (deps, { messageId, attrs, companyName, supportEmail }): MailText => {
    const { text } = textsIn(attrs.locale);
    const { sourceEmail: source, destinationEmail: destination, host = '', askedBy: by, provider = '' } = attrs;
    const kind = provider === '' ? 'import.password' : 'import.signIn';
    // The reader may not know who asks, so the mail must say so, and where their mail goes.
    const asked = by !== undefined && text(`${kind}.asked`, { by, source, destination, host, provider });
    return renderMail({
      subject: text(`${kind}.subject`, { source, provider }),
      lead: asked || text(`${kind}.lead`, { source, destination, provider }),
      action: { href: importAddress(deps, messageId), label: text(`${kind}.button`) },
      lines: [
        ...(asked ? [text(`${kind}.own`, { provider })] : []),
        text(`${kind}.until`, { days: attrs.validDays }),
        text('import.password.help', { supportEmail }),
      ],
      companyName,
    });
  },
};

type Ended = Facts & {
  taskId: string;
  copied: number;
  present: number;
  missed: number;
  isWhole: boolean;
  signedIn?: boolean;
};

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
      lines: [
        ...(missed > 0 ? [text('import.ended.missed', { count: missed })] : []),
        text(attrs.signedIn === true ? 'import.signIn.erased' : 'import.ended.erased'),
      ],
      companyName,
    });
  },
};
