import {
  type FakeBooks,
  type FakeIntent,
  type FakeRefund,
  invalidRequest,
  newFakeId,
  required,
} from './fake-stripe-books.ts';
import { type FormFields, listOf, metadataOf, textOf } from './fake-stripe-form.ts';
import { type Announce, cancelFakeIntent, confirmFakeIntent, createFakeIntent } from './fake-stripe-intents.ts';

type Handler = (fields: FormFields, id: string) => object | object[];
export type FakeRoute = { method: string; path: RegExp; handle: Handler };

/** The part of Stripe's API that the adapter and a payer's browser use. A list of objects is answered as one of Stripe's lists. */
export function fakeStripeRoutes(books: FakeBooks, announce: Announce): FakeRoute[] {
  const route = (method: string, path: string, handle: Handler): FakeRoute => ({
    method,
    path: new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`),
    handle,
  });
  return [
    route('POST', 'customers', (fields) => createCustomer(books, fields)),
    route('GET', 'customers/search', (fields) => searchCustomers(books, fields)),
    route('GET', 'payment_methods/:id', (_, id) => required(books.methods.get(id), 'PaymentMethod')),
    route('POST', 'payment_methods/:id/detach', (_, id) => {
      const method = required(books.methods.get(id), 'PaymentMethod');
      if (method.customer === null) throw invalidRequest('It is not attached to a customer.');
      return Object.assign(method, { customer: null });
    }),
    route('GET', 'customers', () => [...books.customers.values()]),
    route('DELETE', 'customers/:id', (_, id) => deleteCustomer(books, id)),
    route('POST', 'refunds', (fields) => createRefund(books, announce, fields)),
    route('GET', 'refunds/:id', (_, id) => required(books.refunds.get(id), 'refund')),
    route('GET', 'charges', (fields) => createdIn([...books.charges.values()], fields)),
    route('GET', 'refunds', (fields) => {
      if (textOf(fields, 'payment_intent') === undefined) return createdIn([...books.refunds.values()], fields);
      const intent = required(books.intents.get(textOf(fields, 'payment_intent') ?? ''), 'payment_intent');
      return [...books.refunds.values()].filter((refund) => refund.payment_intent === intent.id);
    }),
    route('GET', 'payment_intents', (fields) =>
      [...books.intents.values()].filter((intent) => intent.customer === textOf(fields, 'customer')),
    ),
    route('GET', 'disputes/:id', (_, id) => required(books.disputes.get(id), 'dispute')),
    ...intentRoutes('payment_intent', route, books, announce),
    ...intentRoutes('setup_intent', route, books, announce),
  ];
}

function intentRoutes(
  object: FakeIntent['object'],
  route: (method: string, path: string, handle: Handler) => FakeRoute,
  books: FakeBooks,
  announce: Announce,
): FakeRoute[] {
  const read = (id: string) => required(books.intents.get(id), object);
  return [
    route('POST', `${object}s`, (fields) => {
      if (textOf(fields, 'customer') !== undefined)
        required(books.customers.get(textOf(fields, 'customer') ?? ''), 'customer');
      const intent = createFakeIntent(object, fields);
      books.intents.set(intent.id, intent);
      if (textOf(fields, 'confirm') === 'true') confirmFakeIntent(books, announce, intent, fields);
      return intent;
    }),
    route('GET', `${object}s/:id`, (_, id) => read(id)),
    route('POST', `${object}s/:id/cancel`, (_, id) => {
      cancelFakeIntent(announce, read(id));
      return read(id);
    }),
    route('POST', `${object}s/:id/confirm`, (fields, id) => {
      const intent = read(id);
      if (textOf(fields, 'client_secret') !== intent.client_secret) throw invalidRequest('The client_secret is wrong.');
      confirmFakeIntent(books, announce, intent, fields);
      return intent;
    }),
  ];
}

function createCustomer(books: FakeBooks, fields: FormFields): object {
  const created = Math.floor(Date.now() / 1000);
  const customer = { object: 'customer', id: newFakeId('cus'), created, metadata: metadataOf(fields) } as const;
  books.customers.set(customer.id, customer);
  return customer;
}

function searchCustomers(books: FakeBooks, fields: FormFields): object[] {
  const [, name = '', value = ''] = /^metadata\['(\w+)'\]:'(.*)'$/.exec(textOf(fields, 'query') ?? '') ?? [];
  if (name === '') throw invalidRequest('We were unable to parse your search query.');
  return [...books.customers.values()].filter(
    ({ id, metadata }) => books.indexed.has(id) && metadata[name] === value.replaceAll(/\\(.)/g, '$1'),
  );
}

function createRefund(books: FakeBooks, announce: Announce, fields: FormFields): object {
  const intent = required(books.intents.get(textOf(fields, 'payment_intent') ?? ''), 'payment_intent');
  const charge = books.charges.get(intent.latest_charge ?? '');
  if (!charge) throw invalidRequest('This PaymentIntent does not have a successful charge to refund.');
  const amount = Number(textOf(fields, 'amount'));
  if (charge.amount_refunded === charge.amount) throw invalidRequest('Already refunded.', 'charge_already_refunded');
  if (amount > charge.amount - charge.amount_refunded) {
    throw invalidRequest('Refund amount is greater than unrefunded amount on charge.');
  }
  charge.amount_refunded += amount;
  const { id: payment_intent, currency } = intent;
  const refund = {
    object: 'refund' as const,
    id: newFakeId('re'),
    payment_intent,
    amount,
    currency,
    status: 'succeeded',
    metadata: metadataOf(fields),
    created: Math.floor(Date.now() / 1000),
  } satisfies FakeRefund;
  books.refunds.set(refund.id, refund);
  announce('charge.refunded', charge);
  announce('refund.created', refund);
  return refund;
}

/** What was made in the span of `created`. */
function createdIn<Held extends { created: number }>(held: Held[], fields: FormFields): Held[] {
  const { created } = fields;
  if (typeof created !== 'object' || Array.isArray(created)) return held;
  const [from, to] = [Number(textOf(created, 'gte') ?? 0), Number(textOf(created, 'lt') ?? Infinity)];
  return held.filter((one) => one.created >= from && one.created < to);
}

/** Its cards go with it. The payments stay, and still name it. */
function deleteCustomer(books: FakeBooks, id: string): object {
  required(books.customers.get(id), 'customer');
  books.customers.delete(id);
  books.indexed.delete(id);
  for (const method of books.methods.values()) if (method.customer === id) method.customer = null;
  return { id, object: 'customer', deleted: true };
}

/** One page of a list, the newest object first. */
export function pageOf(found: object[], fields: FormFields, view: (one: object) => object): object {
  const newestFirst = found.toReversed() as { id: string }[];
  const after = textOf(fields, 'starting_after');
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const end = start + Number(textOf(fields, 'limit') ?? 10);
  return { object: 'list', data: newestFirst.slice(start, end).map(view), has_more: end < newestFirst.length };
}

/** The fields to expand; for a list they begin with `data.`. */
export function expandOf(fields: FormFields): string[] {
  return listOf(fields, 'expand').map((name) => name.replace(/^data\./, ''));
}
