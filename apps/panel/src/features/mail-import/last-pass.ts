import type { ImportTask } from '@postern/contract/mail-import';

const ENDED_WELL: readonly ImportTask['status'][] = ['successful', 'duplicated_successful', 'partial_successful'];

/** An account and the mailbox that its mail goes to. */
const wayOf = ({ host, sourceEmail, destinationEmail }: ImportTask): string =>
  JSON.stringify([host, sourceEmail.toLowerCase(), destinationEmail]);

/** Imports that ended before the mail moved here and weren't repeated since. Mail that reached the old provider in between isn't here yet. */
export function needLastPass(tasks: readonly ImportTask[], arrivesHereSince: string | undefined): ImportTask[] {
  if (arrivesHereSince === undefined) return [];
  const since = Date.parse(arrivesHereSince);
  const later = tasks.filter(({ createdOnEpochMillis }) => createdOnEpochMillis >= since).map(wayOf);
  const open = tasks.filter(
    (task) =>
      ENDED_WELL.includes(task.status) &&
      task.endedAt !== undefined &&
      Date.parse(task.endedAt) < since &&
      !later.includes(wayOf(task)),
  );
  // If an account has several imports, the last one is repeated.
  return open.filter((task, place) => open.findIndex((other) => wayOf(other) === wayOf(task)) === place);
}
