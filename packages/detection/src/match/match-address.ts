import { type AssetIndex, type OfficialHost, ownersOf } from './compile-assets.ts'
import { matchPath, weighPath } from './match-path.ts'
import { normaliseName, type NormalisedName } from '../names/normalise-name.ts'
import { hasOpenPages, isMirror, isRiskySuffix, isSharingSite, isTrustedParent } from '../score/reputation.ts'
import { ScoreSheet } from '../score/score.ts'
import { splitName } from '../names/split-name.ts'

/** Points of 100. An official host before the at sign is never innocent; an official address in a foreign query may be. */
const points = {
  beforeAt: 80,
  redirect: 45,
  redirectParameter: 10,
  officialInQuery: 45,
  officialInPath: 40,
  riskySuffix: 7,
  sharingSite: -40,
  trustedParent: -40,
} as const

const redirectParameter =
  /^(?:u|url|uri|r|to|go|goto|next|out|link|href|target|dest|destination|redir|redirect|redirect_?ur[il]|redirect_?to|return|return_?ur[il]|return_?to|continue|forward|location|exit|view|q|ref)$/i
const redirectPath =
  /(?:^|\/)(?:r|u|go|goto|out|away|exit|link|redir|redirect|forward|url|login|logout|click|track)\/?$/i
const hostLike = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+[a-z][a-z0-9-]+(?=[/:?#]|$)/i

/** The lure that an address contains for one brand. */
export interface AddressVerdict {
  owner: string
  brandId: string
  sheet: ScoreSheet
}

/** The host that a parameter's value leads to, or `''`. A bare word only counts where both the parameter and the path redirect. */
function hostIn(value: string, isRedirect: boolean): string {
  const text = value.trim()
  const isAddress = /^(?:https?:)?[\\/]{2}/i.test(text)
  if (!isAddress && !hostLike.test(text)) return isRedirect && /^[a-z][a-z0-9-]*$/i.test(text) ? text.toLowerCase() : ''
  return normaliseName(text)?.host ?? ''
}

function weighParent(sheet: ScoreSheet, host: string): void {
  const { registrable, suffix, hostedAt } = splitName(host)
  // Anyone can have a page on `sites.google.com`.
  const isOpen = hostedAt !== '' || hasOpenPages(host, registrable)
  if (!isOpen && (isSharingSite(registrable) || isMirror(registrable)))
    sheet.add('Link-sharing site', points.sharingSite, registrable)
  else if (!isOpen && isTrustedParent(registrable)) {
    sheet.add('Trusted parent domain', points.trustedParent, registrable)
  }
  if (isRiskySuffix(suffix)) sheet.add('High-risk suffix', points.riskySuffix, suffix)
}

/**
 * Finds lures in the rest of an address: an official host shown before the `@`, an official host that redirects to a foreign one, official
 * addresses in a foreign query or path, and brands in a foreign path.
 *
 * @param owners the owners of the address's host, from `ownersOf`
 */
export function matchAddress(
  index: AssetIndex,
  name: NormalisedName,
  owners: readonly OfficialHost[],
): AddressVerdict[] {
  const verdicts: AddressVerdict[] = []
  const isOwn = (owner: string) => owners.some((official) => official.owner === owner)
  const fire = (official: OfficialHost, sheet: ScoreSheet) => verdicts.push({ ...official, sheet })

  for (const credential of name.credentials) {
    for (const official of ownersOf(index, credential)) {
      if (isOwn(official.owner)) continue
      const sheet = new ScoreSheet()
      sheet.add('Official host before @', points.beforeAt, credential)
      fire(official, sheet)
    }
  }

  for (const [parameter, value] of name.query) {
    const isKnown = redirectParameter.test(parameter)
    const host = hostIn(value, isKnown && redirectPath.test(name.path))
    if (host === '') continue
    const targets = ownersOf(index, host)
    for (const official of owners) {
      if (targets.some(({ owner }) => owner === official.owner)) continue
      const sheet = new ScoreSheet()
      sheet.add('Redirect to another host', points.redirect, host)
      if (isKnown) sheet.add('Redirect parameter', points.redirectParameter, parameter)
      if (isRiskySuffix(splitName(host).suffix)) sheet.add('High-risk suffix', points.riskySuffix, host)
      fire(official, sheet)
    }
    for (const official of targets) {
      if (isOwn(official.owner)) continue
      const sheet = new ScoreSheet()
      sheet.add('Official address in the query', points.officialInQuery, host)
      if (isKnown) sheet.add('Redirect parameter', points.redirectParameter, parameter)
      weighParent(sheet, name.host)
      fire(official, sheet)
    }
  }

  for (const segment of name.path.toLowerCase().split('/')) {
    if (!segment.includes('.')) continue
    for (const official of index.officials.get(segment) ?? []) {
      if (isOwn(official.owner)) continue
      const sheet = new ScoreSheet()
      sheet.add('Official host in the path', points.officialInPath, segment)
      weighParent(sheet, name.host)
      weighPath(sheet, name, '')
      fire(official, sheet)
    }
  }
  if (name.path.length > 1) {
    for (const { sheet, ...named } of matchPath(index, name)) {
      if (isOwn(named.owner)) continue
      weighParent(sheet, name.host)
      fire(named, sheet)
    }
  }
  return verdicts
}
