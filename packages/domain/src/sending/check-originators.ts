import { addressesInHeader, fieldsOf } from './header-addresses.ts';

/** The header fields in which a message says who wrote and who sent it. RFC 5322 §3.6.2 and §3.6.6. */
const ORIGINATORS = ['From', 'Sender', 'Resent-From', 'Resent-Sender'] as const;

/** What is wrong with an originator field. `foreign`: it names someone else. `unreadable`: mail programs may read it differently. */
export type OriginatorRefusal = {
  field: (typeof ORIGINATORS)[number];
  reason: 'missing' | 'repeated' | 'unreadable' | 'foreign';
};

/**
 * Checks that a signed-in sender's message names only the sender's own addresses as its author and sender; null if so. There must be
 * exactly one From and at most one Sender, because programs differ in which of several they show. `header` is the message up to its body;
 * `isOwn` gets each address as it is written.
 */
export function checkOriginators(header: string, isOwn: (address: string) => boolean): OriginatorRefusal | null {
  const fields = fieldsOf(header);
  for (const field of ORIGINATORS) {
    const values = fields.filter(({ name }) => name === field.toLowerCase()).map(({ value }) => value);
    if (field === 'From' && values.length === 0) return { field, reason: 'missing' };
    if ((field === 'From' || field === 'Sender') && values.length > 1) return { field, reason: 'repeated' };
    for (const value of values) {
      const addresses = addressesInHeader(value);
      if (addresses === null || addresses.length === 0) return { field, reason: 'unreadable' };
      if (!addresses.every(isOwn)) return { field, reason: 'foreign' };
    }
  }
  return null;
}
