import {
  protectiveHeaders,
  type DomainReading,
  type HostReading,
  type WebAnswer,
} from '@signet/contract/collection/host-readings'
import { keysIn } from '@signet/contract/narrow'
import type { Indicator } from '@signet/contract/threats/findings'
import type { SourceFields, sources } from '@signet/contract/threats/sources'
import { ScoreSheet } from '../score/score.ts'
import {
  certificateOf,
  certificateWords,
  checkCertificate,
  daysUntil,
  expiryDays,
  hasExpired,
} from './check-certificate.ts'
import { checkMailPolicy } from './check-mail-policy.ts'
import { sharedServiceOf } from './unclaimed-services.ts'

/** Points of 100, set manually. */
const points = {
  own: 20,
  headers: 32,
  plainHttp: 32,
  /** Next to missing headers. */
  alsoPlainHttp: 8,
  unclaimed: 75,
  targetMissing: 60,
  nameServer: 62,
  mailServer: 45,
  registrationOver: 75,
  registrationSoon: 60,
  registrationLater: 45,
} as const

type EasmType = (typeof sources)['EASM']['types'][number]

/** What is checked about a host, with the type of the threat and the title that it has. Each is one threat of a host. */
const checks = {
  expiredCertificate: { threatType: 'Expired certificate', title: 'Expired HTTPS certificate' },
  certificate: { threatType: 'Certificate problem', title: 'HTTPS certificate' },
  webSettings: { threatType: 'Weak web settings', title: 'Web server settings' },
  alias: { threatType: 'Dangling DNS record', title: 'CNAME record' },
  nameServers: { threatType: 'Dangling DNS record', title: 'NS records' },
  mailServers: { threatType: 'Dangling DNS record', title: 'MX records' },
  registration: { threatType: 'Expiring domain', title: 'Domain registration' },
  mailPolicy: { threatType: 'Weak email settings', title: 'Email authentication' },
} as const satisfies Record<string, { threatType: EasmType; title: string }>
/** A key of `checks`. */
export type HostCheck = keyof typeof checks
/** Every check of a host. */
export const hostChecks = keysIn(checks)

/** Something wrong with a host of the company. */
export interface HostFinding {
  check: HostCheck
  threatType: EasmType
  /** 0..1. */
  score: number
  indicators: Indicator[]
  /** Those of the source EASM. */
  fields: SourceFields
}

/** What a reading of a host says. */
export interface HostVerdict {
  findings: HostFinding[]
  /** The checks that found nothing; what could not be read is neither. */
  passed: HostCheck[]
}

/** The result of one check: reasons and evidence, nothing found, or undefined if it was not possible. */
type Checked = { sheet: ScoreSheet; proof: string; more?: SourceFields } | null | undefined

/**
 * Says what is wrong with a host of a company, from what was read about it.
 *
 * Whose host it is, is decided before: no address and no certificate makes a host the company's.
 */
export function checkHost(reading: HostReading): HostVerdict {
  const { host, domain } = reading
  const results: Record<HostCheck, Checked> = {
    expiredCertificate: expiredCertificate(reading),
    certificate: certificateProblem(reading),
    webSettings: webSettings(reading),
    alias: danglingAlias(reading),
    nameServers: domain ? danglingNameServers(domain, host) : undefined,
    mailServers: domain ? danglingMailServers(domain, host) : undefined,
    registration: domain ? expiringRegistration(domain, reading) : undefined,
    mailPolicy: domain ? weakMailPolicy(domain, host) : undefined,
  }
  const findings: HostFinding[] = []
  const passed: HostCheck[] = []
  const [address] = reading.addresses.addresses
  for (const check of hostChecks) {
    const result = results[check]
    if (result === null) passed.push(check)
    if (!result) continue
    const { threatType, title } = checks[check]
    const { sheet, proof, more } = result
    const isWeb = check === 'expiredCertificate' || check === 'certificate' || check === 'webSettings'
    const port = check === 'webSettings' && !reading.web.https ? '80' : '443'
    findings.push({
      check,
      threatType,
      score: sheet.score,
      indicators: sheet.indicators,
      fields: {
        service: title,
        host,
        ...(isWeb && address !== undefined ? { address, port } : {}),
        proof,
        ...more,
      },
    })
  }
  return { findings, passed }
}

function sheetFor(host: string): ScoreSheet {
  const sheet = new ScoreSheet()
  sheet.add('Host of the company', points.own, host)
  return sheet
}

/** The result of a sheet to which only the host may have been added. */
const resultOf = (sheet: ScoreSheet, proof: () => string, more?: SourceFields): Checked =>
  sheet.indicators.length > 1 ? { sheet, proof: proof(), ...(more ? { more } : {}) } : null

/** A host that no longer resolves has no certificate, and none that is wrong. */
const isGone = ({ addresses }: HostReading) => addresses.state === 'absent' || addresses.state === 'empty'

function expiredCertificate(reading: HostReading): Checked {
  const certificate = certificateOf(reading)
  if (!certificate) return isGone(reading) ? null : undefined
  const sheet = sheetFor(reading.host)
  hasExpired(certificate, reading, sheet)
  return resultOf(sheet, () => certificateWords(certificate), { expires: certificate.notAfter.slice(0, 10) })
}

function certificateProblem(reading: HostReading): Checked {
  const certificate = certificateOf(reading)
  if (!certificate || !reading.tls) return isGone(reading) ? null : undefined
  const sheet = sheetFor(reading.host)
  checkCertificate(certificate, reading.tls.facts, reading.tls.strength, reading, sheet)
  return resultOf(sheet, () => certificateWords(certificate), { expires: certificate.notAfter.slice(0, 10) })
}

const isPage = (answer: WebAnswer | null) => answer !== null && answer.status >= 200 && answer.status < 300
const leadsToHttps = (answer: WebAnswer) => answer.location?.startsWith('https://') === true

function webSettings(reading: HostReading): Checked {
  const { http, https } = reading.web
  if (!http && !https) return isGone(reading) ? null : undefined
  const sheet = sheetFor(reading.host)
  const missing = https && isPage(https) ? protectiveHeaders.filter((name) => !https.headers.includes(name)) : []
  // The others matter less, and are only named together with these.
  const isBare = missing.includes('strict-transport-security') || missing.includes('content-security-policy')
  if (isBare) sheet.add('Security headers missing', points.headers, missing.join(', '))
  const isPlain = http !== null && isPage(http) && !leadsToHttps(http)
  if (isPlain)
    sheet.add(
      'Plain HTTP without redirect',
      isBare ? points.alsoPlainHttp : points.plainHttp,
      https ? 'HTTPS is available' : 'no HTTPS',
    )
  return resultOf(sheet, () =>
    [
      https ? `GET https://${reading.host}/ answered ${https.status}` : 'No answer over HTTPS',
      http ? `GET http://${reading.host}/ answered ${http.status}${http.location ? ` → ${http.location}` : ''}` : null,
      isBare ? `Missing headers: ${missing.join(', ')}` : null,
    ]
      .filter((line) => line !== null)
      .join('\n'),
  )
}

function danglingAlias({ host, alias, web, addresses }: HostReading): Checked {
  if (!alias) return addresses.state === 'unknown' ? undefined : null
  if (alias.state === 'unknown') return undefined
  const service = sharedServiceOf(alias.name)
  const proof = `${host} CNAME ${alias.name}`
  const sheet = sheetFor(host)
  if (alias.state === 'absent') {
    if (service?.marker === null)
      sheet.add('Unclaimed name of a hosting service', points.unclaimed, `${service.name}: ${alias.name}`)
    else sheet.add('Target does not exist', points.targetMissing, alias.name)
    return resultOf(sheet, () => `${proof}\nThe target does not exist (NXDOMAIN)`)
  }
  if (!service?.marker) return null
  const { marker, name } = service
  const pages = [web.http, web.https].filter((answer) => answer !== null)
  const page = pages.find(({ text }) => marker.test(text))
  if (page) sheet.add('Unclaimed name of a hosting service', points.unclaimed, `${name}: ${alias.name}`)
  else if (pages.length === 0) return undefined
  return resultOf(
    sheet,
    () => `${proof}\n${name} answers ${page?.status ?? ''}: ${marker.exec(page?.text ?? '')?.[0] ?? ''}`,
  )
}

function danglingNameServers({ nameServers }: DomainReading, host: string): Checked {
  const wrong = nameServers.filter(({ state }) => state === 'refuses' || state === 'absent')
  if (wrong.length === 0) {
    const isKnown = nameServers.length > 0 && nameServers.every(({ state }) => state === 'answers')
    return isKnown ? null : undefined
  }
  const sheet = sheetFor(host)
  sheet.add('Name server not responsible', points.nameServer, wrong.map(({ name }) => name).join(', '))
  return resultOf(sheet, () =>
    wrong
      .map(({ name, state }) => `${host} NS ${name} (${state === 'absent' ? 'the name does not exist' : 'refuses'})`)
      .join('\n'),
  )
}

function danglingMailServers({ mailExchangers }: DomainReading, host: string): Checked {
  const wrong = mailExchangers.filter(({ state }) => state === 'absent' || state === 'empty')
  if (wrong.length === 0) return mailExchangers.some(({ state }) => state === 'unknown') ? undefined : null
  const sheet = sheetFor(host)
  sheet.add('Mail server without address', points.mailServer, wrong.map(({ name }) => name).join(', '))
  return resultOf(sheet, () => wrong.map(({ name }) => `${host} MX ${name} (no address)`).join('\n'))
}

function expiringRegistration({ registration }: DomainReading, reading: HostReading): Checked {
  const expires = registration?.isRegistered ? registration.expires : null
  if (!expires || Number.isNaN(Date.parse(expires))) return undefined
  const days = daysUntil(expires, reading)
  const day = expires.slice(0, 10)
  const sheet = sheetFor(reading.host)
  if (days < 0) sheet.add('Registration expired', points.registrationOver, day)
  else if (days < expiryDays.later)
    sheet.add(
      'Registration expires soon',
      days < expiryDays.soon ? points.registrationSoon : points.registrationLater,
      day,
    )
  return resultOf(
    sheet,
    () => `Registered until ${day}${registration?.registrar ? `\nRegistrar: ${registration.registrar}` : ''}`,
    { expires: day },
  )
}

const records = (name: string, texts: readonly string[]) =>
  texts.length === 0 ? [`${name}: none`] : texts.map((text) => `${name}: ${text}`)

function weakMailPolicy({ mailPolicy, mailExchangers }: DomainReading, host: string): Checked {
  if (!mailPolicy) return undefined
  const sheet = sheetFor(host)
  const exchangers = mailExchangers.map(({ name }) => name.toLowerCase())
  checkMailPolicy(mailPolicy, exchangers, sheet)
  const { spf, dmarc, mtaSts } = mailPolicy
  const announced = mtaSts && mtaSts.records.length > 0 ? records('MTA-STS', mtaSts.records) : []
  return resultOf(sheet, () => [...records('SPF', spf), ...records('DMARC', dmarc), ...announced].join('\n'))
}
