import { dayMs } from '@signet/contract/time'
import { eachAlone, eachCompanyAlone, type AloneParts } from '../../app/each-alone.ts'
import type { LookUpSettings } from '../../app/settings.ts'
import type { Database } from '../../db/database.ts'
import type { FileStore } from '../../files/file-store.ts'
import { store, visit } from '../captures/run-capture.ts'
import { holdBytes } from '../evidence/files.queries.ts'
import { companiesWithPages, hostsToCapture, putOfficialPage, type BrandHost } from './official-pages.queries.ts'

/** Impostors copy the pages that customers use most; those of further domains are usually the same. */
const perBrand = 3
/** One run must end before the next one starts. */
const perRun = 5

interface Parts extends AloneParts {
  database: Database
  files: FileStore
  settings: LookUpSettings
  signal: AbortSignal
}

/**
 * Captures the front pages of the brands' official domains that were not captured for a day, so that pages are compared with today's.
 *
 * @throws AggregateError after the last company, if pages couldn't be kept
 */
export async function captureOfficialPages(parts: Parts, now: Date): Promise<void> {
  const { database } = parts
  const since = new Date(now.getTime() - dayMs)
  let left = perRun
  await eachCompanyAlone(parts, await companiesWithPages(database), async (companyId) => {
    if (left === 0) return
    const due = await database.inCompanies([companyId], (tx) =>
      hostsToCapture(tx, companyId, { since, perBrand, max: left }),
    )
    await eachAlone(parts, due, toNames, async (one) => {
      if (left === 0) return
      left -= 1
      // Without a working browser, nothing is known about the pages: the next run tries again.
      if (!(await captureOne(parts, companyId, one, now))) left = 0
    })
  })
}

const toNames = ({ host }: BrandHost) => ({ host })

/** @returns false without a browser */
async function captureOne(parts: Parts, companyId: number, one: BrandHost, now: Date): Promise<boolean> {
  const { database, files, settings } = parts
  // Without exits: its own customers see the page from everywhere.
  const own = { ...settings, capture: { ...settings.capture, exits: [] } }
  const visits = await visit({ ...parts, settings: own }, `http://${one.host}/`)
  if (typeof visits === 'string') return false
  const shown = visits.filter(({ facts }) => showsPage(facts.hops.at(-1)))
  const pieces = (await store(files, shown)).flatMap((kept) => kept.pieces)
  const needed = pieces.filter(({ name }) => /-(?:view\.png|page\.html|visit\.json)$/.test(name))
  await database.inCompanies([companyId], async (tx) => {
    for (const piece of needed) await holdBytes({ tx, files }, piece)
    await putOfficialPage(tx, companyId, one, needed, now)
  })
  return true
}

/** Whether the visit ended on a page, not on an error. */
const showsPage = (last: { status: number | null } | undefined) =>
  last !== undefined && (last.status === null || last.status < 400)
