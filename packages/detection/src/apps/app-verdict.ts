import { pictureDistance } from '../lookalike/picture-hash.ts'
import { editDistance } from '../permute/edit-distance.ts'
import { packageLikeness, type PackageLikeness } from './package-likeness.ts'
import { readingOf } from './reading.ts'

/** What an Android app says about itself, and who signed it. */
export interface AppFacts {
  package: string | null
  /** In all its languages. */
  labels: readonly string[]
  permissions: readonly string[]
  /** SHA-256 of the certificates of its signers if it verifies; empty if it doesn't. */
  certificateSha256s: readonly string[]
  /** The `pictureHash` of its icon; null if it has none that can be compared. */
  iconHash: string | null
}

/** What a company has registered of its own apps. */
export interface OfficialApps {
  packages: readonly string[]
  labels: readonly string[]
  /** In hexadecimal digits, with or without colons. */
  certificateSha256s: readonly string[]
  iconHashes: readonly string[]
}

/** A value of the app with the official one that it is like. */
interface Likeness {
  name:
    | 'samePackage'
    | 'confusablePackage'
    | 'rearrangedPackage'
    | 'extendedPackage'
    | 'similarPackage'
    | 'sameLabel'
    | 'confusableLabel'
    | 'similarLabel'
    | 'sameIcon'
  value: string
  official: string
}

export type AppReason =
  | Likeness
  | { name: 'riskyPermissions'; values: string[] }
  /** Who signed it. An app that doesn't verify has no signers. */
  | { name: 'otherSigner' | 'noValidSignature'; values: string[] }

export interface AppVerdict {
  /** `genuine` is signed by the company; `unrelated` has nothing of its apps, or too little. */
  state: 'genuine' | 'impersonates' | 'unrelated'
  reasons: AppReason[]
}

/** What an app needs to read codes in messages, to cover other apps, to act for the user or to install more. */
const risky = new Set(
  [
    'BIND_ACCESSIBILITY_SERVICE',
    'BIND_NOTIFICATION_LISTENER_SERVICE',
    'READ_SMS',
    'RECEIVE_SMS',
    'REQUEST_INSTALL_PACKAGES',
    'SEND_SMS',
    'SYSTEM_ALERT_WINDOW',
  ].map((name) => `android.permission.${name}`),
)
/** Shorter labels are one edit apart by chance. */
const labelMin = 6
/** The company itself may have another app that is called like this. */
const isUncertain: ReadonlySet<Likeness['name']> = new Set(['similarPackage', 'extendedPackage', 'similarLabel'])
/** Of 64 bits; scaling an icon changes fewer. */
const iconDistanceMax = 4

/**
 * Decides whether an Android app passes for one of a company. An app that verifies with a registered signer is genuine, whatever it is
 * called. Any other impersonates if its package, label or icon is that of an official app or looks the same. One that is only an edit or
 * some words away needs a second reason.
 *
 * @param hasBrand whether its name has a brand of the company, which is as good as a label that looks the same
 */
export function appVerdict(app: AppFacts, official: OfficialApps, hasBrand = false): AppVerdict {
  const registered = new Set(official.certificateSha256s.map(plainDigits))
  const signers = app.certificateSha256s.map(plainDigits)
  if (signers.some((signer) => registered.has(signer))) return { state: 'genuine', reasons: [] }
  const likenesses = [
    likenessOfPackage(app.package, official),
    labelLikeness(app.labels, official),
    iconLikeness(app, official),
  ]
  const found = likenesses.filter((each) => each !== undefined)
  const permissions = app.permissions.filter((permission) => risky.has(permission))
  const isCertain = hasBrand || found.some(({ name }) => !isUncertain.has(name))
  if (!isCertain && found.length + Math.min(1, permissions.length) < 2) return { state: 'unrelated', reasons: [] }
  const reasons: AppReason[] = [
    ...found,
    { name: signers.length > 0 ? 'otherSigner' : 'noValidSignature', values: signers },
  ]
  if (permissions.length > 0) reasons.push({ name: 'riskyPermissions', values: permissions })
  return { state: 'impersonates', reasons }
}

const plainDigits = (digits: string) => digits.replaceAll(':', '').toLowerCase()

const packageReasons: Readonly<Record<PackageLikeness, Likeness['name']>> = {
  same: 'samePackage',
  confusable: 'confusablePackage',
  rearranged: 'rearrangedPackage',
  extended: 'extendedPackage',
  related: 'extendedPackage',
  oneEdit: 'similarPackage',
}

function likenessOfPackage(value: string | null, { packages }: OfficialApps): Likeness | undefined {
  const like = value === null ? undefined : packageLikeness(value, packages)
  return like && { name: packageReasons[like.likeness], value: like.value, official: like.official }
}

function labelLikeness(values: readonly string[], { labels }: OfficialApps): Likeness | undefined {
  return (
    likeness('sameLabel', values, labels, (a, b) => plain(a) === plain(b)) ??
    likeness('confusableLabel', values, labels, (a, b) => wordsOf(a) !== '' && wordsOf(a) === wordsOf(b)) ??
    likeness('similarLabel', values, labels, (a, b) => isOneEdit(wordsOf(a), wordsOf(b)))
  )
}

/** Whether two icons are the same, by their `pictureHash`. */
export const isSameIcon = (a: string, b: string) => a.length === b.length && pictureDistance(a, b) <= iconDistanceMax

function iconLikeness({ iconHash }: AppFacts, { iconHashes }: OfficialApps): Likeness | undefined {
  return iconHash === null ? undefined : likeness('sameIcon', [iconHash], iconHashes, isSameIcon)
}

function likeness(
  name: Likeness['name'],
  values: readonly string[],
  officials: readonly string[],
  isAlike: (value: string, official: string) => boolean,
): Likeness | undefined {
  for (const value of values)
    for (const official of officials) if (value !== '' && isAlike(value, official)) return { name, value, official }
  return undefined
}

const plain = (label: string) => label.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** A label as it is read, without what separates its words. */
const wordsOf = (label: string) => readingOf(label.replaceAll(/[™®©℠]/g, '')).replaceAll(/[^\p{L}\p{N}]/gu, '')

const isOneEdit = (value: string, official: string) =>
  official.length >= labelMin && editDistance(value, official, 1) === 1
