import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random token of 256 bits, base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The hash of a token that is stored. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Compares in constant time. */
export function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
