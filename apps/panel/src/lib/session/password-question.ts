import { createStore, useStore } from '../store/store.ts';

type Question = {
  /** Counts the questions, so that each begins with an empty field. */
  number: number;
  isOpen: boolean;
  /** Whether the login has a password; else its owner must choose one first. */
  hasPassword: boolean;
};

const question = createStore<Question>({ number: 0, isOpen: false, hasPassword: true });
let waiting: { asked: Promise<boolean>; answer: (isConfirmed: boolean) => void } | null = null;

export const usePasswordQuestion = (): Question => useStore(question);

/** Asks for the password in the panel's one dialog. True once it was confirmed. Whatever asks meanwhile waits for the same answer. */
export function askForPassword(hasPassword: boolean): Promise<boolean> {
  if (waiting === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { asked: promise, answer: resolve };
    question.write({ number: question.read().number + 1, isOpen: true, hasPassword });
  }
  return waiting.asked;
}

/** Ends the question: the call that needed the password continues, or is refused. */
export function answerPasswordQuestion(isConfirmed: boolean): void {
  waiting?.answer(isConfirmed);
  waiting = null;
  if (question.read().isOpen) question.write({ ...question.read(), isOpen: false });
}
