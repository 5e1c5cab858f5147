/** A folder of a source whose messages have labels, as at Gmail: each label is a folder, and one folder has every message. */
export type LabelFolder = { path: string; specialUse: string | null };

/** Labels that say nothing about where a message belongs. */
const MARKS = ['\\starred', '\\important', '\\flagged', '\\muted', '\\chat'];

const USES: Record<string, string> = {
  '\\inbox': 'INBOX',
  '\\sent': '\\sent',
  '\\draft': '\\drafts',
  '\\drafts': '\\drafts',
};

/** Lower numbers come first: custom labels and drafts, then sent mail, the inbox, and last the folder of all messages. */
function rankOf({ path, specialUse }: LabelFolder): number | null {
  const use = specialUse?.toLowerCase() ?? '';
  if (path.toUpperCase() === 'INBOX') return 3;
  if (use === '\\sent') return 2;
  if (use === '\\all') return 4;
  if (use === '' || use === '\\drafts' || use === '\\archive') return 1;
  // Starred and important messages are also in another folder; junk and trash are in no other.
  return null;
}

/**
 * Whether a message belongs to the folder that it was found in, which is so if that folder has the highest priority of all its folders. So
 * each message belongs to exactly one folder. `labels` are the server's, which leave out the folder itself.
 */
export function belongsHere(here: LabelFolder, labels: readonly string[], folders: readonly LabelFolder[]): boolean {
  const rank = rankOf(here);
  // Messages in junk and trash are in no other folder.
  if (rank === null) return true;
  const place = folders.findIndex(({ path }) => path === here.path);
  return labels.every((label) => {
    const at = folders.findIndex((folder) => isLabelOf(label, folder));
    const other = folders[at];
    const otherRank = other === undefined || other.path === here.path ? null : rankOf(other);
    if (otherRank === null) return true;
    return otherRank > rank || (otherRank === rank && at > place);
  });
}

function isLabelOf(label: string, { path, specialUse }: LabelFolder): boolean {
  const name = label.toLowerCase();
  if (MARKS.includes(name)) return false;
  const use = USES[name];
  if (use === undefined) return label === path && specialUse === null;
  return use === 'INBOX' ? path.toUpperCase() === 'INBOX' : specialUse?.toLowerCase() === use;
}

/** Keywords that one message gets at most, and the length of each. Dovecot keeps more only with a slower index. */
const KEYWORDS_MAXIMUM = 20;
const KEYWORD_MAXIMUM_CHARACTERS = 60;

/** A message's custom labels other than its folder, as IMAP keywords (RFC 3501 §9, atom). A label without a usable character is left out. */
export function labelKeywords(here: LabelFolder, labels: readonly string[]): string[] {
  const keywords = labels
    .filter((label) => !label.startsWith('\\') && label !== here.path)
    .map((label) =>
      label
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[^A-Za-z0-9._/-]+/g, '_')
        .replace(/^_+|_+$/g, '')
        .slice(0, KEYWORD_MAXIMUM_CHARACTERS),
    );
  return [...new Set(keywords.filter((keyword) => keyword !== ''))].slice(0, KEYWORDS_MAXIMUM);
}
