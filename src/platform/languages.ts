// The languages that users can choose for their clients, with their names in the language itself.

const CODES =
  'ar be bg bn ca cs cy da de el en en-gb eo es et eu fa fi fr gl gu ha hi hr hu id it ja kab ko lt ' +
  'lv ml mn ms nb ne nl pa pl pt pt-br ro ru si sk sl sr sv ta te th tl tr uk uz vi zh-hans zh-hant zh-tw';

export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  CODES.split(' ').map((code) => [code, nameOf(code)]),
);

function nameOf(code: string): string {
  const name = new Intl.DisplayNames([code, 'en'], { type: 'language' }).of(code) ?? code;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(code) + rest.join('');
}
