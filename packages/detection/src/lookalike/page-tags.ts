/** One tag of a page, in order. */
export interface PageTag {
  /** In lower case; starts with `/` for the end of an element. */
  name: string
  /** The rest of the tag, as written. */
  attributes: string
  /** The text between the previous tag and this one. */
  textBefore: string
}

const tagsMax = 50_000
const attributesMax = 2000

/** The tags of a page without comments and without the content of scripts and styles, in one pass over the HTML. */
export function* tagsOf(html: string): Generator<PageTag> {
  const lower = html.toLowerCase()
  let at = 0
  for (let count = 0; count < tagsMax; count++) {
    const open = html.indexOf('<', at)
    if (open === -1) return
    const textBefore = html.slice(at, open)
    if (lower.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open)
      if (end === -1) return
      at = end + 3
      continue
    }
    const close = html.indexOf('>', open)
    if (close === -1) return
    const name = /^\/?[a-z][a-z0-9-]*/.exec(lower.slice(open + 1, open + 40))?.[0] ?? ''
    const attributes = html.slice(open + 1 + name.length, Math.min(close, open + attributesMax))
    at = close + 1
    if (name !== '') yield { name, attributes, textBefore }
    if (name === 'script' || name === 'style') {
      const end = lower.indexOf(`</${name}`, at)
      if (end === -1) return
      at = end
    }
  }
}
