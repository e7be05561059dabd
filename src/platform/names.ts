// Rules for names of users, channels and groups. Two names that look the same, or a name that
// looks like nothing, let one thing pass for another, so characters that readers cannot see are not
// allowed. Emoji are visible although some are sequences with joiners and variation selectors.

/** Characters that are trimmed although JavaScript does not count them as white space. */
const EDGES = String.raw`[\s\u001c-\u001f\u0085]`;
const LEADING = new RegExp(`^${EDGES}+`);
const TRAILING = new RegExp(`${EDGES}+$`);

/**
 * Control, format, surrogate, private and unassigned characters, line separators, fillers, variation
 * selectors, the placeholder of an object, and the braille pattern and musical symbol that are blank.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}\u{fffc}\u{1d159}]/u;

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

const EMOJI = new RegExp(String.raw`\p{RGI_Emoji}`, 'gv');

export function trimmedName(input: string): string {
  return input.replace(LEADING, '').replace(TRAILING, '');
}

/**
 * The position of the first character that readers cannot see, counted from 1 in code points; of a name
 * with nothing visible, 1. Undefined if the name is fine.
 */
export function hiddenPosition(name: string): number | undefined {
  const plain = name.replaceAll(EMOJI, (emoji) => 'x'.repeat([...emoji].length));
  const index = [...plain].findIndex((character) => HIDDEN.test(character));
  if (index !== -1) return index + 1;
  return VISIBLE.test(plain) ? undefined : 1;
}

/** Equal for names that look the same: compatibility forms, case and hidden characters do not count. */
export function comparableName(name: string): string {
  const visible = [...name.normalize('NFKC')].filter((character) => !HIDDEN.test(character));
  return visible.map(folded).join('').normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
}

/**
 * Full case folding: `ß` becomes `ss`, and so does the capital `ẞ`, whose upper case is itself. A dotless
 * i has no case partner among other letters.
 */
function folded(character: string): string {
  return character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();
}
