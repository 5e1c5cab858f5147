import { readItem, writeItem } from '../../lib/store/storage.ts';
import { WELCOME_POPUPS, type WelcomeKind } from './welcome-due.ts';

/** Kept on this device, per customer. */
const itemName = (popup: WelcomeKind, customerId: string): string => `postern.welcome.${popup}.${customerId}`;

export const readSeenWelcomes = (customerId: string): WelcomeKind[] =>
  WELCOME_POPUPS.filter((popup) => readItem('local', itemName(popup, customerId)) !== null);

export const rememberWelcome = (popup: WelcomeKind, customerId: string): void =>
  writeItem('local', itemName(popup, customerId), '1');
