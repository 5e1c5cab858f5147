import type { LoginClaims } from '@postern/domain/partner-login';
import type { Queryable } from '../../db/client.ts';
import { findDomainOwner } from '../purchase/public.ts';
import { listLoginCandidates } from '../sign-in/public.ts';

type Named = Pick<LoginClaims, 'domainName' | 'email' | 'isCustomer'>;

/** The login that a partner vouches for; or why there is none, for the partner. */
export async function findVouched(tx: Queryable, partnerId: number, claims: Named) {
  const owner = await findDomainOwner(tx, claims.domainName);
  if (owner === null || owner.partnerId !== partnerId) return 'the domain is no customer’s of this partner';
  const who = await findNamed(tx, owner, claims);
  if (who === null) return 'the domain has no such person';
  if (who.isSuspended) return 'suspended';
  const { customerId, bundleId } = owner;
  const { mailboxId, role, email } = who;
  return { ...{ customerId, bundleId, partnerId }, ...{ mailboxId, role, email } };
}

type Owner = NonNullable<Awaited<ReturnType<typeof findDomainOwner>>>;

async function findNamed(tx: Queryable, owner: Owner, { email, isCustomer }: Named) {
  if (owner.email === email) return { mailboxId: null, role: 'domainAdmin', email, isSuspended: false } as const;
  if (isCustomer) return null;
  const { mailboxes } = await listLoginCandidates(tx, email);
  const found = mailboxes.find(
    ({ customerId, bundleId }) => customerId === owner.customerId && bundleId === owner.bundleId,
  );
  if (found === undefined) return null;
  const role = found.isAdmin ? ('domainAdmin' as const) : ('accountAdmin' as const);
  return { mailboxId: found.mailboxId, role, email: found.address, isSuspended: found.suspended };
}
