/*
 * The subset of Markdown that a page of a company may use. Everything else stays plain text, so that no HTML can get into the portal.
 * Source of the syntax: CommonMark 0.31.2, sections 4.2, 5.2, 6.2 and 6.3, only the most common form of each.
 */

/** An inline element: plain, strong, emphasised, or a link. */
export type Run =
  | { kind: 'text' | 'strong' | 'emphasis'; text: string }
  /** `isOutside` for links that leave the portal. */
  | { kind: 'link'; text: string; href: string; isOutside: boolean }

/** A block of a page. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'bullets' | 'numbers'; items: Run[][] }

const heading = /^(#{1,3})\s+(.*)$/
const bullet = /^\s{0,3}[-*]\s+(.*)$/
const numbered = /^\s{0,3}\d{1,3}[.)]\s+(.*)$/

/** The blocks of a text: an empty line ends a paragraph, `#` begins a heading, `-` and `1.` a list item. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let words: string[] = []
  let list: { kind: 'bullets' | 'numbers'; items: Run[][] } | undefined
  const end = () => {
    if (words.length > 0) blocks.push({ kind: 'paragraph', runs: runsOf(words.join(' ')) })
    words = []
    list = undefined
  }
  for (const line of text.split(/\r?\n/)) {
    const [, marks, title] = heading.exec(line) ?? []
    const [, dotted] = bullet.exec(line) ?? []
    const [, counted] = numbered.exec(line) ?? []
    if (marks !== undefined && title !== undefined) {
      end()
      // The page already has a title, so the first heading level of the text is the second of the page.
      blocks.push({ kind: 'heading', level: marks.length === 3 ? 3 : 2, runs: runsOf(title.trim()) })
    } else if (dotted !== undefined || counted !== undefined) {
      const kind = dotted === undefined ? 'numbers' : 'bullets'
      if (list?.kind !== kind) {
        end()
        list = { kind, items: [] }
        blocks.push(list)
      }
      list.items.push(runsOf((dotted ?? counted ?? '').trim()))
    } else if (line.trim() === '') end()
    else if (list) list.items.at(-1)?.push({ kind: 'text', text: ' ' }, ...runsOf(line.trim()))
    else words.push(line.trim())
  }
  end()
  return blocks
}

const marked = /\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/g

function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let read = 0
  for (const match of text.matchAll(marked)) {
    const [whole, strong, emphasis, label, address] = match
    if (match.index > read) runs.push({ kind: 'text', text: text.slice(read, match.index) })
    read = match.index + whole.length
    const link = label !== undefined && address !== undefined ? linkTo(address) : null
    if (strong !== undefined) runs.push({ kind: 'strong', text: strong })
    else if (emphasis !== undefined) runs.push({ kind: 'emphasis', text: emphasis })
    else if (link && label !== undefined) runs.push({ kind: 'link', text: label, ...link })
    else runs.push({ kind: 'text', text: whole })
  }
  if (read < text.length) runs.push({ kind: 'text', text: text.slice(read) })
  return runs
}

/** The allowed link targets: a path of the portal, an https URL, an email address or a phone number. All other links stay text. */
function linkTo(address: string): { href: string; isOutside: boolean } | null {
  if (/^\/(?![/\\])/.test(address)) return { href: address, isOutside: false }
  if (!URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'mailto:' || protocol === 'tel:' ? { href, isOutside: true } : null
}
