/** A description of a page, derived from its HTML. */
export interface DescribedPage {
  title: string | null
  /** 64-bit hash of its words, in hex: similar pages differ in few bits. Null for a page with hardly any words. */
  contentSketch: string | null
  /** True for the placeholder page of a domain seller. */
  isParked: boolean
  hasPasswordField: boolean
}

const titleMax = 200
const wordsMax = 5000
/** A page with fewer words than this has no meaningful sketch. */
const wordsMin = 5

/** Phrases of domain sellers, in the text or the script addresses of a page. */
const parkedWords = [
  'domain is for sale',
  'domain may be for sale',
  'domain name is for sale',
  'buy this domain',
  'this domain is parked',
  'domain is parked',
  'parked free',
  'parked domain',
  'diese domain steht zum verkauf',
  'diese domain kaufen',
]
const parkedScripts = [
  'sedoparking.com',
  'parkingcrew.net',
  'bodis.com',
  'parklogic.com',
  'above.com/marketplace',
  'afternic.com/forsale',
]

/**
 * Reads the beginning of an HTML page: its title, whether it is a placeholder, whether it has a password field, and a sketch of its words.
 *
 * It reads the input in one pass, so that a page crafted to be slow isn't. The sketch is a SimHash (Charikar, "Similarity estimation
 * techniques from rounding algorithms", 2002) over pairs of words. Numbers are left out because they change on every visit.
 */
export function describePage(html: string): DescribedPage {
  const lower = html.toLowerCase()
  const { text, title, hasPasswordField } = readMarkup(html, lower)
  const words =
    text
      .toLowerCase()
      .match(/\p{L}{2,40}/gu)
      ?.slice(0, wordsMax) ?? []
  const visibleText = words.join(' ')
  return {
    title,
    contentSketch: words.length < wordsMin ? null : sketchOf(words),
    isParked:
      parkedWords.some((phrase) => visibleText.includes(phrase)) ||
      parkedScripts.some((script) => lower.includes(script)),
    hasPasswordField,
  }
}

function readMarkup(html: string, lower: string): { text: string; title: string | null; hasPasswordField: boolean } {
  const text: string[] = []
  let title: string | null = null
  let hasPasswordField = false
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    text.push(html.slice(at, open === -1 ? undefined : open))
    if (open === -1) break
    const close = html.indexOf('>', open)
    if (close === -1) break
    const tag = lower.slice(open + 1, Math.min(close, open + 2000))
    const name = /^[a-z0-9]+/.exec(tag)?.[0] ?? ''
    at = close + 1
    if (name === 'input' && /\btype\s*=\s*["']?password/.test(tag)) hasPasswordField = true
    if (name === 'script' || name === 'style' || name === 'title') {
      const end = lower.indexOf(`</${name}`, at)
      const inner = html.slice(at, end === -1 ? undefined : end)
      if (name === 'title') title ??= titleOf(inner)
      if (end === -1) break
      at = end
    }
  }
  return { text: text.join(' '), title, hasPasswordField }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function titleOf(inner: string): string | null {
  const text = inner
    .slice(0, 2000)
    .replaceAll(/&(\w{2,6});/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/&#(\d{1,6});/g, (whole, code: string) => {
      const point = Number(code)
      return point > 31 && point < 0x11_00_00 && !(point >= 0xd8_00 && point < 0xe0_00)
        ? String.fromCodePoint(point)
        : whole
    })
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return text === '' ? null : text.slice(0, titleMax).toWellFormed()
}

function sketchOf(words: readonly string[]): string {
  const counts = new Int32Array(64)
  for (let at = 0; at < words.length; at += 1) {
    const pair = `${words[at]} ${words[at + 1] ?? ''}`
    const halves = [hashOf(pair, 0x81_1c_9d_c5), hashOf(pair, 0x01_00_01_93)]
    for (let bit = 0; bit < 64; bit += 1) {
      const half = halves[bit >> 5]!
      counts[bit]! += (half >>> (bit & 31)) & 1 ? 1 : -1
    }
  }
  let hex = ''
  for (let at = 0; at < 64; at += 4) {
    let digit = 0
    for (let bit = 0; bit < 4; bit += 1) if (counts[at + bit]! > 0) digit |= 1 << bit
    hex += digit.toString(16)
  }
  return hex
}

/** FNV-1a over UTF-16 units with a final step that spreads every bit (MurmurHash3, fmix32). */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}
