import type { AssetIndex, OfficialHost } from './compile-assets.ts'
import { joinedText, describeHit, type ReadHost } from './describe-hit.ts'
import { findNames, type Hit } from './find-hits.ts'
import type { NormalisedName } from '../names/normalise-name.ts'
import { riskWords } from '../names/risk-words.ts'
import { skeletonOf } from '../names/skeleton.ts'
import { splitName } from '../names/split-name.ts'
import { hasOpenPages, isFreeHosting, isLinkService } from '../score/reputation.ts'
import { ScoreSheet } from '../score/score.ts'

/** Points of 100: a brand in a path is mostly an article, a profile or a shop; the host and the other words decide. */
const points = {
  brand: 24,
  brandAlone: 30,
  brandIsWord: 18,
  ipAddress: 20,
  freeHosting: 20,
  hostingProvider: 20,
  /** With a name that is no word, it is enough: nobody but the company has a reason for it, and it hides where it leads. */
  linkService: 20,
  linkServiceWithWords: 26,
  hiddenFolder: 12,
  word: 15,
  furtherWord: 6,
  signInPage: 7,
} as const

const segmentsMax = 12
const segmentMax = 63
const isIpAddress = (host: string) => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || host.startsWith('[')
/** Folders of hacked sites that no visitor sees: those of users, uploads and certificates. */
const hiddenFolder = /\/(?:~[\w-]+|wp-(?:content|includes|admin)|\.well-known|cgi-bin|tmp|uploads)\//i

/** The words of a path that ask for something, without those of the brand. */
function riskWordsIn(path: string, except: string): string[] {
  const plain = path.toLowerCase()
  const words = (except === '' ? plain : plain.replaceAll(except, ' ')).split(/[^a-z0-9]+/)
  return [...new Set(words)].filter(
    (word) =>
      word.length > 2 && word !== except && (riskWords.has(word) || pathWords.has(word)) && !fileEndings.has(word),
  )
}
/** Further words of pages on which people sign in or pay; in the name of a domain they would say less. */
const pathWords = new Set(
  `signon sso passwd password creditcard topup recharge voucher vouchers debit tan pin
  anmelden einloggen passwort kennwort zahlen bezahlen bezahlung zahlung gutschein gebuehr erstattung freischalten
  connexion motdepasse paiement payer reglement amende iniciar sesion contrasena clave pagar pago
  multa reembolso entrar senha pagamento boleto accedi accesso pagamenti rimborso inloggen betalen betaling
  wachtwoord logowanie zaloguj haslo platnosc doplata giris sifre odeme iade masuk bayar tebus`.split(/\s+/),
)
/** A folder or page on which people sign in, confirm or pay. */
const signInPage =
  /^(?:log-?in|log-?on|sign-?in|sign-?on|auth\w{0,12}|sso|secure|session|verify|verification|billing|pay|payment|kyc|otp|account|password|anmelden|einloggen|zahlen|connexion|paiement|entrar|acceso|pagar|pago|accedi|pagamento|inloggen|betalen|giris|odeme)(?:\.\w{2,5})?$/i
const fileEndings = new Set([
  'com',
  'net',
  'org',
  'www',
  'app',
  'info',
  'pdf',
  'docs',
  'document',
  'documents',
  'file',
  'files',
  'form',
])

/**
 * Adds what the host and the other words of a path say about a brand or an official host in it.
 *
 * @param except the brand itself, which is no further word
 * @param found the segment of the brand, and whether other words are in it with a name that is no word
 */
export function weighPath(
  sheet: ScoreSheet,
  name: NormalisedName,
  except: string,
  { segment, withWords = false }: { segment?: string; withWords?: boolean } = {},
): void {
  const { registrable, hostedAt } = splitName(name.host)
  if (isIpAddress(name.host)) sheet.add('Bare IP address', points.ipAddress, name.host)
  else if (isLinkService(name.host))
    sheet.add('Short link', withWords ? points.linkServiceWithWords : points.linkService, name.host)
  else if (isFreeHosting(hostedAt) || isFreeHosting(registrable) || hasOpenPages(name.host, registrable))
    sheet.add('Free hosting', points.freeHosting, name.host)
  else if (hostedAt !== '') sheet.add('Hosting provider subdomain', points.hostingProvider, hostedAt)
  const folder = hiddenFolder.exec(name.path)?.[0]
  if (folder !== undefined) sheet.add('Hidden folder', points.hiddenFolder, folder)
  const words = riskWordsIn(name.path, except)
  if (words.length > 0) {
    // `/umbervale/login`: copies of a site keep its pages in a folder of its name.
    const isFolder = segment !== undefined && signInPage.test(segmentAfter(name.path, segment))
    sheet.add(
      'Phishing keywords',
      points.word + (words.length > 1 ? points.furtherWord : 0) + (isFolder ? points.signInPage : 0),
      words.slice(0, 5).join(', '),
    )
  }
}

const segmentAfter = (path: string, segment: string): string => {
  const segments = path.split('/')
  return segments[segments.indexOf(segment) + 1] ?? ''
}

const hits: Hit[] = []

/** The brands that are named as a word in the path of an address, each with the segment. */
export function matchPath(index: AssetIndex, name: NormalisedName): (OfficialHost & { sheet: ScoreSheet })[] {
  const found = new Map<string, OfficialHost & { sheet: ScoreSheet }>()
  for (const segment of name.path.split('/').slice(0, segmentsMax)) {
    const label = skeletonOf(segment.slice(0, segmentMax))
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
    if (label.length < 2) continue
    const host = `${label}.invalid`
    hits.length = 0
    for (const tables of index.tables) findNames(tables, host, hits)
    for (const hit of hits) {
      const sighting = describeHit(index, readSegment(host, label), hit)
      if (!sighting || sighting.position === 'inside' || found.has(sighting.pattern.brandId)) continue
      const { pattern, kind, position, spelled } = sighting
      // Glued to other letters, only a distinctive name is no coincidence.
      if (position === 'edge' && (pattern.alias.length < gluedLengthMin || pattern.wordiness !== 'none')) continue
      if (kind !== 'literal' && joinedText(spelled) !== pattern.alias && pattern.alias.length < gluedLengthMin) continue
      const sheet = new ScoreSheet()
      const isWord = pattern.wordiness === 'word'
      const isAlone = position === 'label'
      sheet.add(
        'Brand in the path',
        isWord ? points.brandIsWord : isAlone ? points.brandAlone : points.brand,
        segment.slice(0, segmentMax),
      )
      const isDistinctive = pattern.wordiness === 'none' && pattern.alias.length >= gluedLengthMin
      weighPath(sheet, name, pattern.alias, {
        ...(isAlone ? { segment } : {}),
        withWords: !isAlone && isDistinctive,
      })
      found.set(pattern.brandId, { owner: pattern.owner, brandId: pattern.brandId, sheet })
    }
  }
  return [...found.values()]
}

const gluedLengthMin = 6

const readSegment = (host: string, label: string): ReadHost => ({
  host,
  reading: host,
  split: splitName(host),
  labelStarts: [0, label.length + 1],
  readingLabels: [label, 'invalid'],
})
