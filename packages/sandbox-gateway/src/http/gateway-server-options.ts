import type { LedgerKey } from '../ledger/ledger-key.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Faults } from './faults.ts';

export interface GatewayServerOptions {
  ledger: Ledger;
  key: LedgerKey;
  faults: Faults;
  apiKey: string;
  /** Origins that a challenge may redirect to, and that may embed it in a frame. */
  allowedOrigins: readonly string[];
  /** Where the payer's browser reaches this gateway, without a slash at the end. */
  publicUrl: () => string;
  /** Different in each run of the gateway. */
  instanceId: string;
  log: (message: string) => void;
}
