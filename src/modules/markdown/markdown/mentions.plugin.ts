// `@**name**`, `@*group*`, wildcards, and their silent forms with `_`. Names that the context does not
// resolve are rendered as typed. Every mention in a quote is silent.
import type { MarkdownIt, StateInline } from 'markdown-it';
import { type MentionedUser, nameKey } from './context.js';
import { element, escaped, type SafeHtml } from './html.view.js';
import { mayReferAt, mentionAt, type MentionReference } from './mention-syntax.js';
import { pushHtml, type Rendering, renderingOf } from './rendering.js';

export function mentions(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'mention', mention);
}

function mention(state: StateInline): boolean {
  if (state.src[state.pos] !== '@') return false;
  if (!mayReferAt(state.src, state.pos)) return false;
  const reference = mentionAt(state.src, state.pos);
  if (!reference || state.pos + reference.length > state.posMax) return false;
  const html = mentioned(renderingOf(state), reference);
  if (html === undefined) return false;
  pushHtml(state, html);
  state.pos += reference.length;
  return true;
}

function mentioned(rendering: Rendering, reference: MentionReference): SafeHtml | undefined {
  const isSilenced = reference.isSilent || rendering.isQuoted;
  switch (reference.kind) {
    case 'wildcard':
      return wildcard(rendering, reference.name, reference.of, isSilenced);
    case 'group': {
      const group = rendering.context.groupsByName.get(nameKey(reference.name));
      if (!group) return undefined;
      const isSilent = isSilenced || !group.isActive;
      (isSilent ? rendering.silentGroupIds : rendering.groupIds).add(group.id);
      return span('user-group-mention', group.displayName, isSilent, {
        'data-user-group-id': group.id,
      });
    }
    case 'user': {
      const user = userOf(rendering, reference.name, reference.id);
      if (!user) return undefined;
      const isSilent = isSilenced || !user.isActive;
      (isSilent ? rendering.silentUserIds : rendering.userIds).add(user.id);
      return span('user-mention', user.fullName, isSilent, { 'data-user-id': user.id });
    }
  }
}

/** A name and an id that are both present have to match. */
function userOf(
  { context }: Rendering,
  name: string,
  id: number | undefined,
): MentionedUser | undefined {
  if (id === undefined) return context.usersByName.get(nameKey(name));
  const user = context.usersById.get(id);
  return name === '' || nameKey(user?.fullName ?? '') === nameKey(name) ? user : undefined;
}

function wildcard(
  rendering: Rendering,
  name: string,
  of: 'stream' | 'topic',
  isSilent: boolean,
): SafeHtml {
  if (of === 'topic') {
    if (!isSilent) rendering.topicWildcard = true;
    return span('topic-mention', name, isSilent, {});
  }
  if (!isSilent) rendering.streamWildcard = true;
  return span('user-mention channel-wildcard-mention', name, isSilent, { 'data-user-id': '*' });
}

function span(
  classes: string,
  name: string,
  isSilent: boolean,
  data: Record<string, string | number>,
): SafeHtml {
  return element(
    'span',
    { class: isSilent ? `${classes} silent` : classes, ...data },
    escaped(isSilent ? name : `@${name}`),
  );
}
