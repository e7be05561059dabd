// Finds the users whose alert words occur in a text, in one pass over the text regardless of the number
// of words. Matching ignores case and accepts whole words only: "art" does not match "start", but "art!".

export interface AlertWord {
  userId: number;
  word: string;
}

interface Phrase {
  /** In lower case. */
  text: string;
  /** Offset of the first run of letters and digits. */
  offset: number;
  userIds: Set<number>;
}

const RUN = /[\p{L}\p{M}\p{N}_]+/gu;
const ENDS_IN_RUN = /[\p{L}\p{M}\p{N}_]$/u;
const STARTS_WITH_RUN = /^[\p{L}\p{M}\p{N}_]/u;

export class AlertWordMatcher {
  /** Keyed by the first run of letters and digits. */
  private readonly byRun = new Map<string, Phrase[]>();
  /** Phrases without any letter or digit. */
  private readonly symbols: Phrase[] = [];

  constructor(words: readonly AlertWord[]) {
    const phrases = new Map<string, Phrase>();
    for (const { userId, word } of words) {
      const text = word.toLowerCase();
      const existing = phrases.get(text);
      if (existing) existing.userIds.add(userId);
      else phrases.set(text, this.add(text, userId));
    }
  }

  /** The users who have an alert word in the text, each once. */
  usersAlertedBy(content: string): number[] {
    if (this.byRun.size === 0 && this.symbols.length === 0) return [];
    const text = content.toLowerCase();
    const matches = new Set<Phrase>();
    for (const { 0: run, index } of text.matchAll(RUN)) {
      for (const phrase of this.byRun.get(run) ?? []) {
        if (!matches.has(phrase) && isAt(phrase, text, index - phrase.offset)) matches.add(phrase);
      }
    }
    for (const phrase of this.symbols) if (text.includes(phrase.text)) matches.add(phrase);
    const userIds = new Set<number>();
    for (const phrase of matches) for (const userId of phrase.userIds) userIds.add(userId);
    return [...userIds];
  }

  private add(text: string, userId: number): Phrase {
    const first = text.matchAll(RUN).next().value;
    const phrase = { text, offset: first?.index ?? 0, userIds: new Set([userId]) };
    if (!first) this.symbols.push(phrase);
    else {
      const same = this.byRun.get(first[0]);
      if (same) same.push(phrase);
      else this.byRun.set(first[0], [phrase]);
    }
    return phrase;
  }
}

/** Whether the whole phrase is at `start`, where its first run was found, and ends at a word boundary. */
function isAt(phrase: Phrase, text: string, start: number): boolean {
  if (start < 0 || !text.startsWith(phrase.text, start)) return false;
  const rest = text.slice(start + phrase.text.length, start + phrase.text.length + 2);
  return !ENDS_IN_RUN.test(phrase.text) || !STARTS_WITH_RUN.test(rest);
}
