import type { SourceFolder, SourceSession } from '@postern/adapter-mail-source/port';
import { FOLDERS_MAXIMUM, planFolders, type LeftOutReason, type PlannedFolder } from '@postern/domain/mail-import';
import { MESSAGE_MAXIMUM_MB } from '@postern/domain/spam-filter';

/** What a source holds, and what an import of it would copy. */
export type SourceLook = {
  folders: SourceFolder[];
  copied: PlannedFolder[];
  leftOut: { source: string; reason: LeftOutReason }[];
  messages: number;
  /** Null if the server doesn't tell without reading every message. */
  bytes: number | null;
};

/** The largest message that is copied. */
export const MESSAGE_MAXIMUM_BYTES = MESSAGE_MAXIMUM_MB * 1_048_576;

type Choice = { withJunkAndTrash: boolean; leftOutFolders: readonly string[] };

/** Lists the folders of a source and plans where they go. A source that lists more folders than anyone could have isn't believed. */
export async function lookAtSource(session: SourceSession, choice: Choice): Promise<SourceLook> {
  const listed = (await session.listFolders()).slice(0, FOLDERS_MAXIMUM);
  const folders = listed.map((folder) => ({
    ...folder,
    messages: countOf(folder.messages),
    bytes: folder.bytes === null ? null : countOf(folder.bytes),
  }));
  if (session.hasLabels) countArchived(folders);
  const isTicked = choice.withJunkAndTrash;
  const plan = planFolders(folders, { withJunk: isTicked, withTrash: isTicked, hasLabels: session.hasLabels });
  const chosenAway = new Set(choice.leftOutFolders);
  const copied = plan.copied.filter(({ source }) => !chosenAway.has(source));
  const isCopied = new Set(copied.map(({ source }) => source));
  const counted = folders.filter(({ path }) => isCopied.has(path));
  const messages = counted.reduce((sum, folder) => sum + folder.messages, 0);
  const knowsBytes = counted.every(({ bytes }) => bytes !== null);
  const bytes = knowsBytes ? counted.reduce((sum, folder) => sum + (folder.bytes ?? 0), 0) : null;
  return { folders, copied, leftOut: plan.leftOut, messages, bytes };
}

/** If a source has labels, its folder of all messages also contains the labelled ones. The others were archived. */
function countArchived(folders: SourceFolder[]): void {
  const all = folders.find(({ specialUse }) => specialUse?.toLowerCase() === '\\all');
  if (all === undefined) return;
  const isLabel = ({ specialUse }: SourceFolder) =>
    specialUse === null || /^\\(sent|drafts|archive)$/i.test(specialUse);
  const sorted = folders.filter((folder) => folder !== all && isLabel(folder));
  all.messages = Math.max(0, all.messages - sorted.reduce((sum, { messages }) => sum + messages, 0));
}

/** A number that a server sent, as far as it is one. */
const countOf = (told: number): number =>
  Number.isFinite(told) ? Math.min(Math.max(0, Math.trunc(told)), Number.MAX_SAFE_INTEGER) : 0;

/**
 * The size that a server reports for a message, as far as it matters before the message is read. A size above the limit counts as 0: either
 * it isn't true, or the message is left out.
 */
export const sizeOf = (told: number): number => (told > MESSAGE_MAXIMUM_BYTES ? 0 : countOf(told));
