import { confusables } from '../names/confusables.ts'
import { encodePunycode } from '../names/punycode.ts'

/** Rows of a keyboard; the neighbours of a key are those next to it and those above and below it. */
const keyboards = [
  ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['1234567890', 'qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
  ['1234567890', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
]

function buildNeighbours(): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>()
  for (const rows of keyboards) {
    for (const [row, keys] of rows.entries()) {
      for (const [column, key] of Array.from(keys).entries()) {
        // Each row is half a key to the right of the one above.
        const near = [keys[column - 1], keys[column + 1], rows[row - 1]?.[column], rows[row - 1]?.[column + 1]]
        near.push(rows[row + 1]?.[column - 1], rows[row + 1]?.[column])
        const all = found.get(key) ?? new Set<string>()
        for (const other of near) if (other !== undefined) all.add(other)
        found.set(key, all)
      }
    }
  }
  return new Map([...found].map(([key, all]) => [key, [...all].join('')]))
}

/** Keys next to each key on an English, German or French keyboard. */
export const neighbourKeys: ReadonlyMap<string, string> = buildNeighbours()

/** ASCII characters that are read as others: the original, and what can replace it. */
export const asciiLookAlikes: readonly (readonly [written: string, lookAlikes: readonly string[]])[] = [
  ['m', ['rn', 'nn']],
  ['w', ['vv', 'uu']],
  ['d', ['cl']],
  ['l', ['1', 'i']],
  ['i', ['1', 'l', 'j']],
  ['o', ['0']],
  ['rn', ['m']],
  ['nn', ['m']],
  ['cl', ['d']],
  ['vv', ['w']],
  ['g', ['q', '9']],
  ['q', ['g']],
  ['u', ['v']],
  ['v', ['u']],
  ['b', ['lb', 'd']],
  ['h', ['lh']],
  ['k', ['lk', 'lc']],
  ['ci', ['a']],
  ['f', ['t']],
  ['t', ['f']],
  ['j', ['i']],
]

/** Digits that are read as letters. */
export const letterDigits: ReadonlyMap<string, string> = new Map(
  Object.entries({ o: '0', i: '1', l: '1', e: '3', a: '4', s: '5', t: '7', b: '8', g: '9', z: '2' }),
)

/** True for a character that a registry may allow in a name: no browser maps it to another (UTS #46). */
function isRegistrable(character: string): boolean {
  const label = `a${character}a`
  const host = URL.parse(`http://${label}.com`)?.hostname
  return host === `xn--${encodePunycode(label)}.com`
}

/** The Unicode look-alikes of letters, with Cyrillic ones separate. */
export interface LookAlikes {
  /** Cyrillic look-alikes, by letter. */
  readonly cyrillic: ReadonlyMap<string, readonly string[]>
  /** All other look-alikes, by letter: Greek, Latin with marks, and more. */
  readonly others: ReadonlyMap<string, readonly string[]>
}

/** Combining marks, the least noticeable first. */
const marks = ['\u0301', '\u0300', '\u0323', '\u0308', '\u0302', '\u0327', '\u0307', '\u0328', '\u0303', '\u0304']

let lookAlikes: LookAlikes | null = null

/** The Unicode look-alikes of letters and digits that are allowed in a name; built on the first call. */
export function unicodeLookAlikes(): LookAlikes {
  lookAlikes ??= buildLookAlikes()
  return lookAlikes
}

function put(map: Map<string, string[]>, letter: string, character: string): void {
  if (!isRegistrable(character)) return
  const list = map.get(letter)
  if (!list) map.set(letter, [character])
  else if (!list.includes(character)) list.push(character)
}

function buildLookAlikes(): LookAlikes {
  const cyrillic = new Map<string, string[]>()
  const others = new Map<string, string[]>()
  for (let code = 0x61; code <= 0x7a; code++) {
    const letter = String.fromCharCode(code)
    for (const mark of marks) {
      const marked = `${letter}${mark}`.normalize('NFC')
      if (marked.length === 1) put(others, letter, marked)
    }
  }
  for (const [character, letter] of confusables) {
    put(/\p{Script=Cyrillic}/u.test(character) ? cyrillic : others, letter, character)
  }
  return { cyrillic, others }
}
