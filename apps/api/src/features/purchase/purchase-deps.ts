import type { PaymentGateway } from '@postern/adapter-payment/port';
import type { VatRegister } from '@postern/adapter-vat/port';
import type { CardGatewayChoice } from '@postern/contract/purchase';
import type { Database } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { OnPayment } from '../../observe/payment-event.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Sealer } from '../../secrets/seal.ts';

export type PurchaseDeps = {
  db: Database;
  clock: Clock;
  sealer: Sealer;
  gateway: PaymentGateway;
  /** What the browser needs to draw the gateway's card fields; null: no card is taken. */
  cardGateway: CardGatewayChoice | null;
  /** The panel's address: partners send their buyers back to it, and name it as the audience of their tokens. */
  publicUrl: string;
  /** Null: VAT numbers aren't checked. */
  vatRegister: VatRegister | null;
  jobs: JobQueue;
  onPayment: OnPayment;
  log: Log;
};
