import { FOLDER_NAMES, type FolderUse } from './folder-names.ts';
import { numberedPath, toFolderPath } from './folder-path.ts';

/** A folder as the source lists it, its name decoded. */
export type ListedFolder = {
  path: string;
  /** Between the levels; null for a server without levels. */
  delimiter: string | null;
  /** What the server says it is for, such as `\Sent` (RFC 6154); null if it doesn't say. */
  specialUse: string | null;
  /** False for a name that only holds other folders. */
  isSelectable: boolean;
};

/** Why a folder isn't copied: it wasn't ticked, it repeats messages of other folders, or it holds none itself. */
export type LeftOutReason = 'junk' | 'trash' | 'virtual' | 'not-selectable';

/** Where a folder's messages go. `isRenamed`: the destination couldn't take the name, so it got a similar one. */
export type PlannedFolder = { source: string; target: string; isRenamed: boolean };

export type FolderPlan = { copied: PlannedFolder[]; leftOut: { source: string; reason: LeftOutReason }[] };

export type FolderChoice = {
  withJunk: boolean;
  withTrash: boolean;
  /** The source gives each message's labels, as Gmail does: then messages without a label are only in the folder of all messages. */
  hasLabels?: boolean;
};

const INBOX = 'INBOX';
const ALL = '\\all';
/** Messages without a label were archived. */
const ARCHIVE = 'Archive';
const VIRTUAL = new Set(['\\all', '\\flagged', '\\important']);
const USES = ['Sent', 'Drafts', 'Trash', 'Junk', 'Archive'] as const satisfies readonly FolderUse[];

type Levels = { folder: ListedFolder; levels: string[] };

/**
 * Where each folder of the source goes. INBOX goes to INBOX, a folder with a purpose to ours of that purpose, every other one to its own
 * name, so that two folders never become one. Folders that the server keeps under INBOX only because it keeps all of them there
 * (`INBOX.Sent`) lose that prefix.
 */
export function planFolders(folders: readonly ListedFolder[], choice: FolderChoice): FolderPlan {
  const plan: FolderPlan = { copied: [], leftOut: [] };
  const all = withLevels(folders);
  const uses = findUses(all);
  const taken = new Set<string>();
  // Those with a fixed place first, so that another folder of the same name makes way.
  const isFixed = ({ folder, levels }: Levels) => uses.has(folder) || isInbox(levels);
  for (const one of [...all.filter(isFixed), ...all.filter((other) => !isFixed(other))]) {
    const { folder } = one;
    const reason = reasonToLeaveOut(one, uses, all, choice);
    if (reason !== null) {
      plan.leftOut.push({ source: folder.path, reason });
      continue;
    }
    const wanted = levelsInDestination(one, uses, all);
    const target = freePath(toFolderPath(wanted), taken);
    taken.add(target.toLowerCase());
    plan.copied.push({ source: folder.path, target, isRenamed: target !== wanted.join('/') });
  }
  // The folder of all messages comes last: a message that gets a label meanwhile is found there, or in the label's folder.
  const isAll = ({ source }: PlannedFolder) => folders.some((one) => one.path === source && isAllMail(one));
  plan.copied.sort((a, b) => Number(isAll(a)) - Number(isAll(b)));
  return plan;
}

const isAllMail = ({ specialUse }: ListedFolder): boolean => specialUse?.toLowerCase() === ALL;

function freePath(path: string, taken: ReadonlySet<string>): string {
  let free = path;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = numberedPath(path, number);
  return free;
}

/** The folders with their levels, without a prefix that all of them have. */
function withLevels(folders: readonly ListedFolder[]): Levels[] {
  const split = folders.map((folder) => ({
    folder,
    levels: folder.delimiter ? folder.path.split(folder.delimiter) : [folder.path],
  }));
  const isAllUnderInbox = split.every(({ levels }) => levels[0]?.toUpperCase() === INBOX);
  return split.map(({ folder, levels }) => {
    if (levels[0]?.toUpperCase() !== INBOX) return { folder, levels };
    const below = levels.slice(1);
    return { folder, levels: isAllUnderInbox && below.length > 0 ? below : [INBOX, ...below] };
  });
}

const isInbox = (levels: readonly string[]): boolean => levels.length === 1 && levels[0] === INBOX;

/** The purpose of folders: as the server says it, else by name. There is one folder for each purpose. */
function findUses(all: readonly Levels[]): Map<ListedFolder, FolderUse> {
  const uses = new Map<ListedFolder, FolderUse>();
  for (const use of USES) {
    const told = all.find(({ folder }) => folder.specialUse?.toLowerCase() === `\\${use.toLowerCase()}`);
    const found = told ?? findByName(all, FOLDER_NAMES[use], uses);
    if (found) uses.set(found.folder, use);
  }
  return uses;
}

function findByName(
  all: readonly Levels[],
  names: readonly string[],
  uses: ReadonlyMap<ListedFolder, FolderUse>,
): Levels | undefined {
  const open = all.filter(({ folder }) => folder.specialUse === null && folder.isSelectable && !uses.has(folder));
  const isNamed = (levels: readonly string[], name: string) =>
    levels.length === 1 && levels[0]?.normalize('NFC').trim().toLowerCase() === name;
  for (const name of names) {
    const found = open.find(({ levels }) => isNamed(levels, name));
    if (found) return found;
  }
  return undefined;
}

/** The folder with a purpose that this one is, or is in. */
function usedAncestor(
  one: Levels,
  uses: ReadonlyMap<ListedFolder, FolderUse>,
  all: readonly Levels[],
): { use: FolderUse; depth: number } | null {
  const own = uses.get(one.folder);
  if (own) return { use: own, depth: one.levels.length };
  const above = all.filter(
    ({ folder, levels }) =>
      uses.has(folder) && levels.length < one.levels.length && levels.every((level, at) => level === one.levels[at]),
  );
  const nearest = above.toSorted((a, b) => b.levels.length - a.levels.length)[0];
  const use = nearest && uses.get(nearest.folder);
  return use ? { use, depth: nearest.levels.length } : null;
}

function reasonToLeaveOut(
  one: Levels,
  uses: ReadonlyMap<ListedFolder, FolderUse>,
  all: readonly Levels[],
  choice: FolderChoice,
): LeftOutReason | null {
  const { folder } = one;
  if (!folder.isSelectable) return 'not-selectable';
  const use = usedAncestor(one, uses, all)?.use;
  if (use === 'Junk') return choice.withJunk ? null : 'junk';
  if (use === 'Trash') return choice.withTrash ? null : 'trash';
  const special = folder.specialUse?.toLowerCase() ?? '';
  if (choice.hasLabels && special === ALL) return null;
  return VIRTUAL.has(special) ? 'virtual' : null;
}

function levelsInDestination(
  one: Levels,
  uses: ReadonlyMap<ListedFolder, FolderUse>,
  all: readonly Levels[],
): string[] {
  if (isAllMail(one.folder)) return [ARCHIVE];
  const ancestor = usedAncestor(one, uses, all);
  return ancestor ? [ancestor.use, ...one.levels.slice(ancestor.depth)] : one.levels;
}
