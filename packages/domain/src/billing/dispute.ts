/** The state of a dispute. `inquiry`: so far the payer's bank only asks, and no money has moved. */
export type DisputeStatus = 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost';

export const isDisputeOpen = (status: DisputeStatus): boolean => status !== 'won' && status !== 'lost';

/** Whether money is at stake. An inquiry moves none and blocks nothing. */
export const holdsMoney = (status: DisputeStatus): boolean => status === 'needs_response' || status === 'under_review';

type View = { status: DisputeStatus; movements: number };

/**
 * Whether a view of a dispute is older than the known one, as news can come in any order. The list of movements only grows, and a bank's
 * decision is final unless money moves again.
 */
export const isOlderView = (heard: View, known: View): boolean =>
  heard.movements < known.movements ||
  (heard.movements === known.movements && isDisputeOpen(heard.status) && !isDisputeOpen(known.status));

const GROWING: readonly string[] = ['upgradePlan', 'buyMoreAccounts', 'buyAddon'];

/** Changes that must wait while a payment of the order is disputed: those that give more, or credit money that may have been taken back. */
export const waitsForDispute = (action: string): boolean => GROWING.includes(action);
