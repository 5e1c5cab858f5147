export { writeJournal } from './write-journal.ts';
export { bookPosting } from './tables.ts';
