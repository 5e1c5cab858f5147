import type { Login } from '@postern/contract/session';
import { readItem, removeItem, writeItem } from '../store/storage.ts';
import { createStore, useStore } from '../store/store.ts';
import { HINT } from './other-tabs.ts';

/** The names of a session's items in the tab's session storage. Spec 1 §3. */
export const SESSION_ITEMS = [
  'role',
  'authToken',
  'userName',
  'auth',
  'accountId',
  'domain',
  'bundleId',
  'partnerId',
  'adminType',
  'loginEmail',
  'tempUserAltEmail',
  'altEmail',
  'authTokenExpiry',
  'bllUserId',
  'isDomainAdmin',
  'lang',
  'chosenLang',
  'isAdmin',
  'plan',
  'visit',
] as const;

type SessionItem = (typeof SESSION_ITEMS)[number];
export type SessionItems = Partial<Record<SessionItem, string>>;

function readAll(): SessionItems {
  const items: SessionItems = {};
  for (const name of SESSION_ITEMS) {
    const value = readItem('session', name);
    if (value !== null) items[name] = value;
  }
  return items;
}

const session = createStore<SessionItems>(readAll());

export const readSession = (): SessionItems => session.read();
export const useSession = (): SessionItems => useStore(session);
export const hasToken = (): boolean => Boolean(session.read().authToken);
export const forgetSignedInHint = (): void => removeItem('local', HINT);
export const subscribeToSession = session.subscribe;

export function writeSession(items: SessionItems): void {
  for (const [name, value] of Object.entries(items)) writeItem('session', name, value);
  if (items.authToken) writeItem('local', HINT, '1');
  session.write({ ...session.read(), ...items });
}

/** Forgets who is signed in; the chosen language stays. */
export function clearSession(): void {
  for (const name of SESSION_ITEMS) if (name !== 'lang') removeItem('session', name);
  removeItem('local', HINT);
  session.write(readAll());
}

/** The session items for the answer of a sign-in; the bundle of the primary domain becomes the active one. */
export function itemsOfLogin(login: Login): SessionItems {
  const active = login.bundles.find((bundle) => bundle.domainName === login.primaryDomain) ?? login.bundles[0];
  const items: SessionItems = {
    role: login.actor.role,
    authToken: login.token,
    userName: login.actor.attrs.userName || login.name,
    auth: 'auth',
    domain: active?.domainName ?? login.primaryDomain,
    partnerId: String(login.partnerId),
    adminType: login.adminType,
    loginEmail: login.userEmail,
    authTokenExpiry: String(login.expiryEpochTimestamp),
    bllUserId: login.bllUserId,
    isDomainAdmin: String(login.isDomainAdmin),
    isAdmin: String(login.isDomainAdmin || login.actor.role === 'accountAdmin'),
  };
  if (login.locale) items.chosenLang = login.locale;
  if (login.accountId !== null) items.accountId = login.accountId;
  if (active) items.bundleId = active.bundleId;
  if (login.visit) items.visit = JSON.stringify(login.visit);
  return items;
}

export function saveLogin(login: Login): void {
  clearSession();
  writeSession(itemsOfLogin(login));
}
