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
import { keepOfficialPhoto, officialPhotos } from '../../assets/official-photos.queries.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'
import { storeFindings } from '../submissions/store-findings.ts'
import { chooseKinds, type Candidates } from './known-kinds.queries.ts'
import type { ObservedPictures } from './observed-pictures.ts'
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

/**
 * Judges what a connector observed, and stores the threats among it for each company, with the accounts of WhatsApp that they lead to.
 *
 * @param enqueue queues look-ups of new threats; undefined if look-ups are disabled
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
    toutSources,
  }: {
    connector: ConnectorName
    observations: readonly SourceObservation[]
    /** What their pictures show, where these were read. */
    pictures?: ObservedPictures
    judged: JudgedCompanies
    companyIds: readonly number[]
    /** What each company has a list of touts of, from `toutSourcesOf`; empty for one without touts. */
    toutSources: ReadonlyMap<number, ReadonlySet<ToutSource>>
  },
  enqueue: Enqueue | undefined,
): Promise<Map<number, StoredObservations>> {
  const now = new Date()
  const photos = await keepPhotosOfOwn(tx, observations, companies, pictures)
  const found = new Map(companyIds.map((id) => [id, new Map<string, Candidates>()]))
  const hasTouts = companyIds.some((id) => (toutSources.get(id)?.size ?? 0) > 0)
  const judge = (name: ConnectorName, seen: SourceObservation, onlyText = '') => {
    const { identity, observation } = identifiedAs(name, seen)
    const hits = hitsByCompany(companies, observation)
    const verdicts = verdictsOf(watch, observation, hits, hasTouts)
    for (const [owner, { threat, tout }] of verdicts) {
      const companyId = Number(owner)
      const company = companies.get(companyId)
      if (!company) continue
      const picture = pictures?.get(observation.pictureUrl ?? '')
      const agreement = picture?.agreements.get(owner) ?? null
      const isCopied = hasProfilePhoto(observation) && isCopiedPhoto(picture?.hash ?? null, photos.get(companyId) ?? [])
      const shown = { agreement, codes: picture?.codes ?? [], onlyText, isCopiedPhoto: isCopied }
      const isListed = tout !== undefined && (toutSources.get(companyId)?.has(tout.source) ?? false)
      const candidateOf = (
        verdict: ObservationVerdict,
        as: Pick<Parameters<typeof threatOfObservation>[2], 'kind' | 'source' | 'fields'>,
      ) => threatOfObservation(identity, observation, { ...withPicture(verdict, shown), ...as }, company.brandIds, now)
      const { source, fields } = observation
      const ruled = ({ score }: ObservationVerdict): Pick<IngestedThreat, 'hits' | 'isLeftOut'> => ({
        hits: hits.get(owner) ?? [],
        ...(score < findingScoreMin ? { isLeftOut: true } : {}),
      })
      // Whose it is, is decided by the fields of its own source.
      const place = isListed && ownAssetOf(company.own, observation) === null ? tout : { source, fields }
      const candidates: Candidates = {
        ...(threat ? { threat: { ...candidateOf(threat, { kind: 'threat', source, fields }), ...ruled(threat) } } : {}),
        ...(isListed
          ? {
              tout: {
                ...candidateOf(tout, { kind: 'tout', source: place.source, fields: place.fields }),
                hits: hits.get(owner) ?? [],
              },
            }
          : {}),
      }
      // The same thing may have been seen in several ways.
      const key = `${source} ${identity}`
      const best = bestOf(found.get(companyId)?.get(key), candidates)
      if (best.threat || best.tout) found.get(companyId)?.set(key, best)
    }
    return verdicts.size > 0
  }
  for (const one of observations) {
    const { codes = [], text = '' } = pictures?.get(one.pictureUrl ?? '') ?? {}
    const written = withCodes(one, codes)
    const observation = withText(written, text)
    const onlyText = text !== '' && !isAboutWatched(watch, written) ? text : ''
    // An account is the same threat wherever it was found.
    if (judge(connector, observation, onlyText))
      for (const pivot of whatsAppPivots(observation)) judge('whatsApp', pivot)
  }
  const stored = new Map<number, StoredObservations>()
  for (const [companyId, candidates] of found) {
    const own = companies.get(companyId)?.own
    if (candidates.size === 0 || !own) continue
    const threats = await chooseKinds(tx, companyId, [...candidates.values()])
    const known = { own, enqueue, now, pointsMin: findingPointsMin }
    const { found: added, own: owned, allowed } = await storeFindings(tx, companyId, threats, known)
    stored.set(companyId, { found: added, suppressed: owned + allowed })
  }
  return stored
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
        await keepOfficialPhoto(tx, { company_id: companyId, source, handle: handle.toLowerCase(), hash })
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
