export { writeJournal } from './write-journal.ts';
