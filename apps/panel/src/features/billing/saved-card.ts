import type { readCard } from '@postern/contract/billing-details';
import type { OutputOf } from '@postern/contract/operation';

export type CardAnswer = OutputOf<typeof readCard>;
export type SavedCard = CardAnswer['card'];
