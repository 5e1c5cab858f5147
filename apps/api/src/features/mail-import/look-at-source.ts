import type { SourceFolder, SourceSession } from '@postern/adapter-mail-source/port';
import { FOLDERS_MAXIMUM, planFolders, type LeftOutReason, type PlannedFolder } from '@postern/domain/mail-import';

/** What a source holds, and what an import of it would copy. */
export type SourceLook = {
  folders: SourceFolder[];
  copied: PlannedFolder[];
  leftOut: { source: string; reason: LeftOutReason }[];
  messages: number;
  /** Null if the server doesn't tell without reading every message. */
  bytes: number | null;
};

type Choice = { withJunkAndTrash: boolean; leftOutFolders: readonly string[] };

/** Lists the folders of a source and plans where they go. A source that lists more folders than anybody has isn't believed. */
export async function lookAtSource(session: SourceSession, choice: Choice): Promise<SourceLook> {
  const folders = (await session.listFolders()).slice(0, FOLDERS_MAXIMUM);
  const isTicked = choice.withJunkAndTrash;
  const plan = planFolders(folders, { withJunk: isTicked, withTrash: isTicked, hasLabels: session.hasLabels });
  const chosenAway = new Set(choice.leftOutFolders);
  const copied = plan.copied.filter(({ source }) => !chosenAway.has(source));
  const isCopied = new Set(copied.map(({ source }) => source));
  const counted = folders.filter(({ path }) => isCopied.has(path));
  const messages = counted.reduce((sum, folder) => sum + countOf(folder.messages), 0);
  const knowsBytes = counted.every(({ bytes }) => bytes !== null);
  const bytes = knowsBytes ? counted.reduce((sum, folder) => sum + countOf(folder.bytes ?? 0), 0) : null;
  return { folders, copied, leftOut: plan.leftOut, messages, bytes };
}

/** A number that a server sent, as far as it is one. */
export const countOf = (told: number): number =>
  Number.isFinite(told) ? Math.min(Math.max(0, Math.trunc(told)), Number.MAX_SAFE_INTEGER) : 0;
