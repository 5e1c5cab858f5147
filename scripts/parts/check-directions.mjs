import { cruise, FOLDERS } from './cruise.mjs';
import { findFolderCircles } from './folder-circles.mjs';
import { root } from './repository.mjs';
import { findUnreadFiles, listCode } from './unread-files.mjs';

/** Who imports whom: the rules of .dependency-cruiser.mjs, no circles among folders, and no file that the tool didn't read. */
export async function checkDirections(folder = root) {
  const { modules, violations, told, seconds } = await cruise(folder);
  const circles = findFolderCircles(modules);
  const unread = findUnreadFiles(modules, listCode(folder, FOLDERS));
  return {
    passed: violations.length === 0 && circles.length === 0 && unread.length === 0,
    seconds,
    output: [
      told,
      ...circles.map((circle) => ['error folders import each other in a circle:', ...circle].join('\n    ')),
      ...(unread.length > 0 ? [['error the tool read too little:', ...unread].join('\n    ')] : []),
    ]
      .filter(Boolean)
      .join('\n\n'),
  };
}
