import type { Config } from '../config/config.ts';
import type { Database } from '../db/client.ts';
import { makePurchaseLink } from '../features/purchase/public.ts';
import type { MovableClock } from '../runtime/clock.ts';
import type { Sealer } from '../secrets/seal.ts';
import { SAMPLE } from './sample.ts';

type Facts = {
  config: Config;
  smtpPort: number | null;
  db: Database;
  clock: MovableClock;
  sealer: Sealer;
};

/** What to open and how to sign in, printed when the server is ready. */
export async function welcome({ config, smtpPort, ...deps }: Facts): Promise<string> {
  const link = await makePurchaseLink(
    { ...deps, publicUrl: config.publicUrl },
    {
      partnerId: 54,
      domainName: `bakery-${Math.floor(deps.clock.now().getTime() / 1000).toString(36)}.example`,
      email: 'owner@bakery.example',
      planType: 'pro',
      country: 'DE',
      name: 'Rosa Brandt',
      locale: null,
      validMillis: 24 * 3_600_000,
    },
  );
  const lines = [
    '',
    `  Postern is running: ${config.publicUrl}`,
    '',
    `  Sign in as the owner of ${SAMPLE.domainName} and a second domain:`,
    `    email     ${SAMPLE.owner.email}`,
    `    password  ${SAMPLE.password}`,
    `  or with a mailbox that is an admin: ${SAMPLE.admin}, same password`,
    '',
    '  Or come from a shop, as a customer would (the link is valid for a day and one purchase):',
    `    ${link?.url ?? 'no signing key'}`,
    '    card 4242 4242 4242 4242, any future date, any security code',
    '',
    ...(smtpPort === null ? [] : [`  Send mail to a mailbox (SMTP):  127.0.0.1:${smtpPort}`]),
    ...(config.mailerUrl === null ? [`  Mail that the panel sends:      ${config.publicUrl}/evaluation/outbox`] : []),
    `  Data:                           ${config.dataDir}`,
    '',
    '  This is evaluation mode, with sample data and known passwords. Do not put it on the internet.',
    '',
    '',
  ];
  return lines.join('\n');
}
