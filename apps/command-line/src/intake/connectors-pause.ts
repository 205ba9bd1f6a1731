import type { PollConnectorName } from '@signet/contract/collection/connectors'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { asProduct } from '@signet/server/features/audit/audit.queries'
import { clockIn, companyConnector } from '@signet/server/features/intake/connectors/connector-work'
import { findConnector } from '@signet/server/features/intake/connectors/connectors.queries'
import { pauseFor } from '@signet/server/features/intake/connectors/pause-connector'
import { print, withProgram, type CommonOptions } from '../command/command.ts'
import { companyIdOf } from '../command/company-id.ts'
import { lineOf, wordsOf } from './connectors-list.ts'

/**
 * Pauses a connector of a company or resumes it, and prints it. What is so already stays so.
 *
 * @throws ProgramError if it is off
 */
export async function connectorsPause(
  connector: PollConnectorName,
  { isPaused, ...options }: CommonOptions & { company: string; isPaused: boolean },
): Promise<void> {
  const { company } = options
  await withProgram(options, async ({ database, queue }) => {
    const companyId = await companyIdOf({ database }, company)
    const { row, clock } = await database.inCompanies([companyId], async (tx) => {
      await pauseFor({ ...asProduct(tx, companyId), enqueue: queue.enqueue }, connector, isPaused)
      return { row: await findConnector(tx, companyId, connector), clock: await clockIn(tx) }
    })
    if (!row?.is_on) throw new ProgramError('CONNECTOR_OFF', { connector, company })
    const line = lineOf(company, companyConnector(connector, row, clock))
    print(options, line, wordsOf(line))
  })
}
