const forgetters = new Set<() => void>();

/** What a page remembers from screen to screen: until it is loaded anew, or another person goes on with it. */
export function rememberForVisit<T>(atFirst: T): { read: () => T; write: (value: T) => void } {
  let value = atFirst;
  forgetters.add(() => {
    value = atFirst;
  });
  return {
    read: () => value,
    write: (next) => {
      value = next;
    },
  };
}

/** @internal */
export const forgetVisit = (): void => {
  for (const forget of forgetters) forget();
};

const person = rememberForVisit('');

/** Nothing that one person left on a screen is there for the next, also where the page stays. */
export function noteVisitor(userId: string): void {
  if (person.read() !== '' && person.read() !== userId) forgetVisit();
  person.write(userId);
}
