import type { InputOf, Operation, OutputOf } from '@postern/contract/operation';
import type { Example } from '../../http/openapi/openapi-examples.ts';
import type { TestApp } from '../start-test-app.ts';
import type { CallOptions } from '../test-client.ts';

/** Makes a call that must succeed, and keeps what was sent and answered. */
export type Recording = <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  options?: CallOptions,
) => Promise<OutputOf<O>>;

/** Records calls by operation. What differs from run to run, and every secret, gets a stand-in of the same form. */
export function startRecording(app: TestApp): { call: Recording; examples: Record<string, Example> } {
  const examples: Record<string, Example> = {};
  const standIn = standIns();
  const call: Recording = async (operation, input, options) => {
    const answer = await app.call(operation, input, options);
    if (!answer.ok) throw new Error(`${operation.id} was refused: ${answer.text}`);
    examples[operation.id] = {
      input: standIn(input, 'sent') as Example['input'],
      output: standIn(JSON.parse(answer.text), 'answered') as Example['output'],
    };
    return answer.body;
  };
  return { call, examples };
}

const LIST_MAXIMUM = 3;
const SECRETS = new Set([
  'token',
  'externalToken',
  'webmailToken',
  'jwt',
  'secret',
  'stripeSecret',
  'clientSecret',
  'challenge',
  'recoveryCode',
  'browserSecret',
]);
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Replaces values; the same id gets the same stand-in everywhere. */
function standIns(): (value: unknown, side: 'sent' | 'answered') => unknown {
  const ids = new Map<string, string>();
  const idOf = (id: string): string => {
    const known = ids.get(id) ?? `0195f2a0-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  const replace = (value: unknown, key: string, side: string): unknown => {
    if (Array.isArray(value)) return value.slice(0, LIST_MAXIMUM).map((one) => replace(one, key, side));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replace(part, name, side)]));
    if (typeof value !== 'string') return value;
    if (key === 'paymentMethodId') return 'pm_1';
    if (SECRETS.has(key) || (key === 'password' && side === 'answered')) return key.toUpperCase();
    if (key === 'recoveryCodes') return 'abcd-efgh-jkmn';
    if (key === 'code' && /^\d{6}$/.test(value)) return '123456';
    if (key === 'code' && /^[\w-]{32,}$/.test(value)) return 'CODE';
    return text(value, idOf);
  };
  return (value, side) => replace(value, '', side);
}

/** Stand-ins for what is drawn at random inside a text: ids, keys, tokens, ports. */
const text = (value: string, idOf: (id: string) => string): string =>
  value
    .replace(/^otpauth:.*/, 'otpauth://totp/anna%40harbour.test?secret=SECRET')
    .replace(UUID, idOf)
    .replace(/postern-[0-9a-f]{8}/g, 'postern-4f1c2a90')
    .replace(/(127\.0\.0\.1|\[?::1\]?)(:\d+)?/g, '192.0.2.53')
    .replace(/([?&#](?:(?:token|code|state)=)?)[\w-]{32,}/g, '$1TOKEN')
    .replace(/(&sig=)[^&]+/, '$1SIGNATURE')
    .replace(/(; p=)[\w+/=]{30,}/g, '$1KEY')
    .replace(/^UEsDB[\w+/=]{200,}$/, 'UEsDBBQACAgIAAAA')
    .replace(/^[\w+/=]{200,}$/, 'KEY')
    .replace(/(postern-verification=)[\w-]+/g, '$1TOKEN');
