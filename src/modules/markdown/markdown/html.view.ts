// HTML that is safe because of how it came about: text gets into it only escaped, and tags only
// through `element`.
export type SafeHtml = string & { readonly safeHtml: unique symbol };

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Attributes in the order in which they are written; those without a value are left out. */
export type Attributes = Record<string, string | number | undefined>;

export function escaped(text: string): SafeHtml {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]!) as SafeHtml;
}

export function element(tag: string, attributes: Attributes, content: SafeHtml): SafeHtml {
  return `${voidElement(tag, attributes)}${content}</${tag}>` as SafeHtml;
}

/** An element that has no content and no end tag. */
export function voidElement(tag: string, attributes: Attributes): SafeHtml {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  return `<${tag}${written.join('')}>` as SafeHtml;
}

export function joined(parts: SafeHtml[]): SafeHtml {
  return parts.join('') as SafeHtml;
}
