import { appAddressOf, ConnectorError, type AppAddress } from '@signet/connectors'
import type { Words } from '@signet/contract/wire'
import type { JobRun } from '../../../app/jobs.ts'
import { AppError } from '../../../errors.ts'
import { wordsOf } from '../../../errors/sentences.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import type { CollectParts } from '../connectors/reach-provider.ts'
import { appFileRetries, readAppFileJob } from '../../app-files/app-files.jobs.ts'
import { endReading, findAppFile, setFetched } from '../../app-files/app-files.queries.ts'
import { fetchAppFile } from './fetch-app-file.ts'
import { judgeStorePage } from './judge-store-page.ts'
import { readStorePage } from './read-store-page.ts'

interface AppData {
  companyId: number
  appFileId: string
}

/**
 * Fetches an app whose address a person entered. That person sees what went wrong at the address, and can try again; a fault of the program
 * is tried again.
 */
export async function runFetchApp(
  parts: CollectParts,
  { companyId, appFileId }: AppData,
  { attempt, signal }: Pick<JobRun, 'attempt' | 'signal'>,
): Promise<void> {
  const { database } = parts
  const refuse = (problem: Words) =>
    database.inCompanies([companyId], (tx) =>
      endReading(tx, companyId, appFileId, { state: 'unreadable', problem: JSON.stringify(problem) }),
    )
  const row = await database.inCompanies([companyId], (tx) => findAppFile(tx, companyId, appFileId))
  if (row?.state !== 'reading' || row.sha256 !== null || row.address === null) return
  const address = appAddressOf(row.address)
  try {
    if (!parts.lookUps) throw new ConnectorError('OBSERVATIONS_OFF', {})
    if (!address) throw new AppError('NOT_AN_APP_ADDRESS')
    await fetchApp(parts, { companyId, appFileId }, address, signal)
  } catch (error) {
    const isAnswer = (error instanceof ConnectorError || error instanceof AppError) && !signal.aborted
    if (isAnswer) await refuse(wordsOf(error))
    else {
      if (attempt > appFileRetries) await refuse({ reason: 'INTERNAL', parameters: {} })
      throw error
    }
  }
}

/** @throws ConnectorError, AppError with the reason that the person sees */
async function fetchApp(
  parts: CollectParts,
  { companyId, appFileId }: AppData,
  address: AppAddress,
  signal: AbortSignal,
): Promise<void> {
  const { database, files, enqueue } = parts
  if (address.kind === 'file') {
    const file = await fetchAppFile(parts, address.address, signal)
    await database.inCompanies([companyId], async (tx) => {
      await holdBytes({ tx, files }, file)
      if (await setFetched(tx, companyId, appFileId, file)) await enqueue(tx, readAppFileJob, { companyId, appFileId })
    })
    return
  }
  const page = await readStorePage(parts, companyId, address, signal)
  const { sha256 } = page.file
  await database.inCompanies([companyId], async (tx) => {
    await holdBytes({ tx, files }, { sha256 })
    await endReading(tx, companyId, appFileId, await judgeStorePage(tx, companyId, page))
  })
}
