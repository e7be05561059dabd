// The state of one run of the renderer: its context, its findings and its remaining budgets.
// markdown-it passes it to the plugins as the environment, so that they hold no state themselves.
import type { Env, StateBlock, StateCore, StateInline } from 'markdown-it';
import type { MarkdownContext, Mentions } from './context.js';
import type { SafeHtml } from './html.view.js';
import { InlineScan } from './inline-scan.js';

/** Quotes, lists and spoilers nested deeper than this are rendered as text. */
export const MAX_BLOCK_LEVEL = 24;

/**
 * Limits per message for work that grows faster than the length of the text, and for elements that are
 * many times longer than their source. Beyond a limit, the source remains as text.
 */
const BUDGETS = {
  emoji: 1_000,
  formulas: 200,
  mathCharacters: 5_000,
  mathCells: 500,
  tableCells: 5_000,
  codeCharacters: 20_000,
  codeSteps: 10_000_000,
};

const KEY = Symbol('rendering');

export class Rendering {
  readonly userIds = new Set<number>();
  readonly groupIds = new Set<number>();
  readonly silentUserIds = new Set<number>();
  readonly silentGroupIds = new Set<number>();
  streamWildcard = false;
  topicWildcard = false;

  readonly links = new Set<string>();
  readonly previewable = new Set<string>();
  readonly attachments = new Set<string>();
  hasLink = false;
  hasImage = false;

  /** Whether the current text is quoted: mentions there are silent, and links have no previews. */
  isQuoted = false;

  private readonly left = { ...BUDGETS };
  private scan: InlineScan | undefined;

  constructor(readonly context: MarkdownContext) {}

  get environment(): Env {
    return { [KEY]: this };
  }

  /** Takes `amount` from the budget; returns false and takes nothing when less is left. */
  spend(budget: keyof typeof BUDGETS, amount: number): boolean {
    if (amount > this.left[budget]) return false;
    this.left[budget] -= amount;
    return true;
  }

  /** The scan of the text being parsed; computed once for each text. */
  scanOf(source: string): InlineScan {
    if (this.scan?.source !== source) this.scan = new InlineScan(source, this.context);
    return this.scan;
  }

  get mentions(): Mentions {
    return {
      userIds: [...this.userIds],
      groupIds: [...this.groupIds],
      silentUserIds: [...this.silentUserIds],
      silentGroupIds: [...this.silentGroupIds],
      streamWildcard: this.streamWildcard,
      topicWildcard: this.topicWildcard,
    };
  }
}

export function renderingOf({ env }: StateInline | StateBlock | StateCore): Rendering {
  return env[KEY] as Rendering;
}

export function scanOf(state: StateInline): InlineScan {
  return renderingOf(state).scanOf(state.src);
}

/** Adds rendered HTML to the current line. */
export function pushHtml(state: StateInline, html: SafeHtml): void {
  state.push('html', '', 0).content = html;
}

/** Adds a rendered block. */
export function pushBlockHtml(state: StateBlock, html: SafeHtml): void {
  state.push('html', '', 0).content = `${html}\n`;
}
