import { ALIAS_NAME_MAXIMUM_CHARACTERS } from '@postern/domain/aliases';
import { APP_PASSWORD_NAME_MAXIMUM_CHARACTERS } from '@postern/domain/app-passwords';
import { COUNTRY_CODES } from '@postern/domain/countries';
import { RECORD_TYPES, RECORD_VALUES_MAXIMUM, TTL_MAXIMUM_SECONDS, TTL_MINIMUM_SECONDS } from '@postern/domain/dns';
import { SUSPENSION_REASON_MAXIMUM_CHARACTERS } from '@postern/domain/mailboxes';
import { PASSWORD_MAXIMUM_CHARACTERS, PASSWORD_MINIMUM_CHARACTERS } from '@postern/domain/passwords';
import type { Json } from './openapi-problems.ts';

const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069';

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LETTER = 'A-Za-z\\u0080-\\uffff';
const ADDRESS = `${ATOM}(\\.${ATOM})*@([0-9${LETTER}-]+\\.)+[${LETTER}][0-9${LETTER}-]*`;

const address = { pattern: `^[ \\t]*${ADDRESS}[ \\t]*$` };
const blankOrAddress = { pattern: `^[ \\t]*(${ADDRESS}[ \\t]*)?$` };
const visible = { pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' };
const oneLine = { pattern: `^\\s*[^${CONTROL}]*\\s*$` };
const visibleLine = { pattern: `^\\s*[^\\s${CONTROL}][^${CONTROL}]*\\s*$` };
const newPassword = {
  minLength: PASSWORD_MINIMUM_CHARACTERS,
  maxLength: PASSWORD_MAXIMUM_CHARACTERS,
  pattern: `^[^\\s${CONTROL}]+$`,
  description: 'Must contain a letter, a digit and a symbol, and must not be a common password.',
};
const aliasName = { ...visibleLine, maxLength: ALIAS_NAME_MAXIMUM_CHARACTERS };
const newMailbox = { email: address, password: newPassword, alternateEmail: blankOrAddress, displayName: oneLine };

/**
 * What the domain's rules demand of a field beyond the contract, as far as a schema can express it: by operation and field path, where `*`
 * is every item of a list. The rules decide; this only documents them.
 * @internal
 */
export const ASKED_BY_RULES: Record<string, Record<string, Json>> = {
  authenticatePurchase: { jwt: { minLength: 1 } },
  settlePurchase: { jwt: { minLength: 1 } },
  upsertCustomer: {
    'billingAddress.email': address,
    'billingAddress.name': visible,
    'billingAddress.companyAddress': visible,
    'billingAddress.city': visible,
    'billingAddress.country': { enum: COUNTRY_CODES },
  },
  createMailbox: newMailbox,
  replaceMailbox: newMailbox,
  updateMailbox: { userEmail: address },
  updateUser: { userEmail: address },
  resetMailboxPassword: { recipient: address },
  sendLoginDetails: { recipient: address },
  suspendMailbox: { suspensionType: { maxLength: SUSPENSION_REASON_MAXIMUM_CHARACTERS } },
  addAlias: { displayName: aliasName },
  updateAlias: { displayName: aliasName },
  createForwarder: { email: address, 'recipients.*': address },
  setCatchAll: { email: address },
  createInstructionLink: { sendTo: address },
  createAppPassword: { name: { ...visibleLine, maxLength: APP_PASSWORD_NAME_MAXIMUM_CHARACTERS } },
  upsertDnsRecord: {
    type: { enum: RECORD_TYPES },
    ttl: { type: 'integer', minimum: TTL_MINIMUM_SECONDS, maximum: TTL_MAXIMUM_SECONDS },
    values: { minItems: 1, maxItems: RECORD_VALUES_MAXIMUM },
    'values.*': visible,
  },
};

/** Adds what the rules demand to the fields of an input's schema. */
export function askByRules(operationId: string, input: Json): void {
  for (const [path, keywords] of Object.entries(ASKED_BY_RULES[operationId] ?? {})) {
    const field = path.split('.').reduce((part, name) => stepInto(part, name), input);
    Object.assign(field, keywords);
  }
}

function stepInto(schema: Json, name: string): Json {
  const inner = name === '*' ? schema.items : (schema.properties as Record<string, Json> | undefined)?.[name];
  if (inner === undefined) throw new Error(`The contract has no field ${name} here.`);
  return inner as Json;
}
