import { CircleAlert, Eye, TriangleAlert } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import createIcon from './stand-ins/create-icon.ts';

type Drawing = Parameters<typeof createIcon>[0];
const drawing = async (file: string): Promise<Drawing> =>
  ((await import(`lucide-react/icons/${file}`)) as { __iconData: Drawing }).__iconData;

/** The attributes in alphabetical order, without the class names that the library adds. */
function shown(markup: string): string[] {
  const plain = markup.replaceAll(/ class="lucide lucide-[\w-]+(?: lucide-[\w-]+)*(?: ([^"]*))?"/g, (_all, own) =>
    own ? ` class="${String(own)}"` : '',
  );
  return plain.split('<').map((tag) =>
    tag
      .split(/ (?=[\w-]+=)|(?=>)/)
      .sort()
      .join(' '),
  );
}

describe('icons of the built panel', () => {
  const WAYS = [
    {},
    { size: 15, strokeWidth: 1.75, className: 'mt-1 flex-none', 'aria-hidden': true as const },
    { size: 18, color: 'red', 'aria-label': 'Shown' },
    { role: 'img', width: '2em', style: { color: 'blue' } },
  ];
  test.each([
    { file: 'eye', icon: Eye },
    { file: 'circle-exclamation-point', icon: CircleAlert },
    { file: 'triangle-exclamation-point', icon: TriangleAlert },
  ])('are drawn as the library draws them: $file', async ({ file, icon }) => {
    const own = createIcon(await drawing(file));
    for (const props of WAYS) {
      const theirs = renderToStaticMarkup(createElement(icon, props));
      expect(shown(renderToStaticMarkup(createElement(own, props)))).toEqual(shown(theirs));
    }
  });
});
