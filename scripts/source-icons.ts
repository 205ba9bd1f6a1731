import fs from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../apps/web/public/icons/threatSource')

/** The icons of all sources in one file, so that a list with all of them needs one request instead of twenty. */
export function sourceIcons(): string {
  const symbols = fs
    .readdirSync(folder)
    .toSorted()
    .map((file) => symbolOf(path.basename(file, '.svg'), fs.readFileSync(path.join(folder, file), 'utf8').trim()))
  return `<svg xmlns="http://www.w3.org/2000/svg">
<!-- Written by \`npm run generate\` from threatSource/. -->
${symbols.join('\n')}
</svg>
`
}

/** A drawing as a symbol in the text colour. Its id is the name of the source with hyphens for its spaces. */
function symbolOf(source: string, svg: string): string {
  const parts = /^<svg xmlns="[^"]+"( viewBox="[^"]+") width="24" height="24"([^>]*)>(.*)<\/svg>$/s.exec(svg)
  if (!parts) throw new Error(`${source}.svg is not written as the other icons are`)
  const [, viewBox, style = '', drawing] = parts
  const inTextColour = style
    .replace('stroke="#000"', 'stroke="currentColor"')
    .replace('fill="#000"', 'fill="currentColor"')
  return `<symbol id="${source.replaceAll(' ', '-')}"${viewBox}${inTextColour}>${drawing}</symbol>`
}
