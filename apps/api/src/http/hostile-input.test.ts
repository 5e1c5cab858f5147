import { request } from 'node:http';
import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { namesInPath, type Operation, placeInput } from '@postern/contract/operation';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { addApiKey } from '../features/partners/api-keys.ts';
import { aCustomerWithDomain, aPurchaseLink, aReadyPurchase } from '../testing/builders.ts';
import { aStaffSession } from '../testing/staff.ts';
import { confirmAgain } from '../testing/session-as.ts';
import { pathsOf, sampleInput, valueAt, withValueAt } from '../testing/sample-input.ts';
import { readProblem } from '../testing/test-client.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const CPU_LIMIT_MICROS = 1_000_000;

const app = useTestApp({ webhooks: false });
let tokens: Record<Operation['access'], string>;
beforeAll(async () => {
  const customer = await aCustomerWithDomain(app);
  // Otherwise what needs a fresh password is refused before its input is used.
  await confirmAgain(app, customer.token);
  const { token } = await aReadyPurchase(app, await aPurchaseLink(app));
  const { apiKey } = await addApiKey(app.deps, app.partner.partnerId);
  const { token: staff } = await aStaffSession(app);
  tokens = { session: customer.token, purchase: token, partner: apiKey, staff, open: 'none' };
});

let calls = 0;
/** Each from its own IP address, or everything would hit the limit of attempts. */
const headersOf = (operation: Operation) => ({
  'x-auth': 'controlPanel',
  authorization: `Bearer ${operation.id.startsWith('signOut') ? 'none' : tokens[operation.access]}`,
  'x-forwarded-for': `10.${(++calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
});

/** The path of a call: with the values of its input, or of the sample. */
function pathOf(operation: Operation, input: unknown = sampleInput(operation)): string {
  const values = Object.entries(input as Record<string, unknown>).filter(([name]) => isInPath(operation, name));
  // A path can't hold half a character.
  return placeInput(operation.path, Object.fromEntries(values.map(([name, value]) => [name, textOf(value)]))).path;
}
const isInPath = (operation: Operation, name: string) => namesInPath(operation.path).includes(name);
const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')).toWellFormed();

/** Sends an input: part of it in the path, the rest in the body or the query. */
function surviveInput(operation: Operation, input: unknown): Promise<number> {
  const rest = Object.entries(input as Record<string, unknown>).filter(([name]) => !isInPath(operation, name));
  return survive(operation, encode(operation, Object.fromEntries(rest)), {}, pathOf(operation, input));
}

/** Sends it, and checks the answer against what every answer must be. */
async function survive(
  operation: Operation,
  body: string | Buffer,
  headers: Record<string, string> = {},
  path = pathOf(operation),
): Promise<number> {
  const before = process.cpuUsage();
  const asksByQuery = operation.method !== 'POST';
  const url = new URL(path, app.baseUrl);
  if (asksByQuery) url.search = String(body);
  const response = await fetch(url, {
    method: operation.method,
    headers: { ...headersOf(operation), ...(asksByQuery ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(asksByQuery ? {} : { body: body as BodyInit }),
  });
  const text = await response.text();
  const { user, system } = process.cpuUsage(before);
  const what = `${operation.id} ${String(body).slice(0, 120)} -> ${response.status} ${text.slice(0, 200)}`;
  if (response.status >= 500)
    throw new Error(
      `${what} ${app
        .logged()
        .split('\n')
        .filter((line) => line.includes('"level":50'))
        .at(-1)}`,
    );
  if (response.status >= 400) readProblem(response, JSON.parse(text));
  else operation.output.parse(JSON.parse(text));
  if (user + system > CPU_LIMIT_MICROS) throw new Error(`${what} took ${user + system} microseconds of CPU.`);
  if (/ at .*\(|node_modules|select |insert into/i.test(text)) throw new Error(`${what} tells of its inside.`);
  return response.status;
}

function encode(operation: Operation, input: unknown): string {
  if (operation.method === 'POST') return JSON.stringify(input);
  const pairs = Object.entries(input as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one: unknown) => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one),
    ]),
  );
  return new URLSearchParams(pairs as [string, string][]).toString();
}

const deep = (levels: number): unknown => Array.from({ length: levels }).reduce((inner: unknown) => [inner], 'x');
const HOSTILE: unknown[] = [
  null,
  true,
  0,
  -1,
  0.30000000000000004,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e15,
  1e308,
  '',
  ' ',
  'x'.repeat(12_000),
  'a@b.test'.padStart(321, 'x'),
  '\0',
  'a\0b@shop.test',
  '\ud800',
  'x\udfff',
  '\u202e\u200b\ufeff',
  '\u{1f469}\u200d\u{1f4bb}'.repeat(20),
  "' OR 1=1; DROP TABLE mailbox --",
  '%00%ff',
  '../../../etc/passwd',
  '__proto__',
  'NaN',
  '1e400',
  '9'.repeat(40),
  [],
  ['x', ['y']],
  {},
  { length: 1e9 },
  { toString: 'x', valueOf: 1, constructor: { prototype: 1 } },
  deep(200),
];

/** In long runs (`npm run test:long`), every field gets every value. */
const isWhole = (fc.readConfigureGlobal().numRuns ?? 0) > 1000;
const MOST_SHARES = 12;

test('whatever is in any field of any call, the answer has the common shape and is never an internal error [API-01]', async () => {
  const statuses = new Set<number>();
  for (const operation of ALL_OPERATIONS) {
    const input = sampleInput(operation);
    const paths = pathsOf(input);
    // Otherwise the fields of a call share the values: each call gets all of them, each field its share.
    const shares = isWhole ? 1 : Math.min(paths.length, MOST_SHARES);
    for (const [place, path] of paths.entries()) {
      // A number always gets every number: what a column can hold is a fault of one field, and few fields are numbers.
      const takesNumbers = typeof valueAt(input, path) === 'number';
      const isTried = (value: unknown, turn: number) =>
        (turn + place) % shares === 0 || (takesNumbers && typeof value === 'number');
      for (const value of HOSTILE.filter(isTried))
        statuses.add(await surviveInput(operation, withValueAt(input, path, value)));
      statuses.add(await surviveInput(operation, withValueAt(input, path, undefined)));
    }
  }
  expect(statuses).toContain(422);
}, 600_000);

/** Fields that hold an email address, or its user name, in any call. */
const ADDRESS_FIELD =
  /^(email|emails|userEmail|alternateEmail|recipient|recipients|alias|aliases|sendTo|forwardTo|to|except)$/;
const BREAKING = ['\r\n', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\0', '\x7f', '\r\nRCPT TO:<evil@evil.test>'];

test('an address with a line break or another control character is refused in every call, wherever it is, and never trimmed [API-01]', async () => {
  const refused = new Set<string>();
  for (const operation of ALL_OPERATIONS) {
    const { bundleId: _ofAnother, ...input } = sampleInput(operation);
    const isAddress = (path: string[]) =>
      ADDRESS_FIELD.test(path.findLast((part) => !/^\d+$/.test(part)) ?? '') &&
      typeof path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], input) === 'string';
    for (const path of pathsOf(input).filter(isAddress)) {
      const hostile = ['\r\nanna@b.test', 'anna\r\n@b.test', ...BREAKING.map((part) => `anna@b.test${part}`)];
      for (const address of hostile) {
        const status = await surviveInput(operation, withValueAt(input, path, address));
        expect(status, `${operation.id} ${path.join('.')} ${JSON.stringify(address)}`).toBe(422);
      }
      refused.add(`${operation.id} ${path.join('.')}`);
    }
  }
  expect(refused.size).toBeGreaterThan(30);
});

const BODIES: Record<string, string | Buffer> = {
  empty: '',
  'a word': 'hello',
  'half a value': '{"email":',
  'two values': '{}{}',
  'a list': '[]',
  'a number': '1',
  null: 'null',
  'a text': '"x"',
  'single quotes': "{'a':1}",
  NaN: '{"email":NaN}',
  'a byte order mark': '\ufeff{}',
  'broken UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'deep lists': '['.repeat(100_000) + ']'.repeat(100_000),
  'deep objects': `${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`,
  'deep and open': '['.repeat(200_000),
  'a prototype': '{"__proto__":{"isAdmin":true},"email":"a@b.test"}',
  'a constructor': '{"constructor":{"prototype":{"isAdmin":true}}}',
  'a hundred thousand keys': `{${Array.from({ length: 40_000 }, (_, key) => `"k${key}":1`).join()}}`,
  'a long number': `{"partnerId":${'9'.repeat(100_000)}}`,
  'a key twice': '{"email":"a@b.test","email":{}}',
};

test('each kind of body that is not a contract object has its own error code [API-01]', async () => {
  for (const operation of ALL_OPERATIONS.filter(({ method }) => method === 'POST')) {
    for (const body of Object.values(BODIES)) if (body.length < 1000) await survive(operation, body);
  }
  const heavy = ALL_OPERATIONS.filter(({ id }) => ['signIn', 'createMailbox', 'reportPreAuthEvent'].includes(id));
  for (const operation of heavy) for (const body of Object.values(BODIES)) await survive(operation, body);
  const codeOf = async (body: string | Buffer, type = 'application/json', path = '/panel/login') => {
    const response = await fetch(app.baseUrl + path, {
      method: 'POST',
      headers: { 'x-auth': 'controlPanel', 'content-type': type },
      body: body as BodyInit,
    });
    return readProblem(response, await response.json()).code;
  };
  expect(await codeOf('{"email":')).toBe('MALFORMED_BODY');
  expect(await codeOf('[]')).toBe('VALIDATION_FAILED');
  expect(await codeOf(`{"email":"${'x'.repeat(600_000)}"}`)).toBe('PAYLOAD_TOO_LARGE');
  // It goes to the log, and anyone may send it.
  const event = JSON.stringify({
    name: 'x',
    attrs: Object.fromEntries(Array.from({ length: 200 }, (_, at) => [at, 'x'.repeat(30)])),
  });
  expect(await codeOf(event, 'application/json', '/panel/events/pre-auth')).toBe('PAYLOAD_TOO_LARGE');
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'x',
    'application/jsonp',
  ])
    expect(await codeOf('{}', type), type).toBe('UNSUPPORTED_MEDIA_TYPE');
  expect(Object.prototype).not.toHaveProperty('isAdmin');
});

/** Node's own client, which doesn't normalise addresses as fetch does. */
const rawGet = (method: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<Response>((resolve, reject) => {
    const { port } = new URL(app.baseUrl);
    request({ host: '127.0.0.1', port, method, path, headers: { 'x-auth': 'controlPanel', ...headers } }, (message) => {
      let text = '';
      message.on('data', (part: Buffer) => (text += String(part)));
      message.on('end', () =>
        resolve(
          new Response(text, { status: message.statusCode ?? 0, headers: message.headers as Record<string, string> }),
        ),
      );
    })
      .on('error', reject)
      .end();
  });

test('an unknown address is 404, a known one with another method 405, both in the common shape [API-01]', async () => {
  const unknown = [
    '/nothing',
    '/panel/nothing',
    '/panel/login/',
    '/PANEL/login',
    '//',
    '///',
    '//evil.test/x',
    '/%',
    '/%ff',
    '/panel/%00',
    '/panel/%2e%2e/x',
    `/panel/${'x'.repeat(5_000)}`,
    '/?%=%',
    '/*',
    '/panel/account/email/list;x',
  ];
  for (const path of unknown) {
    const response = await rawGet('GET', path);
    expect(response.status, path).toBe(404);
    expect(readProblem(response, await response.json()).code).toBe('NOT_FOUND');
  }
  for (const method of ['PUT', 'DELETE', 'PATCH', 'GET']) {
    const response = await rawGet(method, '/panel/login?x=1');
    expect(readProblem(response, await response.json()).code, method).toBe('METHOD_NOT_ALLOWED');
  }
});

test('webhooks and challenge pages survive any input [API-01] [PAY-02]', async () => {
  for (const body of [...Object.values(BODIES), 'x'.repeat(65_000)]) {
    for (const signature of ['', 't=1,v1=x', `t=${'9'.repeat(50)},v1=${'0'.repeat(64)}`, 'v1=,t=']) {
      const headers = { 'content-type': 'application/json', 'sandbox-signature': signature };
      const response = await fetch(`${app.baseUrl}/webhooks/sandbox`, {
        method: 'POST',
        headers,
        body: body as BodyInit,
      });
      expect([400, 413]).toContain(response.status);
      readProblem(response, await response.json());
    }
  }
  for (const path of [
    'x',
    '..%2f..%2fv1%2fledger',
    '%00',
    'x?signature=%00',
    'x'.repeat(290),
    'x?signature=a&signature=b',
  ]) {
    expect((await rawGet('GET', `/sandbox-gateway/challenge/${path}`)).status, path).toBeLessThan(500);
  }
});

test('any JSON to any call is answered in the common shape [API-01]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ALL_OPERATIONS.filter(({ method }) => method === 'POST')),
      fc.json({ maxDepth: 6, stringUnit: 'binary' }),
      async (operation, body) => {
        await survive(operation, body);
      },
    ),
  );
});

test('any text in any one field of any call is answered in the common shape [API-01]', async () => {
  const places = ALL_OPERATIONS.flatMap((operation) =>
    pathsOf(sampleInput(operation)).map((path) => ({ operation, path })),
  );
  const values = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.double(),
    fc.integer(),
    fc.jsonValue({ maxDepth: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), values, async ({ operation, path }, value) => {
      await surviveInput(operation, withValueAt(sampleInput(operation), path, value));
    }),
  );
});
