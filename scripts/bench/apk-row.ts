import { randomFillSync } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { appVerdict, compileWatch, judgeAppFile } from '@signet/detection'
import { signJar } from '@signet/readers/test/make-apps'
import { makeSigner } from '@signet/readers/test/make-signed'
import { readApk } from '@signet/readers/apk/apk'
import { makeZip, type MadeEntry } from '@signet/readers/test/make-zip'
import { Zip } from '@signet/readers/zip'
import { readApp } from '../../apps/server/src/features/app-files/read-app.ts'
import { cpuSecondsOf, mediansOf, type Row } from './measure.ts'
import { treeCostOf } from './tree-cpu.ts'

const megabyte = 1_000_000
const sample = path.resolve(import.meta.dirname, '../../packages/readers/test/apk/northwind-fake-homoglyph-label.apk')
const entryMax = 16 * megabyte
const rounds = 5

/** The sample with code and pictures added until it has 50 MB, signed as a JAR: then every entry is read and hashed. */
function largeApk(): Buffer {
  const zip = new Zip(fs.readFileSync(sample))
  const own = zip.entries
    .filter(({ name }) => !name.startsWith('META-INF/'))
    .map((entry): MadeEntry => ({ name: entry.name, bytes: zip.read(entry, entryMax) }))
  const stored = Array.from({ length: 40 }, (_, at): MadeEntry => {
    const bytes = randomFillSync(Buffer.alloc(megabyte))
    return { name: `assets/picture-${at}.webp`, bytes, method: 0 }
  })
  // Deflated to about half, with addresses as code has them.
  const code = Array.from({ length: 4 }, (_, at): MadeEntry => {
    const lines = Array.from({ length: 60_000 }, (__, n) => `\0Lorg/example/part${at}/Class${(n * 7919) % 60_000};`)
    const text = `${lines.join('')}\0https://api-${at}.northwind-login.test/v1\0`
    return {
      name: `classes${at + 2}.dex`,
      bytes: Buffer.concat([Buffer.from(text), randomFillSync(Buffer.alloc(2 * megabyte))]),
    }
  })
  return makeZip(signJar([...own, ...stored, ...code], makeSigner('Somebody', 'Apps')))
}

/** The verdict on the file of an app, with the process that reads it. Linux. */
export async function apkRows(): Promise<Row[]> {
  const bytes = largeApk()
  const brand = { key: 'northwind', name: 'Northwind Bank', aliases: ['northwind'], official: ['northwindbank.com'] }
  const watch = compileWatch({
    brands: [{ ...brand, handles: [], phones: [], accounts: [] }],
    domains: [],
    people: [],
    apps: [{ name: 'Northwind Bank', packageName: 'com.northwindbank.mobile', signerSha256: ['ab'.repeat(32)] }],
    partners: [],
  })
  const official = {
    packages: ['com.northwindbank.mobile'],
    labels: ['Northwind Bank'],
    certificateSha256s: ['ab'.repeat(32)],
    iconHashes: [],
  }
  const verdict = async () => {
    const { cpuSeconds } = await treeCostOf(async () => {
      const read = await readApp(Readable.from([bytes]))
      if (read.state !== 'read') throw new Error(`The app is ${read.reason}`)
      if (appVerdict(read.facts, official).state !== 'impersonates') throw new Error('No impersonation was found')
      judgeAppFile(watch, read.facts, official, { fields: {}, logoAgreement: null })
    })
    return cpuSeconds
  }
  const reading = () => cpuSecondsOf(() => void readApk(bytes))
  const [seconds = 0, readSeconds = 0] = await mediansOf(rounds, [verdict, reading])
  return [
    {
      name: `verdict on an app of ${Math.round(bytes.length / megabyte)} MB`,
      unit: 'apps',
      perSecond: 1 / seconds,
      reference: null,
      note: `${seconds.toFixed(2)} s of CPU for each, of which reading takes ${readSeconds.toFixed(2)}; the goal is 1`,
    },
  ]
}
