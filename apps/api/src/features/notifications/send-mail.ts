import { type Mailer, MailerError } from '@postern/adapter-mailer/port';
import type { Database } from '../../db/client.ts';
import type { MailTemplate } from '../../feature/feature.ts';
import type { Log } from '../../runtime/log.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { readPartnerInfo } from '../partners/public.ts';
import { textsIn } from '../../texts/texts-in.ts';
import { markSupport } from './render-mail.ts';
import type { MailJob } from './send-mail-job.ts';

type SendDeps = { db: Database; mailer: Mailer; sealer: Sealer; publicUrl: string; mailFrom: string; log: Log };

/**
 * Writes and sends one mail. The queue retries until the mail server accepts it. A mail that the server definitely refuses is logged and
 * given up.
 */
export async function sendMail(
  deps: SendDeps,
  templates: readonly MailTemplate<never>[],
  { messageId, template, to, attrs, support }: MailJob,
): Promise<void> {
  const { companyName, emails } = await readPartnerInfo(deps, { partnerId: attrs.partnerId });
  const { supportEmail } = emails;
  const found = templates.find((each) => each.template === template);
  if (found === undefined) throw new Error(`No feature has a mail template "${template}".`);
  const written = found.write(deps, { messageId, attrs: attrs as never, companyName, supportEmail });
  const text =
    support === undefined ? written : markSupport(written, textsIn(attrs.locale).text('visit.done', support));
  try {
    await deps.mailer.send({
      messageId,
      to,
      from: { name: companyName, address: deps.mailFrom },
      replyTo: supportEmail,
      ...text,
    });
  } catch (error) {
    if (!(error instanceof MailerError) || error.kind !== 'refused') throw error;
    deps.log.error({ err: error, messageId }, 'mail refused, given up');
  }
}
