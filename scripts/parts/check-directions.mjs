import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFolderCircles } from './folder-circles.mjs';
import { inRoot, pinnedNode, tool } from './repository.mjs';
import { runTool } from './run-tool.mjs';
import { findUnreadFiles, listCode } from './unread-files.mjs';

const FOLDERS = ['apps', 'packages', 'e2e', 'bench'];

const cruiser = (file, ...args) =>
  runTool({ command: pinnedNode(), args: [tool(`dependency-cruiser/bin/${file}`), ...args] });

/** Who imports whom: the rules of .dependency-cruiser.mjs, no circles among folders, and no file that the tool didn't read. */
export async function checkDirections() {
  const folder = mkdtempSync(path.join(tmpdir(), 'postern-directions-'));
  try {
    const report = path.join(folder, 'report.json');
    const config = ['--config', '.dependency-cruiser.mjs'];
    const cruise = ['--output-type', 'json', '--output-to', report, ...FOLDERS];
    const result = await cruiser('dependency-cruiser.mjs', ...config, ...cruise);
    const faults = result.passed
      ? ''
      : (await cruiser('depcruise-fmt.mjs', '--output-type', 'err-long', report)).output;
    const { modules } = JSON.parse(readFileSync(report, 'utf8'));
    const circles = findFolderCircles(modules);
    const told = circles.map((circle) => ['error folders import each other in a circle:', ...circle].join('\n    '));
    const unread = findUnreadFiles(modules, listCode(inRoot(), FOLDERS));
    if (unread.length > 0) told.push(['error the tool read too little:', ...unread].join('\n    '));
    return {
      passed: result.passed && circles.length === 0 && unread.length === 0,
      seconds: result.seconds,
      output: [result.output, faults, ...told].filter(Boolean).join('\n\n'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
