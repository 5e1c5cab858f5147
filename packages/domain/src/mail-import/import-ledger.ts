/** What became of the messages of a folder. `present`: the destination had it already. `skipped`: left out for a named reason. */
export type LedgerCount = { found: number; copied: number; present: number; skipped: number; failed: number };

/** A folder's line in the report: its messages, and their bytes. */
export type FolderLedger = { messages: LedgerCount; bytes: LedgerCount };

/** How an import ended. Spec 2 §4. */
export type ImportOutcome = 'successful' | 'partial_successful' | 'failed' | 'duplicated_successful' | 'noImport';

const NOTHING: LedgerCount = { found: 0, copied: 0, present: 0, skipped: 0, failed: 0 };

const add = (a: LedgerCount, b: LedgerCount): LedgerCount => ({
  found: a.found + b.found,
  copied: a.copied + b.copied,
  present: a.present + b.present,
  skipped: a.skipped + b.skipped,
  failed: a.failed + b.failed,
});

const sumOf = (folders: readonly FolderLedger[]): FolderLedger =>
  folders.reduce(
    (sum, { messages, bytes }) => ({ messages: add(sum.messages, messages), bytes: add(sum.bytes, bytes) }),
    {
      messages: NOTHING,
      bytes: NOTHING,
    },
  );

const isEven = ({ found, copied, present, skipped, failed }: LedgerCount): boolean =>
  found === copied + present + skipped + failed;

/** Whether each message that was found in the folder is accounted for, and each byte. */
export const isBalanced = ({ messages, bytes }: FolderLedger): boolean => isEven(messages) && isEven(bytes);

/**
 * How an import ended, from its report alone: no import counts as successful while a message of a folder is unaccounted for. A folder that
 * couldn't be read at all (`isComplete` false) has messages that nobody counted.
 */
export function outcomeOf(folders: readonly FolderLedger[], isComplete: boolean): ImportOutcome {
  const { messages } = sumOf(folders);
  const { found, copied, present, skipped, failed } = messages;
  const isWhole = isComplete && folders.every(isBalanced);
  if (isWhole && found === 0) return 'noImport';
  if (isWhole && skipped === 0 && failed === 0) return present > 0 ? 'duplicated_successful' : 'successful';
  return copied + present > 0 ? 'partial_successful' : 'failed';
}
