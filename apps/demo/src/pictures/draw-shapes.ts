/*
 * The basic shapes of captures. Everything is plain SVG with presentation attributes: no style sheet, no script, no reference outside the
 * file.
 */

/** Size of a capture, in pixels. */
const captureSize = { width: 960, height: 600 } as const

export const ink = {
  text: '#16242b',
  muted: '#66757d',
  line: '#d3dbdf',
  paper: '#f3f6f8',
  white: '#ffffff',
  red: '#c8173a',
} as const

/** Text that is safe in SVG: escaped, without control characters, truncated with an ellipsis. */
export function escaped(text: string, lengthMax = 80): string {
  const letters = Array.from(text.replaceAll(/[^\P{C}\p{Cf}]/gu, ''))
  const cut = letters.length > lengthMax ? `${letters.slice(0, lengthMax - 1).join('')}…` : letters.join('')
  return cut.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  rest: { round?: number; stroke?: string } = {},
): string {
  const round = rest.round ? ` rx="${rest.round}"` : ''
  const stroke = rest.stroke ? ` stroke="${rest.stroke}"` : ''
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${round}${stroke}/>`
}

export function words(
  x: number,
  y: number,
  text: string,
  rest: { size?: number; fill?: string; isBold?: boolean; isMono?: boolean; middle?: boolean; lengthMax?: number } = {},
): string {
  const weight = rest.isBold ? ' font-weight="700"' : ''
  const mono = rest.isMono ? ' font-family="ui-monospace,Menlo,Consolas,monospace"' : ''
  const anchor = rest.middle ? ' text-anchor="middle"' : ''
  // SVG collapses runs of spaces, which code needs.
  const shown = rest.isMono ? text.replaceAll('  ', '\u00a0\u00a0') : text
  return `<text x="${x}" y="${y}" font-size="${rest.size ?? 18}" fill="${rest.fill ?? ink.text}"${weight}${mono}${anchor}>${escaped(shown, rest.lengthMax)}</text>`
}

/** The font size at which bold words fit a width in any font: a letter is assumed to be 0.6 times as wide as it is high. */
export function sizeWithin(text: string, width: number, sizeMax: number): number {
  return Math.min(sizeMax, Math.floor(width / (text.length * 0.6)))
}

export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
}

/** The invented mark of all companies: a ring with a horizontal bar, on a disc. */
export function mark(x: number, y: number, radius: number, fill: string = ink.white, on?: string): string {
  const bar = Math.round(radius * 0.2)
  const ring = `<circle cx="${x}" cy="${y}" r="${Math.round(radius * 0.62)}" fill="none" stroke="${fill}" stroke-width="${bar}"/>`
  const across = box(x - Math.round(radius * 0.62), y - bar / 2, Math.round(radius * 1.24), bar, fill)
  return `${on ? disc(x, y, radius, on) : ''}${ring}${across}`
}

/** Grey bars as placeholders for text. */
export function greek(x: number, y: number, widths: readonly number[], fill: string = ink.line): string {
  return widths.map((width, index) => box(x, y + index * 24, width, 10, fill, { round: 5 })).join('')
}

/** A frame around what the detector recognised, with its label below, to its right where something is below, or else in its right end. */
export function finding(
  x: number,
  y: number,
  width: number,
  height: number,
  tag: string,
  isDashed = false,
  labelAt: 'below' | 'right' | 'inside' = 'below',
): string {
  const dash = isDashed ? ' stroke-dasharray="9 5"' : ''
  const tagWidth = tag.length * 11 + 20
  const tagStart = x + width + (labelAt === 'right' ? 6 : -tagWidth - 24)
  const [tagX, tagY] = labelAt === 'below' ? [x, y + height + 4] : [tagStart, y + (height - 28) / 2]
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="5" fill="none" stroke="${ink.red}" stroke-width="3"${dash}/>${box(tagX, tagY, tagWidth, 28, ink.red, { round: 4 })}${words(tagX + 10, tagY + 20, tag, { size: 17, fill: ink.white, isBold: true })}`
}

/** Splits a text into lines of whole words. */
export function linesOf(text: string, lengthMax: number, count: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= lengthMax) lines[lines.length - 1] = `${last} ${word}`
    else if (lines.length < count) lines.push(word)
    else {
      lines[count - 1] = `${lines[count - 1] ?? ''}…`
      break
    }
  }
  return lines
}

/** Combines parts into a whole capture. */
export function drawing(parts: readonly string[]): string {
  const { width, height } = captureSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui,-apple-system,Segoe UI,Roboto,sans-serif">${parts.join('')}</svg>\n`
}
