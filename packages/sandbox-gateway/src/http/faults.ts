import { setTimeout as delay } from 'node:timers/promises';

/**
 * Faults on request, a feature of the sandbox for those who test how their side bears them (POST /v1/faults). They live in memory:
 * a restart clears them.
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

  /** Every answer comes this much later than its effect. */
  async delayAnswer(): Promise<void> {
    if (this.#delayMillis > 0) await delay(this.#delayMillis, undefined, { ref: false });
  }

  /** The next n confirmations take effect, but their answers are lost. */
  takeDroppedConfirmReply(): boolean {
    if (this.#confirmReplies === 0) return false;
    this.#confirmReplies -= 1;
    return true;
  }

  /** The next n tries to deliver a webhook are lost on the way. */
  takeDroppedWebhook(): boolean {
    if (this.#webhooks === 0) return false;
    this.#webhooks -= 1;
    return true;
  }
}
