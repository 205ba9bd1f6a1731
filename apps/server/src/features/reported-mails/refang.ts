/** How people write addresses so that nobody opens them by mistake. */
const marks = String.raw`\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)|\{dot\}|\[:\]|\[:\/\/\]`
const defanged = new RegExp(String.raw`[^\s<>"']{0,200}(?:h(?:xx|XX)ps?:|${marks})[^\s<>"']{0,2000}`, 'gi')
const web = /https?:\/\/[^\s<>"'`]{3,2000}/gi
const www = /(?<![\w./@-])www\.[a-z0-9-]{1,63}\.[^\s<>"'`]{2,2000}/gi
const after = /[.,;:!?)\]}>»”’*_]+$/u

/** A text with its addresses as they are opened. */
export function refanged(text: string): string {
  return text
    .replaceAll(/\bh(?:xx|\*\*)p(s?)(?=\[?:)/gi, 'http$1')
    .replaceAll(/\[:\/\/\]/g, '://')
    .replaceAll(/\[:\]/g, ':')
    .replaceAll(/\[at\]|\(at\)/gi, '@')
    .replaceAll(/[[({](?:\.|dot)[\])}]/gi, '.')
}

/** The web addresses in a text: those with a scheme or `www`, and those that somebody has made harmless. */
export function addressesInText(text: string, max: number): string[] {
  const found = new Set<string>()
  const add = (written: string) => {
    const address = written.replace(after, '')
    const url = /^https?:\/\//i.test(address) ? address : `http://${address}`
    if (URL.canParse(url) && new URL(url).hostname.includes('.')) found.add(url)
  }
  for (const [written] of text.matchAll(defanged)) {
    const plain = refanged(written)
    const [address = ''] = plain.match(web) ?? [plain.replace(/^[^\p{L}\p{N}]+/u, '')]
    if (!address.includes('@')) add(address)
    if (found.size >= max) return [...found]
  }
  for (const [written] of [...refanged(text).matchAll(web), ...text.matchAll(www)]) {
    add(written)
    if (found.size >= max) break
  }
  return [...found]
}
