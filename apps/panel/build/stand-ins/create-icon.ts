import { createElement, type SVGProps } from 'react';

type Drawing = { size: number; node: readonly (readonly [string, Record<string, string>])[] };
type Props = SVGProps<SVGSVGElement> & { size?: number | string };

/** An icon with a meaning has an accessible name; all others are decoration. */
const isNamed = (props: object): boolean => Object.keys(props).some((key) => /^(aria-|role$|title$)/.test(key));

/**
 * Takes the place of the library's `createLucideIcon` in the built panel: it draws the same, without features that our icons don't use
 * (other stroke rules, shared settings, its own class names).
 */
// oxlint-disable-next-line import/no-default-export -- as the library's files import it
export default function createIcon({ size: whole, node }: Drawing) {
  const drawn = node.map(([tag, attributes]) => createElement(tag, attributes));
  function Icon({ size = 24, color = 'currentColor', strokeWidth = 2, children, ...props }: Props) {
    const look = {
      width: size,
      height: size,
      viewBox: `0 0 ${whole} ${whole}`,
      fill: 'none',
      stroke: color,
      strokeWidth,
    };
    const ends = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
    const hidden = children || isNamed(props) ? {} : ({ 'aria-hidden': 'true' } as const);
    return createElement(
      'svg',
      { xmlns: 'http://www.w3.org/2000/svg', ...look, ...ends, ...hidden, ...props },
      drawn,
      children,
    );
  }
  return Icon;
}
