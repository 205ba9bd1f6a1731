import type { SourceObservationKind, SourceObservation } from '@signet/contract/collection/source-observations'
import type { Indicator } from '@signet/contract/threats/findings'
import { isOneOf } from '@signet/contract/narrow'
import { fieldOf, sources, type ThreatSource } from '@signet/contract/threats/sources'
import { findingScoreMin, scoreOf, type ScoreSheet } from '../score/score.ts'
import { type NameEvidence, evidenceOf, readObservation, sight } from './evidence.ts'
import { judgeAddress } from './judge-address.ts'
import { judgeClaim, judgeCode, judgeDocument } from './judge-leaks.ts'
import { judgeReported, reportReason } from './judge-reported.ts'
import { judgePayee } from './judge-payee.ts'
import { resemblancesOf } from './resemblance.ts'
import { judgeService } from './judge-service.ts'
import { accountTypeOf } from './threat-type.ts'
import { indicatorOf, namesMax, type ObservationVerdict } from './verdict.ts'
import type { Watch, WatchedName } from './watch.ts'
import { weighPost, weighProfile } from './weigh-account.ts'
import { judgeAdvertisement, judgeApp, judgePlace, packageInStore, type Judged } from './weigh-listing.ts'

type Judge = (evidence: NameEvidence) => Judged | null

const ofAccount =
  (weigh: (evidence: NameEvidence) => ScoreSheet | null): Judge =>
  (evidence) => {
    const sheet = weigh(evidence)
    return sheet && { sheet, threatType: accountTypeOf(evidence) }
  }

const judges: Readonly<Record<Exclude<SourceObservationKind, 'address'>, Judge>> = {
  profile: ofAccount(weighProfile),
  group: ofAccount(weighProfile),
  post: ofAccount(weighPost),
  app: judgeApp,
  place: judgePlace,
  advertisement: judgeAdvertisement,
  code: judgeCode,
  claim: judgeClaim,
  document: judgeDocument,
  payee: judgePayee,
}

/** Sources whose observations are judged alike, whatever kind they are. */
const judgesOfSource: Readonly<Partial<Record<ThreatSource, Judge>>> = {
  FinancialFraud: judgePayee,
  // All others that are no addresses.
  URL: judgeReported,
  DarkWeb: judgeClaim,
  GitHub: judgeCode,
  DocumentLeaks: judgeDocument,
}

/** Kinds that may name only a host of the company, so that every company whose host they name is asked. */
const kindsWithHosts: ReadonlySet<Judge> = new Set([judgeCode, judgeClaim, judgeDocument])

const textMax = 20_000

/**
 * Decides whether an observation of any source is a threat to a company.
 *
 * What the company owns (`ownAssetOf`) and allows is not looked up here: suppress that first.
 *
 * @param watch of one company, from `compileWatch`
 * @returns null if it is none, or its score is below `findingScoreMin`
 */
export function judgeObservation(watch: Watch, observation: SourceObservation): ObservationVerdict | null {
  return [...judgeForEach(watch, observation).values()][0] ?? null
}

/**
 * Decides for many companies in one pass.
 *
 * @param watch from `compileWatches`
 * @param options verdicts below `scoreMin` are left out, `findingScoreMin` by default
 * @returns the verdicts by the key of the company; companies without one are left out
 */
export function judgeForEach(
  watch: Watch,
  observation: SourceObservation,
  { scoreMin = findingScoreMin }: { scoreMin?: number } = {},
): Map<string, ObservationVerdict> {
  const best = new Map<string, ObservationVerdict>()
  const { reports = 0 } = observation
  const keep = ({ owner, brandId }: WatchedName, threatType: string, ownScore: number, reasons: Indicator[]) => {
    const indicators = reports > 0 ? [...reasons, reportReason(reports)] : reasons
    const score = reports > 0 ? scoreOf(indicators) : ownScore
    const { types } = sources[observation.source]
    if (score < scoreMin || score <= (best.get(owner)?.score ?? 0)) return
    const type = isOneOf(types, threatType) ? threatType : types[0]
    best.set(owner, { brandId, threatType: type, score, indicators: indicators.map(indicatorOf) })
  }
  if (observation.kind === 'address' || observation.source === 'EASM') {
    const judged = observation.source === 'EASM' ? judgeService(watch, observation) : judgeAddress(watch, observation)
    for (const { watched, threatType, score, indicators } of judged) keep(watched, threatType, score, indicators)
    return best
  }
  const judge = judgesOfSource[observation.source] ?? judges[observation.kind]
  const sighted = sight(watch, observation)
  const watched = new Set<WatchedName>()
  for (const list of [sighted.names, sighted.handle, sighted.mentions])
    for (const each of list) watched.add(each.watched)
  if (kindsWithHosts.has(judge)) for (const named of companiesNamedIn(watch, observation, watched)) watched.add(named)
  if (judge === judgePayee) for (const named of payeesIn(watch, observation)) watched.add(named)
  if (judge === judgeApp) for (const named of packagesIn(watch, observation, watched)) watched.add(named)
  if (watched.size === 0) return best
  const read = readObservation(observation)
  for (const name of [...watched].slice(0, namesMax)) {
    const evidence = evidenceOf(watch, { sighted, read }, name)
    const judged = evidence && judge(evidence)
    if (judged) keep(name, judged.threatType, judged.sheet.score, judged.sheet.indicators)
  }
  return best
}

/** Whether an observation names anything that is watched, threat or not. */
export function isAboutWatched(watch: Watch, observation: SourceObservation): boolean {
  const { mentions, names, handle } = sight(watch, observation)
  return mentions.length + names.length + handle.length > 0
}

/** A name for each company whose package name an app is like, though it has none of its names. */
function* packagesIn(
  watch: Watch,
  observation: SourceObservation,
  known: ReadonlySet<WatchedName>,
): Generator<WatchedName> {
  const owners = new Set([...known].map(({ owner }) => owner))
  for (const company of watch.companies.values())
    if (company.firstBrand && !owners.has(company.owner) && packageInStore(company, observation))
      yield company.firstBrand
}

/** A name for each company whose host an observation has, but none of its names. */
function* companiesNamedIn(
  watch: Watch,
  { text, names, links }: SourceObservation,
  known: ReadonlySet<WatchedName>,
): Generator<WatchedName> {
  const owners = new Set([...known].map(({ owner }) => owner))
  const all = [...names, ...links, text.slice(0, textMax)].join('\n').toLowerCase()
  for (const { owner, domains, firstBrand } of watch.companies.values())
    if (firstBrand && !owners.has(owner) && domains.some((domain) => all.includes(domain))) yield firstBrand
}

/** The names that a payment address has before its `@`. */
const payeesIn = (watch: Watch, { fields }: SourceObservation): WatchedName[] =>
  resemblancesOf(watch, (fieldOf(fields, 'account_number') ?? '').split('@', 1)[0] ?? '').map(({ watched }) => watched)
