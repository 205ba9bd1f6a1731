import type { PollConnectorName } from '@signet/contract/collection/connectors'
import type { JobParts } from '../../../app/jobs.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { companyTarget } from '../../companies/company-target.ts'
import { collectJob } from './connectors.jobs.ts'
import { setPaused } from './connectors.queries.ts'

type PauseContext = Parameters<typeof recordAudit>[0] & Pick<JobParts, 'enqueue'>

/** Pauses a connector of a company or resumes it, on record; one that is resumed runs at once if it is due. False if nothing changes. */
export async function pauseFor(
  context: PauseContext,
  connector: PollConnectorName,
  isPaused: boolean,
): Promise<boolean> {
  const { tx, actor, enqueue, company } = context
  if (!(await setPaused(tx, company.id, connector, isPaused ? { byName: actor?.name ?? null } : null))) return false
  const action = isPaused ? 'settings.connectorPaused' : 'settings.connectorResumed'
  const targetId = companyTarget(company.id)
  await recordAudit(context, { action, targetType: 'company', targetId, after: { connector, isPaused } })
  if (!isPaused) await enqueue(tx, collectJob, { companyId: company.id, connector })
  return true
}
