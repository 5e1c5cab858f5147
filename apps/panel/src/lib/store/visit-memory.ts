const forgetters = new Set<() => void>();

/** A value that is kept from screen to screen, until the page reloads or another person signs in. */
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

/** Forgets everything when another person signs in without a reload in between. */
export function noteVisitor(userId: string): void {
  if (person.read() !== '' && person.read() !== userId) forgetVisit();
  person.write(userId);
}
