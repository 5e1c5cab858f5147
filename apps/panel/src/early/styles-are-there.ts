/**
 * Waits until every style sheet of the page has loaded or failed. One that failed before tells nobody any more, but the page's own `load` comes
 * after all of them.
 */
export async function stylesAreThere(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    ({ sheet }) => sheet === null,
  );
  if (missing.length === 0 || document.readyState === 'complete') return;
  const heard = (target: EventTarget, name: string) =>
    new Promise<unknown>((done) => target.addEventListener(name, done, { once: true }));
  const ended = missing.map((link) => Promise.race([heard(link, 'load'), heard(link, 'error')]));
  await Promise.race([Promise.all(ended), heard(window, 'load')]);
}
