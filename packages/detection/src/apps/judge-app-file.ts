import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { SourceFields } from '@signet/contract/threats/sources'
import { hostsAbove } from '../ownership/own-values.ts'
import { judgeObservation } from '../observations/judge-observation.ts'
import type { ObservationVerdict } from '../observations/verdict.ts'
import { withPicture } from '../observations/with-picture.ts'
import { onlyOwner, type Watch } from '../observations/watch.ts'
import type { IndicatorName } from '../score/indicators.ts'
import { ScoreSheet } from '../score/score.ts'
import { appVerdict, type AppFacts, type AppReason, type OfficialApps } from './app-verdict.ts'

/** What the file of an app says, also in its code. */
export interface AppContents extends AppFacts {
  /** Hosts of the addresses in its code. */
  hosts: readonly string[]
  /** Keys in its code, with their beginnings. */
  keys: readonly string[]
}

/** Reasons with their points of 100, set manually: a name that is the same weighs more than one that is similar. */
const reasonOf: Readonly<Record<AppReason['name'], readonly [IndicatorName, number]>> = {
  samePackage: ['Package copied from an official app', 44],
  confusablePackage: ['Package like that of an official app', 40],
  rearrangedPackage: ['Package with rearranged parts', 40],
  extendedPackage: ['Package with added words', 30],
  similarPackage: ['Package like that of an official app', 24],
  sameLabel: ['Label of an official app', 44],
  confusableLabel: ['Label like that of an official app', 44],
  similarLabel: ['Label like that of an official app', 24],
  sameIcon: ['Icon of an official app', 34],
  otherSigner: ['Different signer', 20],
  noValidSignature: ['No valid signature', 20],
  riskyPermissions: ['Risky permissions', 12],
}
const codePoints = { hosts: 4, keys: 6 } as const
/** Values that are listed; the rest is in the fields. */
const listedMax = 5

/**
 * Decides from the file of an app whether it passes for one of a company: by its package, label, icon and signer, and by the brand in its
 * name like any app of a store.
 *
 * @param fields as the threat shows them
 * @param logoAgreement how well its icon agrees with a logo of the company; null if it doesn't
 * @returns null for an app that has nothing of the company, or that the company signed
 */
export function judgeAppFile(
  watch: Watch,
  app: AppContents,
  official: OfficialApps,
  { fields, logoAgreement }: { fields: SourceFields; logoAgreement: number | null },
): ObservationVerdict | null {
  const named = judgeObservation(watch, observationOf(app, fields))
  const { state, reasons } = appVerdict(app, official, named !== null)
  if (state !== 'impersonates') return null
  const sheet = new ScoreSheet()
  sheet.indicators.push(...(named?.indicators ?? []).filter(({ name }) => name !== outside))
  const known = new Set(sheet.indicators.map((indicator) => indicator.name))
  for (const reason of reasons) {
    const [name, points] = reasonOf[reason.name]
    if (!known.has(name)) sheet.add(name, points, valueOf(reason))
  }
  const company = watch.companies.get(onlyOwner)
  const own = company?.domains ?? []
  const foreign = app.hosts.filter((host) => !hostsAbove(host).some((above) => own.includes(above)))
  if (foreign.length > 0) sheet.add('Foreign hosts in its code', codePoints.hosts, listed(foreign))
  if (app.keys.length > 0) sheet.add('Keys in its code', codePoints.keys, listed(app.keys))
  const judged = {
    brandId: named?.brandId ?? company?.firstBrand?.brandId ?? null,
    threatType: named?.threatType ?? 'Fake app',
    score: sheet.score,
    indicators: sheet.indicators,
  }
  return withPicture(judged, { agreement: logoAgreement, codes: [] })
}

/**
 * A file doesn't say where it was offered. It is judged as one from elsewhere, because its signer is checked here instead of by a store.
 */
const outside: IndicatorName = 'Outside the official stores'
const elsewhere = 'APK'

const observationOf = (app: AppContents, fields: SourceFields): SourceObservation => ({
  source: 'APK',
  kind: 'app',
  id: '',
  at: null,
  url: null,
  fields: { ...fields, store: elsewhere },
  names: app.labels,
  handle: app.package,
  text: '',
  links: [],
  phones: [],
  account: null,
  pictureUrl: null,
})

function valueOf(reason: AppReason): string {
  if (!('official' in reason)) return listed(reason.values.map((value) => value.replace(/^android\.permission\./, '')))
  if (reason.name === 'sameIcon') return ''
  const value = reason.value.trim()
  return reason.name.startsWith('same') ? value : `${value} – ${reason.official}`
}

const listed = (values: readonly string[]) =>
  values.slice(0, listedMax).join(', ') + (values.length > listedMax ? ` +${values.length - listedMax}` : '')
