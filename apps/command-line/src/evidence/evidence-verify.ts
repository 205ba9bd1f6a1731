import { openAsBlob } from 'node:fs'
import fs from 'node:fs/promises'
import { keyOfPem, verifyPack, type PackReport } from '@signet/contract/takedowns/evidence-pack'
import { PackError } from '@signet/contract/takedowns/pack-archive'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { asOneLine } from '@signet/server/features/mail/mail-address'
import { print, type CommonOptions } from '../command/command.ts'

interface EvidenceVerifyOptions extends CommonOptions {
  /** Path of the archive. */
  pack: string
  /** Path of a file with public keys. */
  key?: string
}

const lineMax = 300
const lineOf = (text: string) => asOneLine(text, lineMax)

/**
 * Verifies an evidence pack and prints a line for each file, then one for the pack.
 *
 * @throws ProgramError if a file was changed, is missing or was added, or the pack was signed with another key
 */
export async function evidenceVerify(options: EvidenceVerifyOptions): Promise<void> {
  const keys = options.key === undefined ? undefined : await readKeys(options.key)
  const report = await verified(options.pack, keys)
  const wrong = report.files.filter(({ result }) => result !== 'unchanged')
  const { stdout } = options.terminal
  const isForReading = stdout.isTTY && !options.json
  for (const file of isForReading ? wrong : report.files) print(options, file, `${file.result}: ${lineOf(file.path)}`)
  const { isIntact, signature, keyId, manifest, manifestSha256, timestamp } = report
  const { company, sequence, madeAt, madeBy, previousManifestSha256, takedown } = manifest ?? {}
  print(
    options,
    {
      ok: isIntact,
      signature,
      keyId,
      isKeyGiven: keys !== undefined,
      company,
      takedown,
      sequence,
      madeAt,
      madeBy,
      manifestSha256,
      previousManifestSha256,
      timestamp,
    },
    wordsOf(report, keys !== undefined),
  )
  const [first] = wrong
  if (first) throw new ProgramError('PACK_CHANGED', { ...first, path: lineOf(first.path), others: wrong.length - 1 })
  if (signature === 'otherKey') throw new ProgramError('PACK_OF_OTHER_KEY', { keyId: keyId ?? '' })
}

function wordsOf({ manifest, files, keyId, timestamp }: PackReport, isKeyGiven: boolean): string {
  if (!manifest) return 'The manifest is not authentic.'
  const { company, sequence, madeAt, madeBy } = manifest
  return [
    `Pack ${sequence} of ${lineOf(company)}, made ${lineOf(madeAt)} by ${lineOf(madeBy)}: ${files.length} files checked.`,
    ...(timestamp
      ? [
          `Timestamp: ${timestamp.at} by ${lineOf(timestamp.authority)}, certificate ${timestamp.certificateSha256}. Check that you trust this authority.`,
        ]
      : []),
    `Key: ${keyId}`,
    ...(isKeyGiven
      ? []
      : ['The key is the one in the pack. Compare it with the key that the sender publishes (--key).']),
  ].join('\n')
}

async function verified(file: string, keys: Uint8Array<ArrayBuffer>[] | undefined): Promise<PackReport> {
  try {
    await fs.access(file, fs.constants.R_OK)
    return await verifyPack(await openAsBlob(file), keys)
  } catch (error) {
    if (error instanceof PackError)
      throw new ProgramError('PACK_REFUSED', { why: error.reason, entry: lineOf(error.entry ?? '') })
    const code = causeOf(error).code || 'unreadable'
    throw new ProgramError('PACK_UNREADABLE', { file, code }, { cause: error })
  }
}

/** The public keys in a file: one in PEM, or those that an installation publishes. */
async function readKeys(file: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const text = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    throw new ProgramError('PACK_UNREADABLE', { file, code: causeOf(error).code })
  })
  const keys = pemsIn(text).map(keyOfPem)
  const found = keys.filter((key) => key !== null)
  if (found.length === 0 || found.length < keys.length) throw new ProgramError('PACK_KEY_INVALID', { file })
  return found
}

function pemsIn(text: string): string[] {
  if (!text.trimStart().startsWith('{')) return [text]
  try {
    const { keys }: { keys: { publicKey: string }[] } = JSON.parse(text)
    return keys.map(({ publicKey }) => publicKey)
  } catch {
    // Reported as a file without a key.
    return []
  }
}
