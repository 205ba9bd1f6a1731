import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { entriesOfTile, observationsOf } from '@signet/connectors'
import { makeCertificate } from '../../../packages/connectors/test/certificates.ts'
import { FakeCtLog } from '../../../packages/connectors/test/fake-ct-log.ts'
import { required } from '../../../packages/contract/src/narrow.ts'
import { compileAssets } from '@signet/detection'
import { findingsAmong } from '../../../apps/server/src/features/intake/brands/watched-brands.ts'
import { cpuSecondsOf, mediansOf, type Row } from '../measure.ts'
import { fewBrands, inventedBrands } from './names.ts'

const width = 256
/** Number of tiles in a round, because the CPU clock has a coarse resolution. */
const times = 100
/** Fewer are enough for the slower reference. */
const referenceTimes = 2
const rounds = 5

/** A data tile of a public log if the samples are available, otherwise one with generated certificates. */
function aTile(): { bytes: Buffer; what: string } {
  const sample = path.resolve(
    import.meta.dirname,
    '../../../../shared/data/formats/certificate-transparency/static-ct/tile/data/000',
  )
  if (existsSync(sample)) return { bytes: readFileSync(sample), what: 'a tile of a public log' }
  const log = new FakeCtLog('bench')
  for (let n = 0; n < width; n += 1) {
    const names = [`shop-${n}.garden.example`, `www.shop-${n}.garden.example`]
    log.add(makeCertificate({ names }), names)
  }
  return { bytes: required(log.tile('data', 0, width), 'a tile'), what: 'a tile made here' }
}

/** Compares reading names and dates from a data tile, and matching them, with Node's parser on the same certificates. */
export async function ctRows(): Promise<Row[]> {
  const { bytes, what } = aTile()
  const brands = [...fewBrands, ...inventedBrands(42 - fewBrands.length)]
  const index = compileAssets(brands.map((brand) => ({ ...brand, owner: 'bench' })))
  const certificates = entriesOfTile(bytes, 0, 0, width).entries.map(({ certificate }) =>
    required(certificate, 'a certificate'),
  )
  const read = (hashes: boolean) => entriesOfTile(bytes, 0, 0, width, hashes).entries
  let names = 0
  const match = (hashes: boolean) => {
    const observations = observationsOf({ description: 'bench' }, read(hashes))
    names = observations.length
    findingsAmong(index, observations)
  }
  const works = [
    { name: 'CT: names, dates, serial and issuer', run: () => read(false), times },
    { name: 'CT: and matched with 42 brands', run: () => match(false), times },
    { name: 'CT: and the leaves hashed', run: () => match(true), times },
    {
      name: 'X509Certificate: the same',
      run: () => {
        for (const certificate of certificates) {
          const node = new X509Certificate(certificate)
          // The subject, which contains the common name, may be empty.
          if (
            [node.subject, node.subjectAltName, node.validFrom, node.validTo, node.serialNumber, node.issuer].length !==
            6
          )
            throw new Error('unreachable')
        }
      },
      times: referenceTimes,
    },
  ]
  const seconds = await mediansOf(
    rounds,
    works.map(
      (work) => () =>
        cpuSecondsOf(() => {
          for (let time = 0; time < work.times; time += 1) work.run()
        }),
    ),
  )
  const rates = works.map((work, at) => (width * work.times) / seconds[at]!)
  const reference = { name: works[3]!.name, perSecond: rates[3]! }
  return works.slice(0, 3).map(({ name }, at) => ({
    name,
    unit: 'entries',
    perSecond: rates[at]!,
    reference,
    note: `${what}: ${width} entries, ${names} names, ${(bytes.length / 1024).toFixed(0)} KiB; CPU time`,
  }))
}
