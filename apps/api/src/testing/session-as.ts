import type { Role } from '@postern/domain/sign-in';
import { session } from '../features/session/tables.ts';
import { hashToken, newToken } from '../secrets/tokens.ts';
import type { TestCustomer } from './builders.ts';
import type { TestApp } from './start-test-app.ts';

type Who = { role: Role; email: string; mailboxId?: string };

/** The token of a session with a role on a customer's domain, as a sign-in would create it. */
export async function aSessionAs(
  app: TestApp,
  customer: TestCustomer,
  { role, email, mailboxId }: Who,
): Promise<string> {
  const token = newToken();
  const now = app.clock.now();
  await app.deps.db.global.insert(session).values({
    tokenHash: hashToken(token),
    customerId: customer.customerId,
    bundleId: customer.bundleId,
    partnerId: app.partner.partnerId,
    mailboxId: mailboxId ?? null,
    role,
    email,
    source: 'token',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  });
  return token;
}
