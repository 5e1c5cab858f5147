import { startEmbeddedMail } from '../embedded.ts';
import { MemoryDirectory } from './memory-directory.ts';

// A mail store in its own process, to be killed. Arguments: the folder, and the mailboxes as JSON.
const [dir = '', mailboxes = '[]'] = process.argv.slice(2);
const directory = new MemoryDirectory();
for (const mailbox of JSON.parse(mailboxes)) await directory.setMailbox(mailbox);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { port } = await startEmbeddedMail({ dir, host: '127.0.0.1', port: 0, hostname: 'mx.test', directory, log });
process.stdout.write(`${port}\n`);
