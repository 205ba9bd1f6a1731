import { Buffer } from 'node:buffer'
import { createHash, hash } from 'node:crypto'
import type { ContentDigest } from './signature-algorithms.ts'
import type { Zip } from '../zip.ts'
import { mebibyte } from '../mebibyte.ts'

const chunkSize = mebibyte
const blockSize = 4096
const salt = Buffer.alloc(8)

/**
 * The digest of an app that its signers sign: of the content, the directory and the end record, without the signing block.
 * Source: source.android.com/docs/security/features/apksigning/v2, "Integrity-protected contents".
 *
 * @param blockOffset where the signing block starts
 */
export function contentDigest({ bytes, layout }: Zip, blockOffset: number, kind: ContentDigest): Buffer {
  const end = Buffer.from(bytes.subarray(layout.endOffset))
  // The end record counts as if there were no signing block.
  end.writeUInt32LE(blockOffset, 16)
  const sections = [bytes.subarray(0, blockOffset), bytes.subarray(layout.directoryOffset, layout.endOffset), end]
  return kind === 'verity' ? verityDigest(sections) : chunkedDigest(sections, kind)
}

function chunkedDigest(sections: readonly Buffer[], kind: 'sha256' | 'sha512'): Buffer {
  const digests: Buffer[] = []
  for (const section of sections) {
    for (let at = 0; at < section.length; at += chunkSize) {
      const chunk = section.subarray(at, at + chunkSize)
      digests.push(createHash(kind).update(prefix(0xa5, chunk.length)).update(chunk).digest())
    }
  }
  const whole = createHash(kind).update(prefix(0x5a, digests.length))
  for (const digest of digests) whole.update(digest)
  return whole.digest()
}

function prefix(mark: number, length: number): Buffer {
  const bytes = Buffer.alloc(5, mark)
  bytes.writeUInt32LE(length, 1)
  return bytes
}

/** The root of a tree of hashes of 4096-byte blocks, and the length of the data. */
function verityDigest(sections: readonly Buffer[]): Buffer {
  let level: Buffer = Buffer.concat(sections)
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(level.length))
  do level = hashBlocks(level)
  while (level.length > 32)
  return Buffer.concat([level, length])
}

function hashBlocks(data: Buffer): Buffer {
  const hashes: Buffer[] = []
  for (let at = 0; at < data.length; at += blockSize) {
    const block = Buffer.alloc(blockSize)
    data.copy(block, 0, at, at + blockSize)
    hashes.push(hash('sha256', Buffer.concat([salt, block]), 'buffer'))
  }
  return Buffer.concat(hashes)
}
