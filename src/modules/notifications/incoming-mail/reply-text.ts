// Removes what mail programs add to the text that a person wrote: the quoted mail that it answers, and the
// signature. Reads each line a limited number of times, because mail is hostile input.

/** A line that introduces the quoted mail, in the languages of common mail programs. */
const INTRODUCTION =
  /^(?:on\b.*\bwrote|am\b.*\bschrieb\b.*|le\b.*\ba écrit|el\b.*\bescribió|il\b.*\bha scritto|em\b.*\bescreveu|op\b.*\bschreef\b.*)\s*:$/iu;
const SEPARATOR =
  /^(?:-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale)\s*-{2,}|_{20,})$/iu;
const HEADER = /^\*?(?:from|von|de|da|van)\*?:\s/iu;
const NEXT_HEADER =
  /^\*?(?:sent|date|to|gesendet|datum|an|envoyé|date|à|enviado|para|inviato|a|verzonden)\*?:\s/iu;
/** Introductions can be broken into two lines; longer lines are text. */
const MAX_INTRODUCTION = 300;

/** Removes quoted lines, and everything from the introduction of the quoted mail on. */
export function withoutQuotes(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex((_, index) => beginsQuotedMail(lines, index));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .trim();
}

/** Removes everything from the first line `--` on. */
export function withoutSignature(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => line.trimEnd() === '--');
  return (end === -1 ? text : lines.slice(0, end).join('\n')).trim();
}

function beginsQuotedMail(lines: string[], index: number): boolean {
  const line = lines[index]!.trim();
  const next = lines[index + 1]?.trim() ?? '';
  if (line === '' || line.length > MAX_INTRODUCTION) return false;
  if (SEPARATOR.test(line) || INTRODUCTION.test(line)) return true;
  if (next.length <= MAX_INTRODUCTION && INTRODUCTION.test(`${line} ${next}`)) return true;
  return HEADER.test(line) && NEXT_HEADER.test(next);
}
