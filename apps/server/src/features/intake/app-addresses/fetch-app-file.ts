import { addressesOf, ConnectorError, guardedFetch } from '@signet/connectors'
import { appFileUpload } from '@signet/contract/threats/app-files'
import { minuteMs } from '@signet/contract/time'
import type { JobParts } from '../../../app/jobs.ts'
import type { LookUpSettings } from '../../../app/settings.ts'
import { AppError } from '../../../errors.ts'
import { cleanName } from '../../evidence/clean-name.ts'
import { keepSniffed } from '../../evidence/keep-sniffed.ts'

/** Sites that offer apps for download are slow. */
const totalTimeoutMs = 4 * minuteMs

/**
 * Downloads the file of an app, and stores it if it can be one by its content.
 *
 * @throws ConnectorError if it can't be fetched
 * @throws AppError `APP_FILE_NOT_SENT` if something else came
 */
export async function fetchAppFile(
  { files, lookUps }: Pick<JobParts, 'files' | 'lookUps'>,
  address: string,
  signal: AbortSignal,
) {
  if (!lookUps) throw new ConnectorError('OBSERVATIONS_OFF', {})
  const { allow: allowAddress, dnsServers } = lookUps
  const sizeMax = appFileUpload.maxBytes
  const { url, body } = await guardedFetch(withPorts(address, lookUps), {
    allowAddress,
    lookup: dnsServers.length === 0 ? undefined : (host) => addressesOf(host, { servers: dnsServers }),
    sizeMax,
    totalTimeoutMs,
    signal,
  })
  try {
    const { sha256, size, type } = await keepSniffed(files, appFileUpload, body)
    return { sha256, size, type, name: cleanName(fileNameIn(url), type) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('APP_FILE_NOT_SENT', { host: url.host })
  } finally {
    // Closes the connection of a file that is not stored.
    await body.return()
  }
}

/** With the ports of a local internet, if this installation uses one. */
function withPorts(address: string, { ports }: LookUpSettings): URL {
  const url = new URL(address)
  if (ports && url.port === '') url.port = String(url.protocol === 'https:' ? ports.https : ports.http)
  return url
}

function fileNameIn({ pathname }: URL): string {
  const name = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    // A wrong escape.
    return name
  }
}
