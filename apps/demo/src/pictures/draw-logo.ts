import { box, escaped, ink, mark } from './draw-shapes.ts'

const height = 96
const letterWidth = 25

/**
 * The logo of an invented brand: the mark that its captures show, and its name.
 *
 * @param colour of the disc and the name; the brands of one company have different colours
 * @returns an SVG document with a height of 96 and a transparent background
 */
export function drawLogo(name: string, colour: string): string {
  // The name has this width in any font.
  const length = name.length * letterWidth
  const width = height + 16 + length
  const fit = `textLength="${length}" lengthAdjust="spacingAndGlyphs"`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui,-apple-system,Segoe UI,Roboto,sans-serif">${mark(48, 48, 44, ink.white, colour)}<text x="${height + 12}" y="62" font-size="40" font-weight="700" fill="${colour}" ${fit}>${escaped(name)}</text></svg>\n`
}

/**
 * The tile of an invented company in the frame of its portal: its mark, readable at 30 pixels.
 *
 * @returns a square SVG document with a background
 */
export function drawTile(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">${box(0, 0, 96, 96, colour, { round: 25 })}${mark(48, 48, 40)}</svg>\n`
}
