import type { Assets } from '@signet/contract/companies/assets'
import type { Words } from '@signet/contract/wire'
import type { SourceFields } from '@signet/contract/threats/sources'
import { appVerdict, compileWatch, judgeAppFile, type OfficialApps } from '@signet/detection'
import type { JobParts, JobRun } from '../../app/jobs.ts'
import type { Tx } from '../../db/database.ts'
import { findAssets, findBrandIds } from '../assets/assets.queries.ts'
import { logoBytes } from '../assets/logo-bytes.ts'
import { readPictures } from '../evidence/pictures/read-pictures.ts'
import { appFileRetries } from './app-files.jobs.ts'
import { endReading, findAppFile, ownIconHashes } from './app-files.queries.ts'
import { readApp, type AppFileFacts } from './read-app.ts'

type Parts = Pick<JobParts, 'database' | 'files'>

/** Reads a file of an app and compares it with the company's own apps. A fault of the program is tried again. */
export async function runReadAppFile(
  parts: Parts,
  { companyId, appFileId }: { companyId: number; appFileId: string },
  { attempt }: Pick<JobRun, 'attempt'>,
): Promise<void> {
  const { database } = parts
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const refuse = (problem: Words) =>
    inCompany((tx) => endReading(tx, companyId, appFileId, { state: 'unreadable', problem: JSON.stringify(problem) }))
  const row = await inCompany((tx) => findAppFile(tx, companyId, appFileId))
  if (row?.state !== 'reading' || row.sha256 === null) return
  try {
    const bytes = await parts.files.open(row.sha256)
    const read = bytes ? await readApp(bytes) : ({ state: 'unreadable', reason: 'damaged' } as const)
    if (read.state === 'unreadable') {
      await refuse({ reason: 'APP_FILE_UNREADABLE', parameters: { reason: read.reason } })
      return
    }
    const { facts, icon } = read
    const logoAgreement = icon === null ? null : await agreementWithLogos(parts, companyId, Buffer.from(icon, 'base64'))
    await inCompany((tx) => keepFacts(tx, { companyId, appFileId }, facts, logoAgreement))
  } catch (error) {
    if (attempt > appFileRetries) await refuse({ reason: 'INTERNAL', parameters: {} })
    throw error
  }
}

async function keepFacts(
  tx: Tx,
  { companyId, appFileId }: { companyId: number; appFileId: string },
  facts: AppFileFacts,
  logoAgreement: number | null,
): Promise<void> {
  const assets = await findAssets(tx, companyId)
  const official = officialApps(assets, await ownIconHashes(tx, companyId))
  const fields = fieldsOf(facts)
  const verdict = judgeAppFile(compileWatch(assets), facts, official, { fields, logoAgreement })
  const brandIds = await findBrandIds(tx, companyId)
  await endReading(tx, companyId, appFileId, {
    state: 'read',
    fields: JSON.stringify(fields),
    indicators: JSON.stringify(verdict?.indicators ?? []),
    score: verdict && Math.round(verdict.score * 100),
    brand_id: brandIds.get(verdict?.brandId ?? '') ?? null,
    is_own: appVerdict(facts, official).state === 'genuine',
    icon_hash: facts.iconHash,
  })
}

/** What a company has registered of its apps, and the icons of those that are known. */
const officialApps = ({ apps, brands }: Assets, iconHashes: readonly string[]): OfficialApps => ({
  packages: apps.map(({ packageName }) => packageName),
  labels: [...apps, ...brands].map(({ name }) => name),
  certificateSha256s: apps.flatMap(({ signerSha256 }) => signerSha256),
  iconHashes,
})

/** Characters of a field that lists values. */
const listMax = 2000

/** The values of the source's fields. Only an app whose signature verifies has a signer. */
function fieldsOf(facts: AppFileFacts): SourceFields & Record<string, string> {
  const all = {
    appName: facts.labels[0] ?? facts.package,
    packageName: facts.package,
    versionName: facts.versionName,
    signerSha256: facts.certificateSha256s[0],
    teamId: facts.teamId,
    md5: facts.md5,
    sha256: facts.sha256,
    permissions: listed(facts.permissions.map((name) => name.replace(/^android\.permission\./, ''))),
    hosts: listed(facts.hosts),
    keys: listed(facts.keys),
  }
  return Object.fromEntries(Object.entries(all).flatMap(([field, value]) => (value ? [[field, value]] : [])))
}

function listed(values: readonly string[]): string {
  let text = ''
  for (const [at, value] of values.entries()) {
    if (text.length + value.length > listMax) return `${text}, +${values.length - at}`
    text += text === '' ? value : `, ${value}`
  }
  return text
}

/** How well an icon agrees with a logo of the company; null if it doesn't. */
async function agreementWithLogos(parts: Parts, companyId: number, icon: Buffer): Promise<number | null> {
  const logos = await logoBytes(parts, companyId)
  const [read] = logos.length > 0 ? await readPictures([logos], [icon]) : []
  return read?.agreements[0] ?? null
}
