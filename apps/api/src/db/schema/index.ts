export * from './customers.ts';
export * from './housekeeping.ts';
export * from './mailboxes.ts';
export * from './partners.ts';
export * from './plans.ts';
export * from './purchases.ts';
export * from './sessions.ts';
