import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { openEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { addCompany } from '../../apps/server/src/features/companies/add-company.ts'
import { scanFeed } from '../../apps/server/src/features/intake/scans/scan-feed.ts'
import { treeCostOf } from './tree-cpu.ts'

const companyCount = 100
const brandsEach = 10
/** One line of so many imitates a brand. */
const oneOf = 50
const linesAtOnce = 10_000
const sayEvery = 100_000

/** What a scan took. */
interface ScanCost {
  lines: number
  companies: number
  brands: number
  added: number
  seconds: number
  /** CPU of this process and of the database. */
  cpuSeconds: number
  /** CPU of this process alone. */
  ownCpuSeconds: number
}

/** Scans a feed for a thousand brands of a hundred companies: one line of fifty imitates one of them, in no order of companies. */
export async function scanRows(count: number, say: (line: string) => void): Promise<ScanCost> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-bench-'))
  await chmod(directory, 0o711)
  const embedded = await openEmbeddedPostgres({ dataDir: directory })
  const database = openDatabase(embedded.connection)
  try {
    await migrate(database)
    for (let company = 0; company < companyCount; company += 1) {
      const { companyId } = await addCompany(database, { key: `bench-${company}`, name: `Bench ${company}` })
      await database.inCompanies([companyId], (tx) =>
        tx
          .insertInto('brands')
          .values(
            Array.from({ length: brandsEach }, (_, at) => {
              const name = brandName(company * brandsEach + at)
              return {
                company_id: companyId,
                id: randomUUID(),
                key: name,
                name,
                aliases: [],
                official: [`${name}.com`],
              }
            }),
          )
          .execute(),
      )
    }
    let shown = 0
    const parts = {
      database,
      feedAllow: [],
      stdin: Readable.from(chunksOf(count)),
      onProgress({ namesRead }: { namesRead: number }) {
        if (namesRead < shown + sayEvery) return
        shown = namesRead
        say(`${namesRead.toLocaleString('en')} lines …`)
      },
    }
    let added = 0
    const before = process.cpuUsage()
    const { wallSeconds, cpuSeconds } = await treeCostOf(async () => {
      const result = await scanFeed(parts, { scanId: randomUUID(), feed: '-' })
      added = result.threatsAdded
    })
    const { user, system } = process.cpuUsage(before)
    return {
      lines: count,
      companies: companyCount,
      brands: companyCount * brandsEach,
      added,
      seconds: Math.round(wallSeconds),
      cpuSeconds: Math.round(cpuSeconds),
      ownCpuSeconds: Math.round((user + system) / 1e6),
    }
  } finally {
    await database.close()
    await embedded.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu']

/** An invented name of eight letters, another one for each number below 10,000. */
function brandName(number: number): string {
  const digits = String(number).padStart(4, '0')
  return Array.from(digits, (digit) => syllables[Number(digit)]).join('')
}

function* chunksOf(count: number): Generator<string> {
  for (let from = 0; from < count; from += linesAtOnce) {
    const lines = Array.from({ length: Math.min(linesAtOnce, count - from) }, (_, at) => lineOf(from + at))
    yield `${lines.join('\n')}\n`
  }
}

function lineOf(n: number): string {
  const mixed = (n * 2_654_435_761) % 4_294_967_296
  return n % oneOf === 0
    ? `login-${brandName(mixed % (companyCount * brandsEach))}-${n}.example`
    : `shop${mixed.toString(36)}.example`
}
