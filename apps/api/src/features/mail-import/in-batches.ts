import type { SourceMessage } from '@postern/adapter-mail-source/port';

export const BATCH_BYTES = 8 * 1_048_576;
const BATCH_MESSAGES = 200;

/**
 * Batches that stay small, by number and by the sizes that the source reports. After a failure the first ones are smaller, so that a source
 * that often breaks off delivers something each time; after further failures they stay at one message, to find the cause.
 */
export function* inBatches(messages: readonly SourceMessage[], failures: number): Generator<SourceMessage[]> {
  let most = failures === 0 ? BATCH_MESSAGES : failures === 1 ? 10 : 1;
  let batch: SourceMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (batch.length > 0 && (batch.length >= most || bytes + message.bytes > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
      if (failures === 1) most = Math.min(most * 2, BATCH_MESSAGES);
    }
    batch.push(message);
    bytes += message.bytes;
  }
  if (batch.length > 0) yield batch;
}
