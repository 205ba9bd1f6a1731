import fs from 'node:fs'
import path from 'node:path'
import { everySourceName } from '@signet/contract/threats/sources'

const folder = path.resolve(import.meta.dirname, '../apps/web/public/icons/threatSource')
const size = 24

/** The icons of all sources in one file, one below the other, so that a list with all of them needs one request instead of twenty. */
export function sourceIcons(): string {
  const sources = ['All', 'Bookmarks', ...everySourceName]
  const drawings = sources.map((source, index) => drawingOf(source, index * size))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${sources.length * size}">
<!-- Written by \`npm run generate\` from threatSource/. -->
${drawings.join('\n')}
</svg>
`
}

function drawingOf(source: string, y: number): string {
  const svg = fs.readFileSync(path.join(folder, `${source}.svg`), 'utf8').trim()
  if (!svg.startsWith('<svg xmlns="')) throw new Error(`${source}.svg is not written as the other icons are`)
  return svg.replace(/^<svg xmlns="[^"]+"/, `<svg id="${source}" y="${y}"`)
}
