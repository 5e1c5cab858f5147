import { type VatRegister, type VatRegisterAnswer, VatRegisterError } from '@postern/adapter-vat/port';
import { mustAsk, numberToCheck } from '@postern/domain/reverse-charge';
import type { Database } from '../../db/client.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import type { Log } from '../../runtime/log.ts';
import { answerOf, type Asked, findLastAnswer, sellerForTaxes, type VatCheckRow } from './read-reverse-charge.ts';
import { vatCheck } from './tables.ts';

export type VatDeps = { db: Database; clock: Clock; log: Log; vatRegister: VatRegister | null };

/** Numbers that one customer may have looked up in a quarter of an hour. */
const QUESTIONS_MAXIMUM = 10;

/**
 * Asks the register about a buyer's number, unless it answered within a day, and keeps what it says. It never fails: without an answer the
 * seller charges the tax until there is one. Call it outside a transaction.
 */
export async function checkVatNumber(deps: VatDeps, asked: Omit<Asked, 'at'>): Promise<void> {
  const { db, clock, log, vatRegister } = deps;
  if (vatRegister === null || asked.buyer.taxIds.length === 0) return;
  const at = clock.now();
  const open = await db.asSystem(async (tx) => {
    const seller = await sellerForTaxes(tx, asked.partnerId);
    const number = numberToCheck(seller, asked.buyer);
    if (!number.ok) return null;
    const last = await findLastAnswer(tx, asked.customerId, number.value, at);
    return mustAsk(answerOf(last), at.getTime()) ? { number: number.value, requester: seller.vatId } : null;
  });
  if (open === null) return;
  try {
    await countAttempt(deps, [`vat-check/${asked.customerId}`], QUESTIONS_MAXIMUM);
  } catch (error) {
    if (!(error instanceof PanelError)) throw error;
    log.warn({ customerId: asked.customerId }, 'too many VAT numbers, not checked');
    return;
  }
  await askRegister(deps, vatRegister, { ...asked, ...open });
}

type Question = { customerId: string; partnerId: number; number: string; requester: string | null };

/** Asks, and stores the answer with its time. Returns whether there was an answer. */
export async function askRegister(
  { db, clock, log }: Pick<VatDeps, 'db' | 'clock' | 'log'>,
  register: VatRegister,
  { customerId, partnerId, number, requester }: Question,
): Promise<boolean> {
  const heard = await hear(register, { number, requester: requester?.replace(/[\s.]/g, '') ?? null });
  if (heard.failure !== null) log.warn({ number, failure: heard.failure }, 'VAT number could not be checked');
  const checkedAt = clock.now();
  const row: VatCheckRow = { ...heard, customerId, partnerId, number, requester, checkedAt, checkId: newId(checkedAt) };
  await db.asSystem((tx) => tx.insert(vatCheck).values(row));
  return heard.failure === null;
}

type Heard = Pick<VatCheckRow, 'answer' | 'name' | 'address' | 'requestId' | 'failure'>;

async function hear(register: VatRegister, question: Parameters<VatRegister['check']>[0]): Promise<Heard> {
  try {
    const { isValid, ...told }: VatRegisterAnswer = await register.check(question);
    return { ...told, answer: isValid ? 'valid' : 'invalid', failure: null };
  } catch (error) {
    if (!(error instanceof VatRegisterError)) throw error;
    return { answer: 'unreachable', name: null, address: null, requestId: null, failure: error.code };
  }
}
