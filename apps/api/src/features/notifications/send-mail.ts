import { type Mailer, MailerError } from '@postern/adapter-mailer/port';
import type { Database } from '../../db/client.ts';
import type { MailFile, MailTemplate } from '../../feature/feature.ts';
import type { Log } from '../../runtime/log.ts';
import { HelperError } from '../../runtime/helper-process.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { panelUrlOf, readPartnerInfo } from '../partners/public.ts';
import { textsIn } from '../../texts/texts-in.ts';
import { inLanguage, markSupport } from './render-mail.ts';
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
  const address = { ...deps, publicUrl: await panelUrlOf(deps, attrs.partnerId) };
  const written = found.write(address, { messageId, attrs: attrs as never, companyName, supportEmail });
  const texts = textsIn(attrs.locale);
  const mail = support === undefined ? written : markSupport(written, texts.text('visit.done', support));
  const file = await fileOf(deps, found, { messageId, attrs });
  try {
    await deps.mailer.send({
      messageId,
      to,
      from: { name: companyName, address: deps.mailFrom },
      replyTo: supportEmail,
      ...inLanguage(mail, texts.locale),
      ...(file === null ? {} : { attachments: [file] }),
    });
  } catch (error) {
    if (!(error instanceof MailerError) || error.kind !== 'refused') throw error;
    deps.log.error({ err: error, messageId }, 'mail refused, given up');
  }
}

/** The mail's file. If it can't be made, that is logged and the mail goes without it: the mail also says where the file is. */
async function fileOf(
  deps: SendDeps,
  { file }: MailTemplate<never>,
  { messageId, attrs }: Pick<MailJob, 'messageId' | 'attrs'>,
): Promise<MailFile | null> {
  if (file === undefined) return null;
  try {
    return await file(deps, attrs as never);
  } catch (error) {
    // Other files are being made, so the queue tries again.
    if (error instanceof HelperError && error.kind === 'busy') throw error;
    deps.log.error({ err: error, messageId }, 'mail sent without its file');
    return null;
  }
}
