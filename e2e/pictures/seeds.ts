import { type Bought, buyPro, createMailboxes, type NewMailbox } from '../server/panel-api.ts';
import { sendMail } from '../server/send-mail.ts';
import type { Postern } from '../server/start-postern.ts';
import { setMailedPasswords, type TwoAccounts } from './sign-in-screens.ts';

const PEOPLE: NewMailbox[] = [
  { userName: 'ada', displayName: 'Ada Fields' },
  { userName: 'anna-lena.oberhuber-castellanos', displayName: 'Anna-Lena Oberhuber-Castellanos' },
  { userName: 'bert', displayName: 'Bert Maas' },
  { userName: 'cleo', displayName: 'Cleo Papadaki' },
  { userName: 'fatima', displayName: 'Fatima Zahra El Idrissi' },
  { userName: 'orders', displayName: 'Orders' },
  { userName: 'roastery', displayName: 'The roastery' },
  { userName: 'zoe', displayName: 'Zoë Lindqvist' },
];
const PEOPLE_CJK: NewMailbox[] = [
  { userName: 'sato', displayName: '佐藤 純' },
  { userName: 'suzuki', displayName: '鈴木 結衣' },
  { userName: 'wang', displayName: '王小明' },
  { userName: 'chen', displayName: '陳美玲' },
  { userName: 'kim', displayName: '김민준' },
  { userName: 'uketsuke', displayName: '株式会社さくら製菓 お客様相談窓口' },
];
const BYTES_PER_MB = 1_048_576;

/** How many mails the two accounts have received before the pictures begin. */
export const MAILS_BEFORE_PICTURES = 2;

export type Seeds = {
  /** A domain with a full plan, for each series. */
  full: Map<string, Bought>;
  cjk: Bought;
  /** One address with two accounts and one password. */
  twoAccounts: TwoAccounts;
};

export async function createSeeds(
  postern: Postern,
  newDomain: (word: string) => string,
  series: readonly { name: string; partner: number }[],
): Promise<Seeds> {
  const full = new Map<string, Bought>();
  for (const { name, partner } of series) {
    const domain = newDomain('bluebottle');
    const bought = await buyPro(postern, { partner, domain, email: `ada.fields@${domain}` }, PEOPLE.length);
    await createMailboxes(postern, bought, PEOPLE);
    await sendMail(postern.smtpPort, `bert@${domain}`, 12 * BYTES_PER_MB);
    await sendMail(postern.smtpPort, `orders@${domain}`, 2 * BYTES_PER_MB);
    // With a second domain the domain switcher is shown.
    if (partner === 54)
      await buyPro(postern, { partner, domain: newDomain('bluebottle-beans'), email: bought.wish.email }, 3);
    full.set(name, bought);
  }
  const cjk = await buyPro(
    postern,
    { partner: 54, domain: newDomain('sakura'), email: 'owner@sakura-home.example' },
    9,
  );
  await createMailboxes(postern, cjk, PEOPLE_CJK);
  const twoAccounts = { email: 'owner@two-accounts.example', password: 'Both-the-same-2026!' };
  for (const partner of [54, 72])
    await buyPro(postern, { partner, domain: newDomain('twice'), email: twoAccounts.email }, 1);
  await setMailedPasswords(postern.url, twoAccounts, MAILS_BEFORE_PICTURES);
  return { full, cjk, twoAccounts };
}
