import type { FieldProblem } from '../../lib/forms/field-problem.ts';
import { fieldCodes, hasCode } from '../../lib/http/api-error.ts';
import { recipientText } from './check-forwarder-form.ts';

export type RefusedFields = { address?: FieldProblem | undefined; recipients?: FieldProblem | undefined };

/** The fields that the server refused; empty if its answer is about the whole form. `recipients` are those that were sent. */
export function refusedFields(error: unknown, domainName: string, recipients: readonly string[]): RefusedFields {
  if (hasCode(error, 'EMAIL_EXISTS')) return { address: { key: 'forwarders.address.exists' } };
  if (hasCode(error, 'FORWARDER_LOOP')) {
    const { email } = error.attrs;
    return { recipients: { key: 'forwarders.recipients.loop', values: { email: String(email), domainName } } };
  }
  const refused: RefusedFields = {};
  for (const [path, code] of Object.entries(fieldCodes(error))) {
    if (path === 'email') refused.address = { key: 'forwarders.address.refused' };
    if (!path.startsWith('recipients')) continue;
    const email = recipients[Number(path.split('.')[1])];
    // Without its index the recipient can't be named.
    refused.recipients = email
      ? { key: recipientText(code), values: { email, domainName } }
      : { key: 'forwarders.recipients.refused' };
  }
  return refused;
}
