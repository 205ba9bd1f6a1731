/** Symbol of the characters that folding removes: hyphen and underscore. */
export const skipSymbol = 0
/** Symbol of the characters that end a run: the dot and everything else that is neither a letter nor a digit. */
export const breakSymbol = 31
/** Width of one row of the automaton: symbols are 1 to 26, padded to a power of two. */
export const symbolCount = 32

/** The letter that each digit is read as. */
const digitLetters = 'olzeasgtbg'

/** Letters with two strokes, spelled as the two narrow letters that imitate them. */
const wideLetters: Record<string, string> = { m: 'rn', w: 'vv', d: 'cl' }

function symbolOf(letter: string): number {
  return letter.charCodeAt(0) - 0x60
}

function buildTables() {
  const first = new Uint8Array(128).fill(breakSymbol)
  const second = new Uint8Array(128)
  const light = new Uint8Array(128)
  first['-'.charCodeAt(0)] = skipSymbol
  first['_'.charCodeAt(0)] = skipSymbol
  for (let code = 0x61; code <= 0x7a; code++) {
    const letter = String.fromCharCode(code)
    const spelled = wideLetters[letter] ?? (letter === 'i' ? 'l' : letter)
    first[code] = symbolOf(spelled)
    if (spelled.length > 1) second[code] = symbolOf(spelled.charAt(1))
    light[code] = symbolOf(letter === 'i' ? 'l' : letter)
  }
  for (let digit = 0; digit <= 9; digit++) {
    const symbol = symbolOf(digitLetters.charAt(digit))
    first[0x30 + digit] = symbol
    light[0x30 + digit] = symbol
  }
  for (let code = 0x61; code <= 0x7a; code++) light[code - 0x20] = light[code]!
  return { first, second, light }
}

const tables = buildTables()

function buildWalkSymbols(): Uint8Array {
  const symbols = new Uint8Array(256).fill(breakSymbol)
  for (let code = 0; code < 128; code++) {
    const wide = wideLetters[String.fromCharCode(code)]
    symbols[code] = wide === undefined ? tables.first[code]! : code - 0x60
  }
  for (let code = 0x61; code <= 0x7a; code++) symbols[code - 0x20] = symbols[code]!
  return symbols
}

/**
 * The automaton symbol of each byte. It equals `foldFirst`, except that a wide letter has a symbol of its own (`m`, not `r` and `n`), which
 * the automaton follows as the two letters it is spelled with. Upper case is read as lower case.
 */
export const walkSymbols: Uint8Array = buildWalkSymbols()

/** The symbols of wide letters, each with the two symbols it is spelled with. */
export const wideSymbols: readonly (readonly [wide: number, first: number, second: number])[] = Object.entries(
  wideLetters,
).map(([letter, pair]) => [symbolOf(letter), symbolOf(pair.charAt(0)), symbolOf(pair.charAt(1))])

/**
 * First folded symbol of an ASCII code (lower case).
 *
 * Folding brings a name and a brand into one form: hyphens are dropped, digits become the letter they are read as (0→o, 1→l, 3→e …), `i`
 * and `l` become one symbol, and m, w and d are spelled as the pairs that imitate them (rn, vv, cl). Letters are only expanded and never
 * contracted, so a brand that is joined to a word (`twitter` + `now`) keeps its own letters.
 */
export const foldFirst: Uint8Array = tables.first
/** Second folded symbol of an ASCII code, 0 where it has only one. */
export const foldSecond: Uint8Array = tables.second
/** One-to-one folding (only digits, `i` and upper case), for counting edits; 0 for anything but letters and digits. */
export const foldLight: Uint8Array = tables.light

/**
 * The folded symbols of an ASCII text without its hyphens and dots.
 *
 * @param text lower case, e.g. `m1-x`
 * @returns e.g. the symbols of `rnlx`
 */
export function foldedSymbols(text: string): number[] {
  const symbols: number[] = []
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const symbol = code < 128 ? foldFirst[code]! : breakSymbol
    if (symbol === skipSymbol || symbol === breakSymbol) continue
    symbols.push(symbol)
    const next = foldSecond[code]!
    if (next !== 0) symbols.push(next)
  }
  return symbols
}

/** The first folded symbol of a character, or 0 for a character that folding removes. */
function symbolAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  const symbol = code < 128 ? foldFirst[code]! : breakSymbol
  return symbol === breakSymbol ? skipSymbol : symbol
}

/** True when two texts have the same folded symbols: digits for letters, `rn` for m and so on. */
export function foldAlike(a: string, b: string): boolean {
  let [atA, atB] = [0, 0]
  // The second symbol of a pair that is still to be compared, or 0.
  let [restA, restB] = [0, 0]
  for (;;) {
    let symbolA = restA
    restA = 0
    for (; symbolA === 0 && atA < a.length; atA++) {
      symbolA = symbolAt(a, atA)
      if (symbolA !== 0) restA = foldSecond[a.charCodeAt(atA)]!
    }
    let symbolB = restB
    restB = 0
    for (; symbolB === 0 && atB < b.length; atB++) {
      symbolB = symbolAt(b, atB)
      if (symbolB !== 0) restB = foldSecond[b.charCodeAt(atB)]!
    }
    if (symbolA !== symbolB) return false
    if (symbolA === 0) return true
  }
}

/**
 * The folded forms to search for a brand: its own form, and one more for each `m` written as `nn`.
 *
 * @param alias lower-case letters and digits, e.g. `docomo`
 * @returns one or more lists of symbols
 */
export function foldedForms(alias: string): number[][] {
  const forms = [foldedSymbols(alias)]
  for (let at = alias.indexOf('m'); at >= 0; at = alias.indexOf('m', at + 1)) {
    forms.push(foldedSymbols(`${alias.slice(0, at)}nn${alias.slice(at + 1)}`))
  }
  return forms
}

/** The text with its digits read as letters and nothing else changed, e.g. `c0inbase` → `coinbase`; `1` is read as `i` or `l`. */
export function lettersOfDigits(text: string, one: 'i' | 'l'): string {
  return text.replaceAll(/\d/g, (digit) => (digit === '1' ? one : digitLetters.charAt(Number(digit))))
}
