/** The texts of the scripts of a page that have a type, e.g. structured data (`application/ld+json`). */
export function* scriptsIn(html: string, type: string): Generator<string, void, undefined> {
  const lower = html.toLowerCase()
  for (let at = lower.indexOf('<script'); at >= 0; at = lower.indexOf('<script', at + 1)) {
    const open = lower.indexOf('>', at)
    if (open < 0) return
    const isOfType = open - at < tagMax && lower.slice(at, open).includes(type)
    const end = lower.indexOf('</script', open)
    if (isOfType && end > open) yield html.slice(open + 1, end)
    if (end < 0) return
    at = end
  }
}

/** Longer tags are no tags of scripts with data. */
const tagMax = 500

/** What a script with data says; null if it isn't JSON. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
