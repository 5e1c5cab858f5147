import type { FieldProblem } from '@postern/contract/errors';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { checkRecipient, type RecipientKind } from '@postern/domain/forwarders';
import type { Queryable } from '../../db/client.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import { listNames } from './forwarder-repository.ts';

type Of = { customerId: string; bundleId: string; email: string; domainName: string };

/** The mailboxes at the given addresses, each once. Throws on a loop, and lists all addresses that aren't mailboxes of the domain. */
export async function resolveRecipients(tx: Queryable, of: Of, recipients: string[]): Promise<string[]> {
  const wanted = recipients.map(normaliseEmailAddress);
  const names = new Map((await listNames(tx, of, wanted)).map((row) => [row.address, row]));
  const problems: FieldProblem[] = [];
  const mailboxIds = new Set<string>();
  for (const [index, email] of wanted.entries()) {
    const row = names.get(email);
    const mailboxId = row?.kind === 'mailbox' ? row.mailboxId : null;
    const verdict = checkRecipient(email, kindOf(row?.kind, mailboxId), of);
    if (!verdict.ok && verdict.code === 'FORWARDER_LOOP') throw new PanelError('FORWARDER_LOOP', verdict.attrs);
    if (!verdict.ok)
      problems.push({ path: `recipients.${index}`, code: verdict.code, message: 'Choose a mailbox of the domain.' });
    if (mailboxId) mailboxIds.add(mailboxId);
  }
  if (problems.length > 0) throw invalid(problems);
  return [...mailboxIds];
}

function kindOf(kind: string | undefined, mailboxId: string | null): RecipientKind {
  if (kind === 'alias' || kind === 'forwarder') return kind;
  return mailboxId === null ? null : 'mailbox';
}
