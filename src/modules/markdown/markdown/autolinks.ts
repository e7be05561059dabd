// Finds URLs and email addresses in text: those with a scheme, and domain names with a well-known
// top-level domain. Time is linear in the text.
import type { TextLink } from './linkifier-set.js';
import { checkedUrl } from './urls.js';

const WORD = /[^\s<>`]+/g;
/** Characters that may directly precede an address. */
const LEAD_IN = new Set('\'"(,:[{*~>|');
const SCHEMES = ['https', 'http', 'ftp'];
const TRAILING = new Set('.,:;!?\'"*~]}|');
const DOMAIN =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}([a-z]{2,24})(?::\d{1,5})?(?=[/?#]|$)/i;
const MAIL = /^[a-z0-9][\w.+-]{0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z]{2,24}$/i;

/** Scripts without spaces between words: a URL may follow their letters and punctuation directly. */
const UNSPACED_SCRIPT =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303F\uFF00-\uFFEF]$/u;

/** Excludes common file name extensions: `md`, `py`, `rs`, `sh`, `zip`. */
const TOP_LEVEL_DOMAINS = new Set(
  `com org net edu gov mil int info biz io dev app co ai tv fm gg ly blog chat cloud online site xyz
   ar at au be br ca ch cl cn cz de dk es eu fi fr gr hk hu id ie il in is it jp kr lt lu lv mx my nl
   no nz pe pt ro ru se sg si sk th tr tw ua uk us uy vn za`.split(/\s+/),
);

/** Returns addresses in ascending order, without overlap. */
export function findAutolinks(source: string): TextLink[] {
  const found: TextLink[] = [];
  for (const { index, 0: word } of source.matchAll(WORD)) {
    if (word.includes('://')) addWithScheme(found, word, index);
    else if (word.includes('.')) addBare(found, word, index);
  }
  return found;
}

function addWithScheme(found: TextLink[], word: string, offset: number): void {
  let from = 0;
  for (;;) {
    const colon = word.indexOf('://', from);
    if (colon === -1) return;
    const start = schemeStart(word, colon, from);
    from = colon + 3;
    if (start === undefined) continue;
    const end = trimmedEnd(word, start, word.length);
    if (end <= colon + 3) continue;
    const url = checkedUrl(word.slice(start, end));
    if (url === undefined) continue;
    found.push({ start: offset + start, end: offset + end, url });
    from = end;
  }
}

function schemeStart(word: string, colon: number, from: number): number | undefined {
  const scheme = SCHEMES.find(
    (name) => word.slice(colon - name.length, colon).toLowerCase() === name,
  );
  if (scheme === undefined) return undefined;
  const start = colon - scheme.length;
  const isFree =
    start === 0 ||
    LEAD_IN.has(word[start - 1]!) ||
    UNSPACED_SCRIPT.test(word.slice(Math.max(0, start - 2), start));
  return isFree && start >= from ? start : undefined;
}

function addBare(found: TextLink[], word: string, offset: number): void {
  let start = 0;
  while (start < word.length && LEAD_IN.has(word[start]!)) start++;
  const end = trimmedEnd(word, start, word.length);
  const text = word.slice(start, end);
  const isAddress =
    MAIL.test(text) || TOP_LEVEL_DOMAINS.has(DOMAIN.exec(text)?.[1]?.toLowerCase() ?? '');
  const url = isAddress ? checkedUrl(text) : undefined;
  if (url !== undefined) found.push({ start: offset + start, end: offset + end, url });
}

/** Excludes trailing punctuation and the parenthesis that closes one opened before the address. */
function trimmedEnd(word: string, start: number, wordEnd: number): number {
  let end = wordEnd;
  let depth = 0;
  for (let at = start; at < wordEnd; at++) {
    if (word[at] === '(') depth++;
    if (word[at] === ')' && --depth < 0) {
      end = at;
      break;
    }
  }
  while (end > start && TRAILING.has(word[end - 1]!)) end--;
  return end;
}
