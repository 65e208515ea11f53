// Names as they can be shown: files may hold characters that cannot be seen or that reorder the text around them.

/// Controls, marks that take no room or change the direction of text, separators of lines and paragraphs.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/// The name with every character that cannot be seen written as its number, such as \u202e.
export function visible(name: string): string {
  return name.replace(UNSEEN, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
