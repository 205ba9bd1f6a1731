import fs from 'node:fs'

/** The headings of sections of docs/quality.md that have a program of their own. Everything before them is about the detector. */
const ownSections = ['## Look-alike pages', '## Formats of files', '## Observations of all sources', '## Pictures']

/** Writes a section of a document, which begins with its heading, in place of the earlier one or at the end. */
export function writeSection(file: string, section: string): void {
  const text = fs.readFileSync(file, 'utf8')
  const heading = section.split('\n', 1)[0] ?? ''
  const at = text.indexOf(`\n${heading}\n`)
  const before = at < 0 ? text : text.slice(0, at)
  const next = at < 0 ? -1 : text.indexOf('\n## ', at + 1)
  fs.writeFileSync(file, `${before.trimEnd()}\n\n${section}${next < 0 ? '' : text.slice(next)}`)
}

/** The sections of a document with a program of their own, to be kept when the rest is written again; empty when there is none. */
export function keptSections(file: string): string {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  const found = ownSections.map((heading) => text.indexOf(`\n${heading}\n`)).filter((at) => at >= 0)
  return found.length === 0 ? '' : text.slice(Math.min(...found))
}
