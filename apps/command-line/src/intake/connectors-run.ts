import type { PollConnectorName } from '@signet/contract/collection/connectors'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { collect } from '@signet/server/features/intake/connectors/collect.job'
import { clockIn, companyConnector } from '@signet/server/features/intake/connectors/connector-work'
import { findConnector, makeDue } from '@signet/server/features/intake/connectors/connectors.queries'
import { print, withProgram, type CommonOptions } from '../command/command.ts'
import { companyIdOf } from '../command/company-id.ts'
import { lineOf, wordsOf } from './connectors-list.ts'

/**
 * Runs a connector of a company in this process and prints what it did in all its runs.
 *
 * @throws ProgramError if it is off, another process runs it, or the run fails
 */
export async function connectorsRun(
  connector: PollConnectorName,
  options: CommonOptions & { company: string },
): Promise<void> {
  const { company } = options
  await withProgram(options, async ({ database, files, secrets, queue, env }, signal) => {
    const companyId = await companyIdOf({ database }, company)
    if (!(await database.inCompanies([companyId], (tx) => makeDue(tx, companyId, connector)))) {
      throw new ProgramError('CONNECTOR_OFF', { connector, company })
    }
    const { feedAllow, feeds, connectorsUrl, lookUps, textModel } = env
    const parts = {
      database,
      files,
      secrets,
      enqueue: queue.enqueue,
      feedAllow,
      feeds,
      connectorsUrl,
      lookUps,
      textModel,
    }
    await collect(parts, { companyId, connector }, { signal, stopping: signal })
    signal.throwIfAborted()
    const { row, clock } = await database.inCompanies([companyId], async (tx) => ({
      row: await findConnector(tx, companyId, connector),
      clock: await clockIn(tx),
    }))
    if (row?.run) throw new ProgramError('CONNECTOR_RUNNING', { connector, company })
    const line = lineOf(company, companyConnector(connector, row, clock))
    print(options, line, wordsOf(line))
    if (line.problem !== null) throw new ProgramError('CONNECTOR_FAILED', { connector, problem: line.problem })
  })
}
