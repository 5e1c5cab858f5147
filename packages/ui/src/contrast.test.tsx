import './testing/test.css';
import { afterEach, describe, expect, test } from 'vitest';

/** Text and its background: every pair that the components use. */
const PAIRS: readonly (readonly [text: string, ground: string])[] = [
  ...['--text', '--text-2', '--accent-text', '--good', '--warn', '--bad'].flatMap((text) =>
    ['--page', '--surface', '--sunken', '--row-hover'].map((ground) => [text, ground] as const),
  ),
  ...['--page', '--surface', '--sunken'].map((ground) => ['--text-3', ground] as const),
  ...['--accent', '--accent-hover'].map((ground) => ['--on-accent', ground] as const),
  ...['--bad', '--bad-hover'].map((ground) => ['--on-bad', ground] as const),
  ...['--text', '--text-2', '--accent-text'].map((text) => [text, '--accent-soft'] as const),
  ...['good', 'warn', 'bad'].flatMap((kind) => [
    [`--${kind}`, `--${kind}-soft`] as const,
    ['--text', `--${kind}-soft`] as const,
    ['--text-2', `--${kind}-soft`] as const,
  ]),
  ['--bad', '--bad-soft'],
  ['--page', '--text'],
];
const AA = 4.5;
const root = document.documentElement;
const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

function luminance(variable: string): number {
  const probe = document.createElement('i');
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  // Painted and measured, because that is what the screen shows, even for colours out of gamut.
  if (!brush) throw new Error('no canvas');
  brush.fillStyle = getComputedStyle(probe).color;
  brush.fillRect(0, 0, 1, 1);
  probe.remove();
  const [r = 0, g = 0, b = 0] = Array.from(brush.getImageData(0, 0, 1, 1).data, (byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(text: string, ground: string): number {
  const [light = 0, dark = 0] = [luminance(text), luminance(ground)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function tooFaint(): string[] {
  return PAIRS.filter(([text, ground]) => contrast(text, ground) < AA).map(
    ([text, ground]) => `${text} on ${ground}: ${contrast(text, ground).toFixed(2)}`,
  );
}

afterEach(() => {
  root.removeAttribute('style');
  delete root.dataset['theme'];
  delete root.dataset['scheme'];
});

describe.for(['light', 'dark'])('%s', (scheme) => {
  test.for(['', 'small', 'partner'])('every text of the theme ‘%s’ meets AA on its ground', (theme) => {
    root.dataset['scheme'] = scheme;
    if (theme) root.dataset['theme'] = theme;
    expect(tooFaint()).toEqual([]);
  });
});

test('without a chosen scheme the system’s is taken', () => {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  expect(getComputedStyle(root).colorScheme).toBe('light dark');
  expect(luminance('--page') < 0.5).toBe(dark);
});
