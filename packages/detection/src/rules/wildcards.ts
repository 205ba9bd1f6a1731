/*
 * Patterns in which `*` stands for any characters and `?` for one. They are searched without backtracking: each part between two stars is
 * taken at its first place, which never rules out a later part, so the time is at most the length of the text times that of the pattern.
 */

/** Whether a whole text fits a pattern. */
export function fitsWildcard(pattern: string, text: string): boolean {
  let [at, in_] = [0, 0]
  let [star, resume] = [-1, 0]
  while (at < text.length) {
    const sign = pattern[in_]
    if (sign === '*') {
      star = in_
      in_ += 1
      resume = at
    } else if (sign !== undefined && (sign === '?' || sign === text[at])) {
      at += 1
      in_ += 1
    } else if (star >= 0) {
      // Only the last star can take one character more; the earlier ones already stand at their first place.
      resume += 1
      at = resume
      in_ = star + 1
    } else return false
  }
  while (pattern[in_] === '*') in_ += 1
  return in_ === pattern.length
}

/** The first place in a text that fits a pattern; null if there is none. */
export function findWildcard(pattern: string, text: string): string | null {
  const parts = pattern.split('*').filter((part) => part !== '')
  let [from, start] = [0, -1]
  for (const part of parts) {
    const at = part.includes('?') ? placeOf(part, text, from) : text.indexOf(part, from)
    if (at < 0) return null
    if (start < 0) start = at
    from = at + part.length
  }
  return start < 0 ? null : text.slice(start, from)
}

/** The first place of a part with question marks; -1 if there is none. */
function placeOf(part: string, text: string, from: number): number {
  for (let at = from; at + part.length <= text.length; at++) {
    let length = 0
    while (length < part.length && (part[length] === '?' || part[length] === text[at + length])) length++
    if (length === part.length) return at
  }
  return -1
}
