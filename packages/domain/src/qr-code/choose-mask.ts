import { drawFormat, type Grid } from './draw-patterns.ts';

/** Which modules a mask turns over. ISO 18004, table 10. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The code whose data is turned over by the mask that makes it the easiest to read. ISO 18004 §7.8. */
export function chooseMask(drawn: Grid, isData: (row: number, column: number) => boolean): boolean[][] {
  const candidates = MASKS.map((mask, number) => {
    const grid: Grid = drawn.map((cells, row) =>
      cells.map((isDark, column) => (isData(row, column) && mask(row, column) ? !isDark : isDark)),
    );
    drawFormat(grid, number);
    const modules = grid.map((cells) => cells.map(Boolean));
    return { modules, penalty: penaltyOf(modules) };
  });
  return candidates.reduce((best, next) => (next.penalty < best.penalty ? next : best)).modules;
}

/** What a reader may stumble over: long runs, squares, what looks like a finder, too much of one colour. */
function penaltyOf(modules: boolean[][]): number {
  const columns = modules.map((_, at) => modules.map((cells) => cells[at] === true));
  const lines = [...modules, ...columns].reduce((sum, line) => sum + runPenalty(line) + finderPenalty(line), 0);
  return lines + squarePenalty(modules) + balancePenalty(modules);
}

function runPenalty(line: boolean[]): number {
  let [penalty, length] = [0, 0];
  line.forEach((isDark, at) => {
    length = isDark === line[at - 1] ? length + 1 : 1;
    if (length === 5) penalty += 3;
    else if (length > 5) penalty += 1;
  });
  return penalty;
}

/** Dark, light, three dark, light, dark, and four light on one side; beyond the edge all is light. */
function finderPenalty(line: boolean[]): number {
  const text = `0000${line.map((isDark) => (isDark ? '1' : '0')).join('')}0000`;
  let found = 0;
  for (let at = 0; at + 11 <= text.length; at += 1) {
    const part = text.slice(at, at + 11);
    if (part === '00001011101' || part === '10111010000') found += 1;
  }
  return 40 * found;
}

function squarePenalty(modules: boolean[][]): number {
  let squares = 0;
  modules.forEach((cells, row) => {
    const below = modules[row + 1];
    if (!below) return;
    cells.forEach((isDark, column) => {
      if (
        column + 1 < cells.length &&
        [cells[column + 1], below[column], below[column + 1]].every((one) => one === isDark)
      )
        squares += 1;
    });
  });
  return 3 * squares;
}

/** Ten for every whole five hundredths that the dark ones are away from a half. */
function balancePenalty(modules: boolean[][]): number {
  const all = modules.length ** 2;
  const dark = modules.flat().filter(Boolean).length;
  return 10 * Math.floor(Math.abs(20 * dark - 10 * all) / all);
}
