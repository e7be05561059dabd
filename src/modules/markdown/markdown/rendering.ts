// One run of the renderer: what it knows, what it has found, and how much work is left to it.
// It travels through markdown-it as the environment, so that the plugins themselves keep nothing.
import type { Env, StateBlock, StateCore, StateInline } from 'markdown-it';
import type { MarkdownContext, Mentions } from './context.js';
import type { SafeHtml } from './html.view.js';
import { InlineScan } from './inline-scan.js';

/** Deeper nesting of quotes, lists and spoilers stays as it was typed. */
export const MAX_BLOCK_LEVEL = 24;

/** What work costs that grows faster than the text; each message has so much of it. */
const BUDGETS = {
  formulas: 200,
  mathCharacters: 5_000,
  mathCells: 500,
  tableCells: 5_000,
  codeCharacters: 20_000,
};

const KEY = Symbol('rendering');

export class Rendering {
  readonly userIds = new Set<number>();
  readonly groupIds = new Set<number>();
  readonly silentUserIds = new Set<number>();
  readonly silentGroupIds = new Set<number>();
  channelWildcard = false;
  topicWildcard = false;

  readonly links = new Set<string>();
  readonly previewable = new Set<string>();
  readonly attachments = new Set<string>();
  hasLink = false;
  hasImage = false;

  /** Whether the text at hand is quoted: nobody is mentioned and nothing is previewed there. */
  isQuoted = false;

  private readonly left = { ...BUDGETS };
  private scan: InlineScan | undefined;

  constructor(readonly context: MarkdownContext) {}

  get environment(): Env {
    return { [KEY]: this };
  }

  /** Whether so much may still be done; when not, nothing is taken. */
  spend(budget: keyof typeof BUDGETS, amount: number): boolean {
    if (amount > this.left[budget]) return false;
    this.left[budget] -= amount;
    return true;
  }

  /** The scan of the text that is being parsed; made once for each text. */
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
      channelWildcard: this.channelWildcard,
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

/** Adds a piece of finished HTML to a line. */
export function pushHtml(state: StateInline, html: SafeHtml): void {
  state.push('html', '', 0).content = html;
}

/** Adds a finished block. */
export function pushBlockHtml(state: StateBlock, html: SafeHtml): void {
  state.push('html', '', 0).content = `${html}\n`;
}
