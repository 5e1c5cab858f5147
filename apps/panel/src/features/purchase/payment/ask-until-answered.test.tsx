import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/http/api-error.ts';
import { askUntilAnswered, MAXIMUM_ATTEMPTS, NoAnswer } from './ask-until-answered.ts';

const isFinal = (error: ApiError) => error.kind === 'refused';
const silent = () => Promise.reject(new ApiError('network'));

test('asking ends with the first answer and reports each further try [PAY-03]', async () => {
  const attempts: number[] = [];
  let asked = 0;
  const ask = () => {
    asked += 1;
    return asked < 3 ? silent() : Promise.resolve('paid');
  };
  const pauses: number[] = [];
  const pause = async (millis: number) => void pauses.push(millis);
  await expect(askUntilAnswered(ask, { isFinal, onAttempt: (attempt) => attempts.push(attempt), pause })).resolves.toBe(
    'paid',
  );
  expect(attempts).toEqual([2, 3]);
  expect(pauses).toEqual([500, 1500]);
});

test('a refusal is an answer and is not asked about again [PAY-03]', async () => {
  let asked = 0;
  const refusal = new ApiError('refused', { code: 'PAYMENT_FAILED', status: 402 });
  const ask = () => {
    asked += 1;
    return Promise.reject(refusal);
  };
  await expect(askUntilAnswered(ask, { isFinal, onAttempt: () => {}, pause: async () => {} })).rejects.toBe(refusal);
  expect(asked).toBe(1);
});

test('without any answer the outcome is unknown, never a failure that may be wrong [PAY-03]', async () => {
  let asked = 0;
  const ask = () => {
    asked += 1;
    return silent();
  };
  await expect(askUntilAnswered(ask, { isFinal, onAttempt: () => {}, pause: async () => {} })).rejects.toBeInstanceOf(
    NoAnswer,
  );
  expect(asked).toBe(MAXIMUM_ATTEMPTS);
});
