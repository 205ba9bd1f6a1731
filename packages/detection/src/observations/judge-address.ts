import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { Indicator } from '@signet/contract/threats/findings'
import { fieldOf } from '@signet/contract/threats/sources'
import { matchNormalised } from '../match/match-name.ts'
import { weighPath } from '../match/match-path.ts'
import { normaliseName, type NormalisedName } from '../names/normalise-name.ts'
import { ScoreSheet } from '../score/score.ts'
import { contextsIn } from './contexts.ts'
import { plainText } from './plain-text.ts'
import { resemblancesOf } from './resemblance.ts'
import { ownHostOf, type Watch, type WatchedName } from './watch.ts'

/** What an address was judged as, for one brand. */
export interface JudgedAddress {
  watched: WatchedName
  threatType: string
  score: number
  indicators: Indicator[]
}

/** Points of 100, set manually; docs/quality.md says how they do. */
const points = { title: { whole: 32, part: 24, misspelt: 28 }, signIn: 20, context: -20, ordinary: -20 } as const

/** Titles of pages on which people sign in, confirm or pay. */
const signIn =
  /\b(?:log ?[io]n|sign ?[io]n|verify|verification|online banking|internet banking|net ?banking|secure|account|wallet|otp|kyc|refund|anmeld\w*|einloggen|connexion|iniciar sesion|acceso|acceder|entrar|acesso|accedi|inloggen|zaloguj|giris|masuk)\b|вход|войти|लॉगिन|تسجيل الدخول|ログイン|登录|登入/

/** Addresses and domains, by the detector for names; of a page also its title. */
export function judgeAddress(watch: Watch, observation: SourceObservation): JudgedAddress[] {
  const { fields, url, source, links, names } = observation
  const main = normaliseName(fieldOf(fields, source === 'Domain' ? 'domain_name' : 'link') ?? url ?? '')
  if (!main) return []
  // An address that leads to the main one is part of the same finding.
  const others = links.slice(0, linksMax).flatMap((link) => normaliseName(link) ?? [])
  return [
    ...[main, ...others].flatMap((name) => judgeName(watch, name, source)),
    ...names.slice(0, 1).flatMap((title) => judgeTitle(watch, main, title)),
  ]
}

const linksMax = 10

function judgeName(watch: Watch, name: NormalisedName, source: string): JudgedAddress[] {
  return matchNormalised(watch.index, name).flatMap(({ brandId, score, indicators, class: imitation }) => {
    const watched = watch.watched.get(brandId)
    if (!watched || watched.brandId === null) return []
    const threatType = source === 'Domain' ? domainType(imitation) : addressType(name.address, indicators)
    return [{ watched, score, indicators, threatType }]
  })
}

/** A page on a foreign host whose title is that of the brand's sign-in page. */
function judgeTitle(watch: Watch, name: NormalisedName, title: string): JudgedAddress[] {
  const plain = plainText(title.slice(0, 200))
  const words = signIn.exec(plain)?.[0]
  return resemblancesOf(watch, title).flatMap(({ watched, degree, text, isFullName }) => {
    const company = watch.companies.get(watched.owner)
    if (!company || watched.brandId === null || ownHostOf(company, name.host) !== null) return []
    const sheet = new ScoreSheet()
    sheet.add('Brand in the page title', points.title[degree], text)
    if (words !== undefined) sheet.add('Sign-in words in the page title', points.signIn, words)
    if (watched.isOrdinary && !isFullName) sheet.add('Brand is a common word', points.ordinary, watched.name)
    for (const { kind, words: found } of contextsIn(plain))
      sheet.add(kind === 'question' ? 'Asks a question' : 'News or review', points.context, found)
    weighPath(sheet, name, '')
    return [{ watched, score: sheet.score, indicators: sheet.indicators, threatType: addressType(name.address, []) }]
  })
}

const domainType = (imitation: string) =>
  imitation.startsWith('subdomain') ? 'Brand in subdomain' : 'Look-alike domain'

function addressType(address: string, indicators: readonly Indicator[]): string {
  if (indicators.some(({ name }) => name === 'Redirect to another host')) return 'Malicious redirect'
  return /support|customer-?care|help-?(?:line|desk|cent)|kundenservice|atencion|refund/i.test(address)
    ? 'Fake customer care'
    : 'Phishing page'
}
