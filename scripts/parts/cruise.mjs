import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pinnedNode, tool } from './repository.mjs';
import { runTool } from './run-tool.mjs';

export const FOLDERS = ['apps', 'packages', 'e2e', 'bench'];

const runCruiser = (cwd, file, ...args) =>
  runTool({ command: pinnedNode(), args: [tool(`dependency-cruiser/bin/${file}`), ...args], cwd });

/**
 * Who imports whom in the repository at `root`, and which rules of its .dependency-cruiser.mjs that breaks: `{ modules, violations, told, seconds }`,
 * where `told` has the faults in words. Judge by `violations`: with a report in JSON the tool ends as if nothing were wrong.
 */
export async function cruise(root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'postern-directions-'));
  try {
    const file = path.join(folder, 'report.json');
    const wish = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', '--output-to', file];
    const { seconds, output } = await runCruiser(root, 'dependency-cruiser.mjs', ...wish, ...FOLDERS);
    const { modules, summary } = readReport(file, output);
    const { violations } = summary;
    const told =
      violations.length > 0 ? await runCruiser(root, 'depcruise-fmt.mjs', '--output-type', 'err-long', file) : null;
    return { modules, violations, told: told?.output ?? '', seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file, output) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`dependency-cruiser made no report: ${output}`);
  }
}
