import { Stream } from 'node:stream'
import { AppError } from '../../errors.ts'
import type { Limits } from '../limits/limits.ts'

/**
 * Checks the entire input of a request before any of it is used.
 *
 * @param input by part, e.g. `{ query, body }`
 * @throws AppError `BAD_REQUEST` naming the field if a text contains NUL or half a character (PostgreSQL refuses both, also inside JSON),
 *   or if it is nested too deep or has too many keys
 */
export function checkInput(limits: Pick<Limits, 'jsonDepth' | 'jsonKeys'>, input: Record<string, unknown>): void {
  // Traversed without recursion, because deeply nested input must not exhaust the stack.
  const waiting = Object.entries(input).map(([path, value]) => ({ path, value, depth: 0 }))
  let keys = 0
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { path, value, depth } = place
    if (typeof value === 'string') {
      if (!isClean(value)) throw new AppError('TEXT_NOT_CLEAN', {}, { at: path })
      continue
    }
    if (!isPlain(value)) continue
    if (depth >= limits.jsonDepth) throw new AppError('TOO_DEEP', { max: limits.jsonDepth }, { at: partOf(path) })
    for (const [key, inner] of Object.entries(value)) {
      keys += 1
      if (keys > limits.jsonKeys) throw new AppError('TOO_MANY_KEYS', { max: limits.jsonKeys }, { at: partOf(path) })
      if (!isClean(key)) throw new AppError('NAME_NOT_CLEAN', {}, { at: path })
      waiting.push({ path: `${path}.${key}`, value: inner, depth: depth + 1 })
    }
  }
}

/** Values parsed from JSON, a form or a URL; bytes and streams are checked by their handlers. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Stream)
}

const isClean = (text: string) => !text.includes('\0') && text.isWellFormed()

const partOf = (path: string) => path.split('.', 1)[0] ?? ''
