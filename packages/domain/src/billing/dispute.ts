/** Where a dispute is. `inquiry`: the payer's bank only asks so far, and no money has moved. */
export type DisputeStatus = 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost';

export const isDisputeOpen = (status: DisputeStatus): boolean => status !== 'won' && status !== 'lost';

/** Whether money is at stake. An inquiry moves none, and hinders nothing. */
export const holdsMoney = (status: DisputeStatus): boolean => status === 'needs_response' || status === 'under_review';

type View = { status: DisputeStatus; movements: number };

/**
 * Whether what was heard of a dispute is older than what is known: news comes in any order. Money only ever moves further, and what a bank
 * has decided is decided, unless money moves again.
 */
export const isOlderView = (heard: View, known: View): boolean =>
  heard.movements < known.movements ||
  (heard.movements === known.movements && isDisputeOpen(heard.status) && !isDisputeOpen(known.status));

const GROWING: readonly string[] = ['upgradePlan', 'buyMoreAccounts', 'buyAddon'];

/** What waits while a payment of the order is disputed: whatever gives more, or credits what may have been taken back. */
export const waitsForDispute = (action: string): boolean => GROWING.includes(action);
