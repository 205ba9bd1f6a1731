import type { ConnectorName } from '@signet/contract/collection/connectors'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { Assets } from '@signet/contract/companies/assets'
import {
  compileOwnAssets,
  compileWatches,
  judgeForEach,
  whatsAppPivots,
  withCodes,
  withPicture,
  type OwnAssets,
  type Watch,
} from '@signet/detection'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { findAssets, findBrandIds } from '../../assets/assets.queries.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'
import { storeFindings } from '../submissions/store-findings.ts'
import type { ObservedPictures } from './observed-pictures.ts'
import { threatOfObservation } from './threat-of-observation.ts'

/** The companies that observations are for, and what they are judged by. */
export interface Judged {
  watch: Watch
  /** With the ids of brands by their keys. */
  companies: ReadonlyMap<number, { own: OwnAssets; brandIds: ReadonlyMap<string, string> }>
}

/** Reads what observations are judged by, with the assets of each company by its id. */
export async function judgedOf(
  tx: Tx,
  companyIds: readonly number[],
): Promise<{ judged: Judged; assets: ReadonlyMap<string, Assets> }> {
  const assets = new Map<string, Assets>()
  const companies = new Map<number, { own: OwnAssets; brandIds: Map<string, string> }>()
  for (const id of companyIds) {
    const found = await findAssets(tx, id)
    assets.set(String(id), found)
    companies.set(id, { own: compileOwnAssets(found), brandIds: await findBrandIds(tx, id) })
  }
  return { assets, judged: { watch: compileWatches(assets), companies } }
}

/** What became of the threats among observations. */
interface StoredObservations {
  /** New threats. */
  found: number
  /** The company's own, or covered by its allow list. */
  suppressed: number
}

/**
 * Judges what a connector observed, and stores the threats among it for each company, with the accounts of WhatsApp that they lead to.
 *
 * @param enqueue queues lookups of new threats; undefined if lookups are disabled
 * @returns what became of them, by the id of the company; companies without a threat are left out
 */
export async function storeObservations(
  tx: Tx,
  {
    connector,
    observations,
    pictures,
    judged: { watch, companies },
    companyIds,
  }: {
    connector: ConnectorName
    observations: readonly SourceObservation[]
    /** What their pictures show, where these were read. */
    pictures?: ObservedPictures
    judged: Judged
    companyIds: readonly number[]
  },
  enqueue: Enqueue | undefined,
): Promise<Map<number, StoredObservations>> {
  const now = new Date()
  const found = new Map(companyIds.map((id) => [id, new Map<string, IngestedThreat>()]))
  const judge = (name: ConnectorName, observation: SourceObservation) => {
    const verdicts = judgeForEach(watch, observation)
    for (const [owner, verdict] of verdicts) {
      const companyId = Number(owner)
      const brandIds = companies.get(companyId)?.brandIds
      if (!brandIds) continue
      const picture = pictures?.get(observation.pictureUrl ?? '')
      const agreement = picture?.agreements.get(owner) ?? null
      const judged = withPicture(verdict, { agreement, codes: picture?.codes ?? [] })
      const threat = threatOfObservation(name, observation, judged, brandIds, now)
      found.get(companyId)?.set(threat.fingerprint.toString('hex'), threat)
    }
    return verdicts.size > 0
  }
  for (const one of observations) {
    const observation = withCodes(one, pictures?.get(one.pictureUrl ?? '')?.codes ?? [])
    // An account is the same threat wherever it was found.
    if (judge(connector, observation)) for (const pivot of whatsAppPivots(observation)) judge('whatsApp', pivot)
  }
  const stored = new Map<number, StoredObservations>()
  for (const [companyId, threats] of found) {
    const own = companies.get(companyId)?.own
    if (threats.size === 0 || !own) continue
    const {
      found: added,
      own: owned,
      allowed,
    } = await storeFindings(tx, companyId, [...threats.values()], { own, enqueue, now })
    stored.set(companyId, { found: added, suppressed: owned + allowed })
  }
  return stored
}
