/** A comparison of a pattern, e.g. `domain-name:value = 'a.example'`. */
export interface PatternComparison {
  /** The type of object and the path in it, e.g. `file:hashes.'SHA-256'`, without the quotes. */
  path: string
  /** In capital letters, e.g. `=`, `IN` or `MATCHES`. */
  operator: string
  isNegated: boolean
  /** Several for `IN`; none for `EXISTS`. */
  values: string[]
}

const tokenRule =
  /\s+|(?<text>'[^'\\]*(?:\\[^][^'\\]*)*')|(?<typed>[thb]'[^']*')|(?<operator><=|>=|!=|<>|==|[=<>])|(?<mark>[[\](),:.*])|(?<word>[A-Za-z0-9_+-]+(?:\.\d+)?)/y
const operators = new Set([
  '=',
  '==',
  '!=',
  '<>',
  '<',
  '>',
  '<=',
  '>=',
  'IN',
  'LIKE',
  'MATCHES',
  'ISSUBSET',
  'ISSUPERSET',
])
const depthMax = 100
/** Patterns with thousands of hashes are shorter. */
const patternMax = 1_000_000

type Token = { kind: 'text' | 'typed' | 'operator' | 'mark' | 'word'; text: string }

/**
 * Reads the comparisons of a pattern in their order. How they are joined (`AND`, `OR`, `FOLLOWEDBY`) and qualified (`WITHIN`, `REPEATS`,
 * `START`) is checked, but not returned.
 *
 * Source: STIX 2.1, section 9.
 *
 * @returns null if it is no valid pattern
 */
export function readStixPattern(pattern: string): PatternComparison[] | null {
  const tokens = pattern.length > patternMax ? null : tokensOf(pattern)
  if (tokens === null) return null
  try {
    return new PatternParser(tokens).read()
  } catch (error) {
    if (error instanceof InvalidPattern) return null
    throw error
  }
}

class InvalidPattern extends Error {
  override readonly name = 'InvalidPattern'
}

function tokensOf(pattern: string): Token[] | null {
  const tokens: Token[] = []
  tokenRule.lastIndex = 0
  while (tokenRule.lastIndex < pattern.length) {
    const { groups } = tokenRule.exec(pattern) ?? {}
    if (!groups) return null
    const { text, typed, operator, mark, word } = groups
    if (text !== undefined) tokens.push({ kind: 'text', text: text.slice(1, -1).replaceAll(/\\(['\\])/g, '$1') })
    else if (typed !== undefined) tokens.push({ kind: 'typed', text: typed.slice(2, -1) })
    else if (operator !== undefined) tokens.push({ kind: 'operator', text: operator })
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
  }
  return tokens
}

class PatternParser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0
  readonly #comparisons: PatternComparison[] = []

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  read(): PatternComparison[] {
    this.#readObservations()
    if (this.#at < this.#tokens.length) throw new InvalidPattern('something follows the pattern')
    return this.#comparisons
  }

  /** Observations: `[…] FOLLOWEDBY ([…] OR […]) WITHIN 5 SECONDS`. */
  #readObservations(): void {
    do {
      if (this.#take('mark', '(')) this.#nested(() => this.#readObservations(), ')')
      else {
        this.#expect('[')
        this.#nested(() => this.#readComparisons(), ']')
      }
      this.#readQualifiers()
    } while (this.#takeWord('AND', 'OR', 'FOLLOWEDBY'))
  }

  #readQualifiers(): void {
    for (;;) {
      if (this.#takeWord('REPEATS')) this.#expectWords(/^\d+$/, /^TIMES$/i)
      else if (this.#takeWord('WITHIN')) this.#expectWords(/^\d+(?:\.\d+)?$/, /^SECONDS$/i)
      else if (this.#takeWord('START')) {
        this.#readLiteral()
        this.#expectWords(/^STOP$/i)
        this.#readLiteral()
      } else return
    }
  }

  /** @param isExcluded whether the brackets around them are negated */
  #readComparisons(isExcluded = false): void {
    do {
      // `NOT` stands before an operator; some tools write it before the whole comparison, or before brackets.
      const isNegated = this.#takeWord('NOT') !== isExcluded
      if (this.#take('mark', '(')) this.#nested(() => this.#readComparisons(isNegated), ')')
      else this.#readComparison(isNegated)
    } while (this.#takeWord('AND', 'OR'))
  }

  #readComparison(isBefore: boolean): void {
    if (this.#takeWord('EXISTS')) {
      this.#comparisons.push({ path: this.#readPath(), operator: 'EXISTS', isNegated: isBefore, values: [] })
      return
    }
    const path = this.#readPath()
    const isNegated = this.#takeWord('NOT') !== isBefore
    const operator = this.#next().text.toUpperCase()
    if (!operators.has(operator)) throw new InvalidPattern('no operator')
    const values = operator === 'IN' ? this.#readList() : [this.#readLiteral()]
    this.#comparisons.push({ path, operator, isNegated, values })
  }

  /** A path such as `network-traffic:dst_ref.value` or `file:hashes.'SHA-256'`, or with an index: `a:b[*].c`. */
  #readPath(): string {
    let path = this.#nextOf('word').text
    this.#expect(':')
    path += `:${this.#readStep()}`
    for (;;) {
      if (this.#take('mark', '.')) path += `.${this.#readStep()}`
      else if (this.#take('mark', '[')) {
        path += `[${this.#next().text}]`
        this.#expect(']')
      } else return path
    }
  }

  #readStep(): string {
    const token = this.#next()
    if (token.kind !== 'word' && token.kind !== 'text') throw new InvalidPattern('no step of a path')
    return token.text
  }

  #readList(): string[] {
    this.#expect('(')
    const values: string[] = []
    do values.push(this.#readLiteral())
    while (this.#take('mark', ','))
    this.#expect(')')
    return values
  }

  #readLiteral(): string {
    const token = this.#next()
    if (token.kind === 'mark' || token.kind === 'operator') throw new InvalidPattern('no value')
    return token.text
  }

  #nested(read: () => void, end: string): void {
    this.#depth += 1
    if (this.#depth > depthMax) throw new InvalidPattern('too many brackets')
    read()
    this.#expect(end)
    this.#depth -= 1
  }

  #next(): Token {
    const token = this.#tokens[this.#at]
    if (!token) throw new InvalidPattern('the pattern ends early')
    this.#at += 1
    return token
  }

  #nextOf(kind: Token['kind']): Token {
    const token = this.#next()
    if (token.kind !== kind) throw new InvalidPattern(`no ${kind}`)
    return token
  }

  #take(kind: Token['kind'], text: string): boolean {
    const token = this.#tokens[this.#at]
    const isTaken = token?.kind === kind && token.text === text
    if (isTaken) this.#at += 1
    return isTaken
  }

  #takeWord(...words: string[]): boolean {
    const token = this.#tokens[this.#at]
    const isTaken = token?.kind === 'word' && words.includes(token.text.toUpperCase())
    if (isTaken) this.#at += 1
    return isTaken
  }

  #expect(mark: string): void {
    if (!this.#take('mark', mark)) throw new InvalidPattern(`no ${mark}`)
  }

  #expectWords(...rules: RegExp[]): void {
    for (const rule of rules) if (!rule.test(this.#nextOf('word').text)) throw new InvalidPattern('no qualifier')
  }
}
