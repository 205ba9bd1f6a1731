import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { readFeed } from '@signet/connectors'
import { isOneOf } from '@signet/contract/narrow'
import { threatSources, isNamedByHost } from '@signet/contract/threats/sources'
import { compileRules, factsOfName, factsOfThreat, hitsOf, normaliseName, type CompiledRule } from '@signet/detection'
import type { JobParts, JobRun } from '../../app/jobs.ts'
import type { Tx } from '../../db/database.ts'
import { asProduct, recordAudit } from '../audit/audit.queries.ts'
import { addMatch, matchedIn, noNames, outcomeOf, withName, type FoundNames } from './hunt-counts.ts'
import { huntRetries } from './rule-hunts.jobs.ts'
import { changeHunt, countThreats, setHunt, threatsAfter, type RuleHuntRow } from './rule-hunts.queries.ts'

/** Threats of one transaction: the largest fit in a few dozen megabytes. */
const batchSize = 500
/** Threats after which other work has its turn. */
const turnSize = 20

/** The hunt was cancelled, or another worker has it. */
class HuntLostError extends Error {}

/**
 * Compares the rule of a hunt with every stored threat of its sources, and one that finds names also with the built-in list. Each batch is
 * committed together with its place, so a run that is interrupted resumes there and counts nothing twice.
 */
export async function runHunt(
  { database }: Pick<JobParts, 'database'>,
  { companyId, huntId }: { companyId: number; huntId: string },
  { signal, stopping, attempt }: Pick<JobRun, 'signal' | 'stopping' | 'attempt'>,
): Promise<void> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const hunt = await inCompany((tx) => openHunt(tx, companyId, huntId))
  if (!hunt) return
  const over = AbortSignal.any([signal, stopping])
  const rules = compileRules([{ id: hunt.rule_id, ...hunt.rule }])
  try {
    while (await inCompany((tx) => huntBatch(tx, hunt, rules))) over.throwIfAborted()
    const names = findsNames(hunt) ? await huntNames(rules, over) : null
    await inCompany((tx) => endHunt(tx, hunt, 'done', names))
  } catch (error) {
    if (error instanceof HuntLostError) return
    if (attempt > huntRetries) await inCompany((tx) => endHunt(tx, hunt, 'failed', null))
    throw error
  }
}

/** Claims a hunt; undefined if it isn't running. */
async function openHunt(tx: Tx, companyId: number, huntId: string): Promise<RuleHuntRow | undefined> {
  const hunt = await changeHunt(tx, companyId, huntId, { run: randomUUID() })
  if (hunt?.total !== null) return hunt
  return changeHunt(tx, companyId, huntId, { total: await countThreats(tx, companyId, hunt.rule.sources) })
}

/** @returns whether there may be more */
async function huntBatch(tx: Tx, hunt: RuleHuntRow, rules: readonly CompiledRule[]): Promise<boolean> {
  const threats = await threatsAfter(tx, hunt.company_id, hunt.rule.sources, hunt.read_to, batchSize)
  for (const [at, threat] of threats.entries()) {
    // Long texts take a millisecond each, and other work waits for them.
    if (at % turnSize === 0) await setImmediate()
    if (!isOneOf(threatSources, threat.source)) continue
    const [hit] = hitsOf(rules, factsOfThreat(threat))
    if (hit) addMatch(hunt.found, threat.source, { ...threat, value: hit.value, outcome: outcomeOf(threat) })
  }
  hunt.read_to = threats.at(-1)?.id ?? hunt.read_to
  hunt.read_count += threats.length
  const change = { read_to: hunt.read_to, read_count: hunt.read_count, found: JSON.stringify(hunt.found) }
  if (threats.length > 0 && !(await setHunt(tx, hunt, change))) throw new HuntLostError()
  return threats.length === batchSize
}

const findsNames = ({ rule }: RuleHuntRow) => rule.effect === 'raise' && rule.sources.some(isNamedByHost)

/** What the rule finds among names that have to do with other companies. */
async function huntNames(rules: readonly CompiledRule[], over: AbortSignal): Promise<FoundNames> {
  let found = noNames
  for await (const batch of readFeed('bundled')) {
    over.throwIfAborted()
    for (const { name } of batch) {
      const source = normaliseName(name)?.isAddress ? 'URL' : 'Domain'
      const [hit] = hitsOf(rules, factsOfName(source, name))
      found = withName(found, hit ? { name, value: hit.value } : null)
    }
  }
  return found
}

async function endHunt(tx: Tx, hunt: RuleHuntRow, state: 'done' | 'failed', names: FoundNames | null): Promise<void> {
  const change = { state, finished_at: new Date(), names: names && JSON.stringify(names) }
  if (!(await setHunt(tx, hunt, change))) throw new HuntLostError()
  await recordAudit(asProduct(tx, hunt.company_id), {
    action: state === 'done' ? 'detectionRule.huntDone' : 'detectionRule.huntFailed',
    targetType: 'detectionRule',
    targetId: hunt.rule_id,
    after: { hunt: hunt.id, read: hunt.read_count, matched: matchedIn(hunt.found) },
  })
}
