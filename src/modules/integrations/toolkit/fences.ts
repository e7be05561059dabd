// Fenced blocks in Markdown. Quoted and truncated texts must not leave a block open.

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`~]*)$/;
const NESTING = /^\{?\.?(quote|quoted|spoiler)\}?(\s|$)/;

interface OpenFence {
  marker: string;
  /** Whether the block contains Markdown and therefore nested blocks. */
  nests: boolean;
}

/** Returns the markers of the blocks that the text leaves open, in the order in which they must be closed. */
export function openFences(text: string): string[] {
  const open: OpenFence[] = [];
  for (const line of text.split('\n')) {
    const innermost = open.at(-1);
    if (innermost && line.trim() === innermost.marker) {
      open.pop();
    } else if (!innermost || innermost.nests) {
      const [, marker, info = ''] = FENCE.exec(line.trimEnd()) ?? [];
      if (marker !== undefined) open.push({ marker, nests: NESTING.test(info.trim()) });
    }
  }
  return open.map(({ marker }) => marker).toReversed();
}

/** Returns a fence that no line of the text can close. */
export function fenceAround(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length));
  return '`'.repeat(longest + 1);
}
