// HTML that is safe by construction: text enters it only by `escaped`, tags only by `element`.
export type SafeHtml = string & { readonly safeHtml: unique symbol };

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Attributes in output order; those without a value are omitted. */
export type Attributes = Record<string, string | number | undefined>;

export function escaped(text: string): SafeHtml {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]!) as SafeHtml;
}

export function element(tag: string, attributes: Attributes, content: SafeHtml): SafeHtml {
  return `${voidElement(tag, attributes)}${content}</${tag}>` as SafeHtml;
}

/** An element without content and end tag. */
export function voidElement(tag: string, attributes: Attributes): SafeHtml {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  return `<${tag}${written.join('')}>` as SafeHtml;
}

export function joined(parts: SafeHtml[]): SafeHtml {
  return parts.join('') as SafeHtml;
}
