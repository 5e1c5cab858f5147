import { setTimeout as delay } from 'node:timers/promises';

/**
 * Faults on request (POST /v1/faults), for testing how the caller handles them. They are in memory, so a restart clears
 * them.
 */
export class Faults {
  #delayMillis = 0;
  #confirmReplies = 0;
  #webhooks = 0;

  set(faults: {
    delayMillis?: number | undefined;
    dropConfirmReply?: number | undefined;
    dropWebhooks?: number | undefined;
  }): void {
    this.#delayMillis = faults.delayMillis ?? this.#delayMillis;
    this.#confirmReplies = faults.dropConfirmReply ?? this.#confirmReplies;
    this.#webhooks = faults.dropWebhooks ?? this.#webhooks;
  }

  read(): { delayMillis: number; dropConfirmReply: number; dropWebhooks: number } {
    return {
      delayMillis: this.#delayMillis,
      dropConfirmReply: this.#confirmReplies,
      dropWebhooks: this.#webhooks,
    };
  }

  /** Delays an answer after its effect. */
  async delayAnswer(): Promise<void> {
    if (this.#delayMillis > 0) await delay(this.#delayMillis, undefined, { ref: false });
  }

  /** The next n confirmations take effect, but their answers are lost. */
  takeDroppedConfirmReply(): boolean {
    if (this.#confirmReplies === 0) return false;
    this.#confirmReplies -= 1;
    return true;
  }

  /** The next n webhook deliveries are lost. */
  takeDroppedWebhook(): boolean {
    if (this.#webhooks === 0) return false;
    this.#webhooks -= 1;
    return true;
  }
}
