import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { passwordLength } from '@signet/contract/access/credentials'
import { causeOf } from '@signet/contract/errors/program-errors'
import { AppError } from '../../errors.ts'
import { commonPasswords } from './common-passwords.ts'

/*
 * Breached passwords are looked up as in the public range files: by the first five hex digits of the SHA-1, then the rest in the list of
 * that range. No data leaves the machine.
 */

const prefixLength = 5

/** The ranges of the bundled list: prefix and suffixes. Built on first use, which takes some milliseconds. */
let shipped: Map<string, Set<string>> | undefined

/**
 * Why this password isn't allowed, as text that follows its field name; null if it is allowed.
 *
 * @param directory a folder with one file for each range, `ABCDE` or `ABCDE.txt`, of lines `<35 hex digits>:<count>`; null for none
 */
export async function weaknessOf(
  password: string,
  at: string,
  email: string,
  directory: string | null,
): Promise<AppError | null> {
  if (password.length < passwordLength.min) return new AppError('TEXT_TOO_SHORT', { min: passwordLength.min }, { at })
  if (password.length > passwordLength.max) return new AppError('TEXT_TOO_LONG', { max: passwordLength.max }, { at })
  if (!password.isWellFormed()) return new AppError('TEXT_NOT_CLEAN', {}, { at })
  if (password.toLowerCase() === email.toLowerCase()) return new AppError('PASSWORD_IS_ADDRESS', {}, { at })
  return (await isBreached(password, directory)) ? new AppError('PASSWORD_BREACHED', {}, { at }) : null
}

/** Whether a password is in the bundled list, ignoring case, or in the range files exactly as given. */
export async function isBreached(password: string, directory: string | null): Promise<boolean> {
  shipped ??= rangesOf(commonPasswords())
  const small = sha1(password.toLowerCase())
  if (shipped.get(small.prefix)?.has(small.rest)) return true
  if (!directory) return false
  const { prefix, rest } = sha1(password)
  return (await readRange(directory, prefix)).toUpperCase().includes(rest)
}

function rangesOf(passwords: Iterable<string>): Map<string, Set<string>> {
  const ranges = new Map<string, Set<string>>()
  for (const password of passwords) {
    const { prefix, rest } = sha1(password)
    const range = ranges.get(prefix)
    if (range) range.add(rest)
    else ranges.set(prefix, new Set([rest]))
  }
  return ranges
}

function sha1(text: string): { prefix: string; rest: string } {
  // SHA-1 isn't used for security here: the range files are based on it.
  const hex = createHash('sha1').update(text).digest('hex').toUpperCase()
  return { prefix: hex.slice(0, prefixLength), rest: hex.slice(prefixLength) }
}

/** The file of a range; empty if the folder doesn't contain it, e.g. after a partial download. */
async function readRange(directory: string, prefix: string): Promise<string> {
  for (const name of [prefix, `${prefix}.txt`]) {
    try {
      return await fs.readFile(path.join(directory, name), 'utf8')
    } catch (error) {
      if (causeOf(error).code !== 'ENOENT') throw error
    }
  }
  return ''
}
