import { expect, test } from 'vitest';
import { checkOriginators } from './index.ts';

const isOwn = (address: string) => address === 'ann@own.test' || address === 'sales@own.test';

const check = (...lines: string[]) => {
  const refusal = checkOriginators(lines.join('\r\n'), isOwn);
  return refusal === null ? 'fine' : `${refusal.field} ${refusal.reason}`;
};
const OWN = 'From: ann@own.test';

test.each([
  [[OWN], 'fine'],
  [['From: "Ann, of Own" <ann@own.test>'], 'fine'],
  [['From: =?utf-8?q?Ann?= (bob@other.test) <ann@own.test>'], 'fine'],
  [['From: "bob@other.test" <ann@own.test>'], 'fine'],
  [['from:ann@own.test,', ' Sales <sales@own.test>', 'Subject: From: bob@other.test'], 'fine'],
  [['From: Team: ann@own.test, sales@own.test;'], 'fine'],
  [['From: <@relay.test:ann@own.test>'], 'fine'],
  [[OWN, 'Sender: sales@own.test', 'Reply-To: bob@other.test'], 'fine'],
  [[OWN, 'Resent-From: ann@own.test', 'Resent-From: sales@own.test'], 'fine'],
  [['Subject: none'], 'From missing'],
  [[OWN, OWN], 'From repeated'],
  [[OWN, 'FROM : bob@other.test'], 'From repeated'],
  [['From:'], 'From unreadable'],
  [['From: Ann'], 'From unreadable'],
  [['From: ann@own.test "x <bob@other.test>'], 'From unreadable'],
  [['From: ann@own.test (bob@other.test'], 'From unreadable'],
  [['From: ann@own.test <bob@other.test'], 'From unreadable'],
  [['From: bob@other.test'], 'From foreign'],
  [['From: ann@own.test, bob@other.test'], 'From foreign'],
  [['From: <bob@other.test> <ann@own.test>'], 'From foreign'],
  [['From: bob@other.test <ann@own.test>'], 'From foreign'],
  [['From: ann@own.test;bob@other.test'], 'From foreign'],
  [['From: "bob"@other.test'], 'From foreign'],
  [['From: (a\\) b) bob@other.test, <ann@own.test>'], 'From foreign'],
  [['From: ann@own.test,', '\tbob@other.test'], 'From foreign'],
  [[OWN, 'Sender: bob@other.test'], 'Sender foreign'],
  [[OWN, 'Sender: bob@other.test', 'Sender: ann@own.test'], 'Sender repeated'],
  [[OWN, 'Sender:'], 'Sender unreadable'],
  [[OWN, 'Subject: x\rSender: bob@other.test'], 'Sender foreign'],
  [[OWN, 'Subject: x\r\rSender: bob@other.test'], 'Sender foreign'],
  [[OWN, 'Sen\0der: bob@other.test'], 'Sender foreign'],
  [[OWN, 'Resent-From: ann@own.test', 'Resent-From: bob@other.test'], 'Resent-From foreign'],
  [[OWN, 'Resent-Sender: bob@other.test'], 'Resent-Sender foreign'],
])('%j is %s: nobody sends in the name of another address [ALI-02]', (lines, wanted) => {
  expect(check(...lines)).toBe(wanted);
});
