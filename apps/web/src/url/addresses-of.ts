/**
 * The addresses that a user typed or pasted, separated by line breaks or spaces. Defanging is removed, and `https://` is added to a host.
 *
 * @returns valid addresses, and words that aren't addresses
 */
export function addressesOf(typed: string): { links: string[]; wrong: string[] } {
  const links: string[] = []
  const wrong: string[] = []
  for (const word of typed.split(/[\s,]+/).filter(Boolean)) {
    const whole = word.replaceAll('[.]', '.').replace(/^hxxp/i, 'http')
    const link = /^https?:\/\//i.test(whole) ? whole : `https://${whole}`
    const host = URL.canParse(link) ? new URL(link).hostname : ''
    if (host.includes('.') && !whole.startsWith('@')) links.push(link)
    else wrong.push(word)
  }
  return { links: [...new Set(links)], wrong }
}
