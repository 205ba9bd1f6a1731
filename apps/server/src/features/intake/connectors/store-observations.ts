import type { ConnectorName } from '@signet/contract/collection/connectors'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { Assets } from '@signet/contract/companies/assets'
import type { ToutSource } from '@signet/contract/touts/tout-sources'
import {
  type CompiledRule,
  compileOwnAssets,
  compileWatches,
  findingScoreMin,
  isAboutWatched,
  isCopiedPhoto,
  judgeToutForEach,
  type ObservationVerdict,
  ownAssetOf,
  type OwnAssets,
  type RuleHit,
  type ToutVerdict,
  type Watch,
  whatsAppPivots,
  withCodes,
  withPicture,
  withText,
} from '@signet/detection'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { findAssets, findBrandIds } from '../../assets/assets.queries.ts'
import { putOfficialPhoto, officialPhotos } from '../../assets/official-photos.queries.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'
import { storeFindings } from '../submissions/store-findings.ts'
import { chooseKinds, type Candidates } from './known-kinds.queries.ts'
import type { ObservedPictures } from './observed-pictures.ts'
import type { FieldsOfSource } from '../../threats/found/entered-fields.ts'
import { identifiedAs } from '../../threats/found/identified-as.ts'
import { findingPointsMin, rulesInForce } from '../../detection-rules/weigh-by-rules.ts'
import { hitsByCompany, threatVerdictsOf } from '../rules/judge-by-rules.ts'
import { threatOfObservation } from './threat-of-observation.ts'

interface JudgedCompany {
  own: OwnAssets
  brandIds: ReadonlyMap<string, string>
  rules: readonly CompiledRule[]
}

/** The companies that observations are for, and what they are judged by. */
export interface JudgedCompanies {
  watch: Watch
  /** With the ids of brands by their keys. */
  companies: ReadonlyMap<number, JudgedCompany>
}

/** What of an observation concerns one company. */
interface Verdicts {
  threat?: ObservationVerdict
  tout?: ToutVerdict
}

/** Reads what observations are judged by, with the assets of each company by its id. */
export async function judgedOf(
  tx: Tx,
  companyIds: readonly number[],
): Promise<{ judged: JudgedCompanies; assets: ReadonlyMap<string, Assets> }> {
  const assets = new Map<string, Assets>()
  const companies = new Map<number, JudgedCompany>()
  for (const id of companyIds) {
    const found = await findAssets(tx, id)
    assets.set(String(id), found)
    const [brandIds, rules] = [await findBrandIds(tx, id), await rulesInForce(tx, id)]
    companies.set(id, { own: compileOwnAssets(found), brandIds, rules })
  }
  return { assets, judged: { watch: compileWatches(assets), companies } }
}

/** What became of the threats among observations. */
interface StoredObservations {
  /** New threats. */
  found: number
  /** The company's own, covered by its allow list, or held back by a rule. */
  suppressed: number
}

/** What a connector observed, and the companies that it may concern. */
interface Observed {
  connector: ConnectorName
  observations: readonly SourceObservation[]
  /** What their pictures show, where these were read. */
  pictures?: ObservedPictures
  judged: JudgedCompanies
  companyIds: readonly number[]
  /** What each company has a list of touts of, from `toutSourcesOf`; empty for one without touts. */
  toutSources: ReadonlyMap<number, ReadonlySet<ToutSource>>
}

/**
 * Judges what a connector observed, and stores the threats among it for each company, with the accounts of WhatsApp that they lead to.
 *
 * @param enqueue queues look-ups of new threats; undefined if look-ups are disabled
 * @returns what became of them, by the id of the company; companies without a threat are left out
 */
export async function storeObservations(
  tx: Tx,
  observed: Observed,
  enqueue: Enqueue | undefined,
): Promise<Map<number, StoredObservations>> {
  const { companies } = observed.judged
  const now = new Date()
  const photos = await keepPhotosOfOwn(tx, observed.observations, companies, observed.pictures)
  const stored = new Map<number, StoredObservations>()
  for (const [companyId, candidates] of candidatesIn(observed, photos, now)) {
    const own = companies.get(companyId)?.own
    if (candidates.size === 0 || !own) continue
    const threats = await chooseKinds(tx, companyId, [...candidates.values()])
    const known = { own, enqueue, now, pointsMin: findingPointsMin }
    const { found: added, own: owned, allowed } = await storeFindings(tx, companyId, threats, known)
    stored.set(companyId, { found: added, suppressed: owned + allowed })
  }
  return stored
}

/** What the observations may be stored as: by company, and in it by source and identity. */
function candidatesIn(observed: Observed, photos: ReadonlyMap<number, string[]>, now: Date) {
  const { judged, pictures, toutSources } = observed
  const found = new Map(observed.companyIds.map((id) => [id, new Map<string, Candidates>()]))
  const hasTouts = observed.companyIds.some((id) => (toutSources.get(id)?.size ?? 0) > 0)
  const judge = (name: ConnectorName, seen: SourceObservation, onlyText = '') => {
    const { identity, observation } = identifiedAs(name, seen)
    const hits = hitsByCompany(judged.companies, observation)
    const verdicts = verdictsOf(judged.watch, observation, hits, hasTouts)
    const picture = pictures?.get(observation.pictureUrl ?? '')
    for (const [owner, verdict] of verdicts) {
      const companyId = Number(owner)
      const company = judged.companies.get(companyId)
      if (!company) continue
      const shown = {
        agreement: picture?.agreements.get(owner) ?? null,
        codes: picture?.codes ?? [],
        onlyText,
        isCopiedPhoto:
          hasProfilePhoto(observation) && isCopiedPhoto(picture?.hash ?? null, photos.get(companyId) ?? []),
      }
      const candidates = candidatesOf(
        { identity, observation, shown, hits: hits.get(owner) ?? [], now },
        verdict,
        company,
        toutSources.get(companyId),
      )
      // The same thing may have been seen in several ways.
      const key = `${observation.source} ${identity}`
      const best = bestOf(found.get(companyId)?.get(key), candidates)
      if (best.threat || best.tout) found.get(companyId)?.set(key, best)
    }
    return verdicts.size > 0
  }
  for (const one of observed.observations) {
    const { codes = [], text = '' } = pictures?.get(one.pictureUrl ?? '') ?? {}
    const written = withCodes(one, codes)
    const observation = withText(written, text)
    const onlyText = text !== '' && !isAboutWatched(judged.watch, written) ? text : ''
    // An account is the same threat wherever it was found.
    if (judge(observed.connector, observation, onlyText))
      for (const pivot of whatsAppPivots(observation)) judge('whatsApp', pivot)
  }
  return found
}

/** One observation, with what a company's pictures and rules add to it. */
interface SeenByCompany {
  identity: string
  observation: SourceObservation
  shown: Parameters<typeof withPicture>[1]
  hits: readonly RuleHit[]
  now: Date
}

/** What an observation may be stored as for a company, by what was decided about it. */
function candidatesOf(
  { identity, observation, shown, hits, now }: SeenByCompany,
  { threat, tout }: Verdicts,
  { own, brandIds }: JudgedCompany,
  toutSources: ReadonlySet<ToutSource> | undefined,
): Candidates {
  const { source, fields } = observation
  const candidateOf = (verdict: ObservationVerdict, as: FieldsOfSource) => ({
    ...threatOfObservation(identity, observation, { ...withPicture(verdict, shown), ...as }, brandIds, now),
    hits,
  })
  const candidates: { threat?: IngestedThreat; tout?: IngestedThreat } = {}
  if (threat) {
    const isLeftOut = threat.score < findingScoreMin
    candidates.threat = {
      ...candidateOf(threat, { kind: 'threat', source, fields }),
      ...(isLeftOut ? { isLeftOut } : {}),
    }
  }
  if (tout && toutSources?.has(tout.source)) {
    // Whose it is, is decided by the fields of its own source.
    const place = ownAssetOf(own, observation) === null ? tout : { source, fields }
    candidates.tout = candidateOf(tout, { kind: 'tout', source: place.source, fields: place.fields })
  }
  return candidates
}

/** Of what the same thing is in two observations, the more severe threat and tout, each by itself. */
function bestOf(one: Candidates | undefined, other: Candidates): Candidates {
  const threat = moreSevere(one?.threat, other.threat)
  const tout = moreSevere(one?.tout, other.tout)
  return { ...(threat ? { threat } : {}), ...(tout ? { tout } : {}) }
}

const moreSevere = (one: IngestedThreat | undefined, other: IngestedThreat | undefined) =>
  (other?.score ?? -1) > (one?.score ?? -1) ? other : one

/** The picture of a place or an advertisement isn't that of an account. */
const hasProfilePhoto = ({ kind }: SourceObservation) => kind === 'profile' || kind === 'post'

/**
 * Keeps the pictures of the companies' own profiles, with which those of others are compared.
 *
 * @returns all that are known now, by the id of the company
 */
async function keepPhotosOfOwn(
  tx: Tx,
  observations: readonly SourceObservation[],
  companies: JudgedCompanies['companies'],
  pictures: ObservedPictures | undefined,
): Promise<Map<number, string[]>> {
  const known = new Map<number, string[]>()
  if (!pictures || pictures.size === 0) return known
  for (const observation of observations) {
    const { kind, source, handle } = observation
    const hash = pictures.get(observation.pictureUrl ?? '')?.hash
    if (kind !== 'profile' || handle === null || !hash) continue
    for (const [companyId, { own }] of companies)
      if (ownAssetOf(own, observation)?.kind === 'handle')
        await putOfficialPhoto(tx, { company_id: companyId, source, handle: handle.toLowerCase(), hash })
  }
  for (const companyId of companies.keys()) known.set(companyId, await officialPhotos(tx, companyId))
  return known
}

/** By the key of the company; companies that an observation doesn't concern are left out. */
function verdictsOf(
  watch: Watch,
  observation: SourceObservation,
  hits: ReadonlyMap<string, readonly RuleHit[]>,
  hasTouts: boolean,
): Map<string, Verdicts> {
  const threats = threatVerdictsOf(watch, observation, hits)
  const touts = hasTouts ? judgeToutForEach(watch, observation) : new Map<string, ToutVerdict>()
  const owners = new Set([...threats.keys(), ...touts.keys()])
  return new Map(
    [...owners].map((owner) => {
      const [threat, tout] = [threats.get(owner), touts.get(owner)]
      return [owner, { ...(threat ? { threat } : {}), ...(tout ? { tout } : {}) }]
    }),
  )
}
