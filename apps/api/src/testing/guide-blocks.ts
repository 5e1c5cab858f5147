import { readFileSync } from 'node:fs';
import path from 'node:path';

const GUIDE = path.resolve(import.meta.dirname, '../../../../docs/operate.md');

/** The blocks of commands and settings under a heading of the operator's guide, in their order, without their indentation. */
export function guideBlocks(heading: string): string[] {
  const lines = readFileSync(GUIDE, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.replace(/^#+ /, '') === heading && line.startsWith('#'));
  if (start < 0) throw new Error(`docs/operate.md has no heading "${heading}".`);
  const blocks: string[] = [];
  let block: string[] | null = null;
  for (const line of lines.slice(start + 1)) {
    if (block === null && /^#+ /.test(line)) break;
    if (!/^\s*```/.test(line)) block?.push(line);
    else if (block === null) block = [];
    else {
      const indent = Math.min(...block.filter((each) => each.trim() !== '').map((each) => each.search(/\S/)));
      blocks.push(block.map((each) => each.slice(indent)).join('\n'));
      block = null;
    }
  }
  return blocks;
}
