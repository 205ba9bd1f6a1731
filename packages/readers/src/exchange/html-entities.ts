const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
])
const codePointMax = 0x10ffff

/** Decodes the character references of HTML, once: `&amp;lt;` becomes `&lt;`. Unknown ones stay as they are. */
export function decodeHtml(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (all, hex?: string, dec?: string, name?: string) => {
      if (name !== undefined) return named.get(name.toLowerCase()) ?? all
      const code = hex === undefined ? Number(dec) : Number.parseInt(hex, 16)
      const isCharacter = code > 0 && code <= codePointMax && (code < 0xd800 || code > 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : all
    },
  )
}
