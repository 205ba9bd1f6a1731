import { readLoginLine } from './read-login-line.ts'

/** One block of a stealer's password file. */
export interface StealerLogin {
  url?: string
  username?: string
  password?: string
}

type Field = 'software' | 'url' | 'username' | 'password'

const fieldOf: Record<string, Field> = {
  soft: 'software',
  software: 'software',
  browser: 'software',
  application: 'software',
  storage: 'software',
  profile: 'software',
  url: 'url',
  host: 'url',
  hostname: 'url',
  username: 'username',
  user: 'username',
  login: 'username',
  usr: 'username',
  'user login': 'username',
  password: 'password',
  pass: 'password',
  'user password': 'password',
}
/** Digits that disguise letters in keys. */
const folded: Record<string, string> = { 4: 'a', 5: 's', 0: 'o', 1: 'l', 3: 'e' }
const fieldLine = /^[ \t]*([a-z0-9][a-z0-9 ]{1,14}?)[ \t]*:(.*)$/is
const separator = /^\s*(?:[=\-_*~]{8,}|={3,}[^=]+={3,})\s*$/
const bracketed = /^\s*\["[^"]*" = "[^"]*"\]\s*$/
const advertising = /^\s*(?:seller|log tools|free logs)\s*:/i

function keyOf(written: string): Field | undefined {
  const key = written.toLowerCase().replaceAll(/[45013]/g, (digit) => folded[digit] ?? digit)
  return fieldOf[key]
}

/** Parses blocks of `URL:`, `Username:`, `Password:` lines in the layouts of the known stealer families, line by line. */
export class StealerBlocks {
  #block: Partial<Record<Field, string>> & { seen: Set<string> } = { seen: new Set() }
  #hasField = false

  /** Whether nothing is pending, so that reading could continue here later. */
  get isBetween(): boolean {
    return this.#block.seen.size === 0
  }

  /** @returns the block that this line completed, if any */
  line(text: string): StealerLogin | null {
    if (text.trim() === '' || separator.test(text) || bracketed.test(text)) return this.end()
    if (advertising.test(text)) return null
    const [, written, content] = fieldLine.exec(text) ?? []
    const field = written === undefined ? undefined : keyOf(written)
    if (written === undefined || content === undefined || !field) {
      if (this.#block.password !== undefined && this.#block.seen.has('password')) this.#block.password += `\n${text}`
      // A password file without any field is a list.
      else if (!this.#hasField) return readLoginLine(text)
      return null
    }
    this.#hasField = true
    const key = written.toLowerCase()
    const name = field === 'software' ? key : field
    const ended = this.#block.seen.has(name) ? this.end() : null
    this.#block.seen.add(name)
    const value = content.replace(/^[ \t]+/, '')
    this.#block[field] = field === 'password' ? value : value.trimEnd()
    return ended
  }

  /** Completes the open block at a separator or the end of the file. */
  end(): StealerLogin | null {
    const { url, username, password, seen } = this.#block
    this.#block = { seen: new Set() }
    if (seen.size === 0 || password === undefined || !(url || username || password)) return null
    return { ...(url ? { url } : {}), ...(username ? { username } : {}), password }
  }
}

/** Whether the beginning of a file looks like blocks. */
export function looksLikeBlocks(beginning: string): boolean {
  const fields = beginning.split(/\r\n|\n|\r/).map((line) => fieldLine.exec(line)?.[1])
  const found = new Set(fields.map((key) => (key === undefined ? undefined : keyOf(key))))
  return found.has('password') && (found.has('url') || found.has('username'))
}
