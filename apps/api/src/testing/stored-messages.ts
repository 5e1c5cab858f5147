import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestApp } from './start-test-app.ts';

/** The messages of an address, read from the mail store's folder. */
export function storedMessages(app: Pick<TestApp, 'dataDir'>, email: string): string[] {
  const [user = '', domain = ''] = email.split('@');
  const folder = path.join(app.dataDir, 'mail', domain, user, 'Maildir', 'new');
  return readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
}
