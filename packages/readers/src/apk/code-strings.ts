import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'
import type { Zip } from '../zip.ts'
import { mebibyte } from '../mebibyte.ts'

/** What the code of an app names: where it connects to, and secrets that nobody should find in it. */
export interface CodeStrings {
  /** Hosts of http and https addresses, unique and sorted, at most 500. */
  hosts: string[]
  secrets: { type: SecretType; start: string }[]
}

export type SecretType = 'privateKey' | 'awsAccessKey' | 'googleApiKey'

const codeMax = 64 * mebibyte
const allCodeMax = 256 * mebibyte
const hostsMax = 500
const secretsMax = 100
const address = /https?:\/\/([\w.-]{1,253}\.[a-z]{2,63}|\d{1,3}(?:\.\d{1,3}){3})(?![\w.-])/gi
const secrets: Record<SecretType, RegExp> = {
  privateKey: /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/g,
  awsAccessKey: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g,
  googleApiKey: /\bAIza[\w-]{35}\b/g,
}

const isDex = (name: string) => /^classes\d*\.dex$/.test(name)

/** Searches the code of an app, in which texts stand as they are: `classes.dex` and those after it, or the files that are named. */
export function codeStringsOf(zip: Zip, flags: Set<string>, isCode: (name: string) => boolean = isDex): CodeStrings {
  const hosts = new Set<string>()
  const found = new Map<string, { type: SecretType; start: string }>()
  let total = 0
  for (const entry of zip.entries.filter(({ name }) => isCode(name))) {
    const code = readCode(() => zip.read(entry, codeMax), flags)
    total += code.length
    if (total > allCodeMax) break
    for (const [, host] of code.matchAll(address)) if (host && hosts.size < hostsMax) hosts.add(host.toLowerCase())
    for (const type of secretTypes) {
      for (const [text] of code.matchAll(secrets[type]))
        if (found.size < secretsMax) found.set(`${type} ${text}`, { type, start: text.slice(0, 12) })
    }
  }
  return { hosts: [...hosts].toSorted(), secrets: [...found.values()] }
}

const secretTypes: readonly SecretType[] = ['privateKey', 'awsAccessKey', 'googleApiKey']

function readCode(read: () => Buffer, flags: Set<string>): string {
  try {
    return read().toString('latin1')
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    flags.add(error.reason === 'tooLarge' ? 'entryTooLarge' : 'damagedEntry')
    return ''
  }
}
