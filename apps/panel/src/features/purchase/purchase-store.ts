import type { OutputOf } from '@postern/contract/operation';
import type { BillingAddress, PurchaseClaims, PurchasedPlan, authenticatePurchase } from '@postern/contract/purchase';
import type { BillingCycle } from '@postern/contract/shapes';
import { useSyncExternalStore } from 'react';
import { randomId } from '../../lib/http/random-id.ts';
import type { NamedCard } from '../../lib/i18n/card-name.ts';
import { readItem, removeItem, writeItem } from '../../lib/store/storage.ts';
import type { BillingFormValues } from './details/billing-form-values.ts';
import type { AgreedTotal, Order } from './order.ts';

/** The signed link, only while it is being opened. */
type PurchaseLink = { jwt: string; partnerId: string };

export type KeyedCall = 'customer' | 'initiate' | 'complete';

type AuthParams = OutputOf<typeof authenticatePurchase>['params'];

/** What the link opened. */
export type OpenedPurchase = Pick<
  AuthParams,
  'billingAddress' | 'customerTaxDetails' | 'cardDetails' | 'cardGateway'
> & {
  token: string;
  partnerId: number;
  claims: PurchaseClaims;
  blockedCountries: readonly string[];
};

/** A payment that was started; `stage` says what a reload has to do. */
export type StartedPayment = {
  order: PurchasedPlan;
  trackingId: string;
  cardType: string | null;
  stage: 'confirming' | 'at-bank' | 'at-partner' | 'completing';
  /** A saved card pays; if it fails, another one may. */
  bySavedCard?: boolean;
  /** The partner's result was no, or wasn't accepted. */
  isSettlementRefused?: boolean;
};

/** Amounts in minor units of `currency`. */
type Receipt = Pick<Order, 'accounts' | 'cycle' | 'currency' | 'netMinor' | 'off' | 'taxLines' | 'dueOn' | 'kind'> & {
  planName: string;
  renews: boolean;
  company: string;
};

/** The discount code in use: typed and accepted, null once it was removed, or not there for that of the link. `typed` isn't in use. */
type CodeChoice = { used?: string | null; typed: string };

/** A purchase in progress, which the tab keeps over reloads. Never a card: that stays in its fields. */
export type PurchaseState = {
  version: 1;
  link: PurchaseLink | null;
  opened: OpenedPurchase | null;
  cycle: BillingCycle | null;
  accounts: number;
  /** What was typed into the billing form. */
  draft: BillingFormValues | null;
  /** The address saved on the server; null if the form comes first. */
  customer: { customerId: string; address: BillingAddress; isReverseCharge?: boolean } | null;
  autoRenew: boolean;
  code: CodeChoice;
  agreed: AgreedTotal | null;
  /** The idempotency key of the last content sent by each call, kept while its answer isn't known. */
  keys: Partial<Record<KeyedCall, { content: string; key: string }>>;
  payment: StartedPayment | null;
  /** The partner's signed result of a payment on its page, only while it is being sent to the server. */
  settlement: string | null;
  /** What the buyer pays for, as it was shown when they pressed Pay. */
  receipt: Receipt | null;
  done: {
    planType: string;
    email: string;
    chargedAmount: number;
    /** The card that paid, as the gateway knows it; else its brand as the card form knew it. */
    card?: NamedCard;
    cardType: string | null;
  } | null;
};

const ITEM = 'postern.purchase';
const SAVED_ADDRESS = 'postern.billingAddress';

const NOTHING: PurchaseState = {
  version: 1,
  link: null,
  opened: null,
  cycle: null,
  accounts: 1,
  draft: null,
  customer: null,
  autoRenew: true,
  code: { typed: '' },
  agreed: null,
  keys: {},
  payment: null,
  settlement: null,
  receipt: null,
  done: null,
};

const listeners = new Set<() => void>();
let kept: { text: string | null; state: PurchaseState } = { text: null, state: NOTHING };

function parse(text: string | null): PurchaseState {
  try {
    const state = JSON.parse(text ?? 'null') as PurchaseState | null;
    // A tab of the former release has kept no code.
    return state?.version === 1 ? { ...NOTHING, ...state } : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** The tab's storage is the source of truth; if it is blocked, memory is. */
export function readPurchase(): PurchaseState {
  const text = readItem('session', ITEM);
  if (text !== kept.text) kept = { text, state: parse(text) };
  return kept.state;
}

export function updatePurchase(change: Partial<PurchaseState>): void {
  const state = { ...readPurchase(), ...change };
  writeItem('session', ITEM, JSON.stringify(state));
  kept = { text: readItem('session', ITEM), state };
  for (const listener of [...listeners]) listener();
}

const sameWish = (one: PurchaseClaims, other: PurchaseClaims | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A link was opened. Choices and input are kept for the same purchase, and never leak into another one. */
export function openPurchase(opened: OpenedPurchase): void {
  const before = readPurchase();
  const { cycle, accounts, draft, autoRenew, code } = sameWish(opened.claims, before.opened?.claims) ? before : NOTHING;
  updatePurchase({ ...NOTHING, opened, cycle, accounts, draft, autoRenew, code });
}

export function forgetPurchase(): void {
  removeItem('session', ITEM);
  kept = { text: null, state: NOTHING };
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePurchase = (): PurchaseState => useSyncExternalStore(subscribe, readPurchase, readPurchase);

/** The idempotency key for this content: the same key if the same content is sent again. */
export function keyFor(call: KeyedCall, content: unknown): string {
  const text = JSON.stringify(content);
  const { keys } = readPurchase();
  const known = keys[call];
  if (known?.content === text) return known.key;
  const key = randomId();
  updatePurchase({ keys: { ...keys, [call]: { content: text, key } } });
  return key;
}

/** The server has given its final answer, so the next try needs another key. */
export function dropKeys(...calls: KeyedCall[]): void {
  const kept = Object.entries(readPurchase().keys).filter(([call]) => !calls.includes(call as KeyedCall));
  updatePurchase({ keys: Object.fromEntries(kept) });
}

/** The code that counts, of the buyer or of the link; null: none. */
export const codeInUse = ({ code, opened }: PurchaseState): string | null =>
  code.used === undefined ? (opened?.claims.discountCode ?? null) : code.used;

/** The opened purchase; screens after the entry are only drawn with one. */
export function useOpenedPurchase(): OpenedPurchase {
  const { opened } = usePurchase();
  if (!opened) throw new Error('the steps are drawn after the link was opened');
  return opened;
}

type SavedAddress = { forEmail: string; address: BillingAddress };

/** The address that this buyer saved in this tab before; never shown for another buyer's link. */
export function readSavedAddress(forEmail: string): BillingAddress | null {
  try {
    const saved = JSON.parse(readItem('session', SAVED_ADDRESS) ?? 'null') as SavedAddress | null;
    return saved?.forEmail === forEmail ? saved.address : null;
  } catch {
    return null;
  }
}

export const saveAddress = (forEmail: string, address: BillingAddress): void =>
  writeItem('session', SAVED_ADDRESS, JSON.stringify({ forEmail, address } satisfies SavedAddress));

export const forgetSavedAddress = (): void => removeItem('session', SAVED_ADDRESS);
