/** Whitespace, a complete string, another complete scalar, or one structural character (RFC 8259). */
const token =
  /(?<blank>[ \t\r\n]+)|(?<string>"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?<scalar>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|(?<mark>[{}[\],:])/uy
/** The rest of a token if the text was cut off within it. */
const cutToken = /^(?:"(?:[^"\\\p{Cc}]|\\.)*\\?|[a-z]{1,4}|-)$/u

/** What can follow at a position: a value (at the beginning of an array also its end), a key, a colon, or what follows a value. */
type Place = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'next'
const ends = { '{': '}', '[': ']' } as const

/**
 * Whether a text is JSON, or a sequence of objects and arrays (JSON Lines), as far as it goes.
 *
 * @param isCut the text is the beginning of a longer one and may end anywhere
 */
export function isJsonHead(text: string, isCut: boolean): boolean {
  const open: (keyof typeof ends)[] = []
  let place: Place | null = 'value'
  let tokens = 0
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at
    const { blank, string, mark } = token.exec(text)?.groups ?? {}
    if (token.lastIndex === 0) return isCut && tokens > 0 && cutToken.test(text.slice(at))
    if (blank !== undefined) continue
    tokens += 1
    if (mark !== undefined) place = afterMark(place, mark, open)
    else if (string !== undefined && (place === 'key' || place === 'keyOrEnd')) place = 'colon'
    // Only objects and arrays are accepted at the top level: a number or word there begins a line of another format.
    else place = open.length > 0 && (place === 'value' || place === 'valueOrEnd') ? 'next' : null
    if (place === null) return false
  }
  return tokens > 0 && (isCut || open.length === 0)
}

function afterMark(place: Place, mark: string, open: (keyof typeof ends)[]): Place | null {
  const inside = open.at(-1)
  if (mark === '{' || mark === '[') {
    if (place !== 'value' && place !== 'valueOrEnd') return null
    open.push(mark)
    return mark === '{' ? 'keyOrEnd' : 'valueOrEnd'
  }
  if (mark === ':') return place === 'colon' ? 'value' : null
  if (mark === ',') return place !== 'next' ? null : inside === '{' ? 'key' : 'value'
  const isEmpty = place === (mark === '}' ? 'keyOrEnd' : 'valueOrEnd')
  if (inside === undefined || ends[inside] !== mark || (place !== 'next' && !isEmpty)) return null
  open.pop()
  return open.length > 0 ? 'next' : 'value'
}
