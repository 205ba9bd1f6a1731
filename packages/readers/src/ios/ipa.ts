import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { describeCertificate, type SignerCertificate } from '../apk/certificate.ts'
import { codeStringsOf, type CodeStrings } from '../apk/code-strings.ts'
import { imageKind, type Icon, type IconBytes } from '../apk/icon.ts'
import { readSignedContent } from '../apk/pkcs7.ts'
import { UnreadableFile } from '../file-kind.ts'
import { mebibyte } from '../mebibyte.ts'
import type { Zip } from '../zip.ts'
import { plainPng } from './apple-png.ts'
import { verifyCode } from './code-signature.ts'
import { dictionaryOf, listOf, readPlist, plistText, type Plist, type PlistDictionary } from './plist.ts'

/** What an app for iOS says about itself, and who signed it. Unknown values are null. */
export interface Ipa extends CodeStrings {
  size: number
  md5: string
  sha1: string
  sha256: string
  /** The bundle id. */
  package: string | null
  versionCode: string | null
  versionName: string | null
  minimumOsVersion: string | null
  label: string | null
  /** The label in each language that the app has, by the folder of the language, e.g. `pt-BR`. */
  labels: Record<string, string>
  /** What the app asks the user for: the names of the reasons that it states, e.g. `NSCameraUsageDescription`. */
  permissions: string[]
  icon: Icon | null
  signature: IpaSignature
  /** Who may install the app without a store; null if it has no profile. */
  profile: ProvisioningProfile | null
  flags: string[]
}

export interface IpaSignature {
  /** Whether the executable and all other files are as their signer signed them. */
  verifies: boolean
  /** Whether Apple issued the certificate, so that the team is known; otherwise anybody can write any team. */
  isAppleIssued: boolean
  identifier: string | null
  teamId: string | null
  /** None if nothing verifies. */
  signers: SignerCertificate[]
  problems: string[]
}

export interface ProvisioningProfile {
  name: string | null
  teamId: string | null
  teamName: string | null
  applicationId: string | null
  expires: string | null
  /** Whether it is for all devices of an organization. */
  isForAllDevices: boolean
  devices: number
  /** SHA-256 of the certificates that may sign the app. */
  certSha256s: string[]
}

export interface ReadIpa {
  ipa: Ipa
  iconBytes: IconBytes | undefined
}

const infoMax = 4 * mebibyte
const iconMax = 8 * mebibyte
const codeMax = 512 * mebibyte
const fileMax = 256 * mebibyte
const totalMax = 1024 * mebibyte
const localesMax = 200
const iconsMax = 20
const infoPattern = /^Payload\/[^/]+\.app\/Info\.plist$/

/** Whether a ZIP file is an app for iOS. */
export const isIpa = (zip: Zip): boolean =>
  !zip.entry('AndroidManifest.xml') && zip.entries.some(({ name }) => infoPattern.test(name))

/**
 * Reads an app for iOS (IPA).
 * Source: Apple's "Bundle Programming Guide" and "Information Property List"; TN3125 for profiles.
 *
 * @throws UnreadableFile
 */
export function readIpa(zip: Zip): ReadIpa {
  const infos = zip.entries.filter(({ name }) => infoPattern.test(name))
  const [infoEntry] = infos
  if (!infoEntry) throw new UnreadableFile('damaged', 'no app for iOS')
  if (infos.length > 1) zip.flags.add('severalApps')
  const { bytes, flags } = zip
  const folder = infoEntry.name.slice(0, -'Info.plist'.length)
  const infoBytes = zip.read(infoEntry, infoMax)
  const info = dictionaryOf(readPlist(infoBytes))
  const text = (key: string) => cleanText(plistText(info.get(key)))
  const executable = text('CFBundleExecutable')
  const icons = iconsOf(zip, folder, info)
  const [icon] = icons
  const name = text('CFBundleDisplayName') ?? text('CFBundleName')
  const labels = labelsOf(zip, folder)
  const ipa: Ipa = {
    size: bytes.length,
    md5: hash('md5', bytes),
    sha1: hash('sha1', bytes),
    sha256: hash('sha256', bytes),
    package: text('CFBundleIdentifier'),
    versionCode: text('CFBundleVersion'),
    versionName: text('CFBundleShortVersionString'),
    minimumOsVersion: text('MinimumOSVersion'),
    label: name ?? labels['en'] ?? Object.values(labels)[0] ?? null,
    labels,
    permissions: [...info.keys()].filter((key) => /^NS\w+UsageDescription$/.test(key)).toSorted(),
    icon: icon ? { path: icon.path, sha256: hash('sha256', icon.bytes), kind: imageKind(icon.bytes) } : null,
    ...codeStringsOf(zip, flags, (file) => executable !== null && file === folder + executable),
    signature: signatureOf(zip, folder, executable, infoBytes),
    profile: profileOf(zip, folder),
    flags: [...flags].toSorted(),
  }
  const plain = icons.flatMap((each) => {
    const png = plainPng(each.bytes)
    return png ? [{ path: each.path, bytes: png }] : []
  })
  return { ipa, iconBytes: plain[0] }
}

const cleanText = (text: string | null) => text?.split('\0')[0] ?? null

/** The pictures of the icon in the app, largest first. Newer icons are only in an archive of Xcode (`Assets.car`), which isn't read. */
function iconsOf(zip: Zip, folder: string, info: PlistDictionary): IconBytes[] {
  const names = ['CFBundleIcons', 'CFBundleIcons~ipad'].flatMap((key) => {
    const primary = dictionaryOf(dictionaryOf(info.get(key)).get('CFBundlePrimaryIcon'))
    return listOf(primary.get('CFBundleIconFiles'))
  })
  names.push(...listOf(info.get('CFBundleIconFiles')), info.get('CFBundleIconFile') ?? null)
  const wanted = [...new Set(names.flatMap((name) => plistText(name)?.replace(/\.png$/i, '') ?? []))].slice(0, iconsMax)
  return zip.entries
    .filter(({ name }) => /\.png$/i.test(name) && wanted.some((start) => name.startsWith(folder + start)))
    .slice(0, iconsMax)
    .flatMap((entry) => {
      const bytes = unlessDamaged(zip, () => zip.read(entry, iconMax))
      return bytes && imageKind(bytes) === 'png' ? [{ path: entry.name, bytes }] : []
    })
    .toSorted((a, b) => b.bytes.length - a.bytes.length)
}

function labelsOf(zip: Zip, folder: string): Record<string, string> {
  const labels: Record<string, string> = {}
  const pattern = /^([\w-]{1,40})\.lproj\/InfoPlist\.strings$/
  for (const entry of zip.entries.filter(({ name }) => name.startsWith(folder)).slice(0, 65_536)) {
    const locale = pattern.exec(entry.name.slice(folder.length))?.[1]
    if (!locale || Object.keys(labels).length >= localesMax) continue
    const bytes = unlessDamaged(zip, () => zip.read(entry, infoMax))
    const label = bytes && localLabel(bytes)
    if (label) labels[locale.replace(/^Base$/, 'en')] ??= label
  }
  return labels
}

/** A file of texts is a property list, or lines such as `"CFBundleDisplayName" = "Umber Pay";`. */
function localLabel(bytes: Buffer): string | null {
  try {
    const texts = dictionaryOf(readPlist(bytes))
    return plistText(texts.get('CFBundleDisplayName')) ?? plistText(texts.get('CFBundleName'))
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const text = bytes[0] === 0xff || bytes[1] === 0 ? bytes.toString('utf16le') : bytes.toString('utf8')
    return /"?CFBundle(?:Display)?Name"?\s*=\s*"([^"\n]{1,200})"/.exec(text)?.[1] ?? null
  }
}

function signatureOf(zip: Zip, folder: string, executable: string | null, info: Buffer): IpaSignature {
  const none = { verifies: false, isAppleIssued: false, identifier: null, teamId: null, signers: [] }
  const entry = executable === null ? undefined : zip.entry(folder + executable)
  if (!entry) return { ...none, problems: ['the executable is missing'] }
  try {
    const code = verifyCode(zip.read(entry, codeMax))
    const problems = [...code.problems]
    if (!isDigestOf(code.digests.algorithm, info, code.digests.info))
      problems.push('Info.plist was changed after it was signed')
    problems.push(...problemsOfFiles(zip, folder, executable ?? '', code.digests))
    const verifies = problems.length === 0 && code.signer !== undefined
    return {
      verifies,
      isAppleIssued: verifies && code.isAppleIssued,
      identifier: code.identifier,
      teamId: code.teamId,
      signers: verifies && code.signer ? [describeCertificate(code.signer)] : [],
      problems,
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { ...none, problems: [error.detail] }
  }
}

const isDigestOf = (algorithm: string, content: Buffer, digest: Buffer | undefined) =>
  digest !== undefined && hash(algorithm, content, 'buffer').subarray(0, digest.length).equals(digest)

/** What the store adds after the app is signed. */
const isUnsigned = /^(?:Info\.plist|PkgInfo|_CodeSignature\/.*|(?:.*\/)?SC_Info\/.*)$/

/** Compares each file of the app with its digest in the list that the executable's signature covers; stops at the first that differs. */
function problemsOfFiles(
  zip: Zip,
  folder: string,
  executable: string,
  { algorithm, resources }: { algorithm: string; resources: Buffer | undefined },
): string[] {
  const listEntry = zip.entry(`${folder}_CodeSignature/CodeResources`)
  if (!listEntry) return ['the list of signed files is missing']
  if (zip.flags.has('duplicateEntry')) return ['two entries have the same name']
  const list = zip.read(listEntry, infoMax * 4)
  if (!isDigestOf(algorithm, list, resources)) return ['the list of signed files was changed after it was signed']
  const files = dictionaryOf(dictionaryOf(readPlist(list)).get('files2'))
  const old = dictionaryOf(dictionaryOf(readPlist(list)).get('files'))
  let total = 0
  for (const entry of zip.entries) {
    if (!entry.name.startsWith(folder) || entry.name.endsWith('/')) continue
    const name = entry.name.slice(folder.length)
    if (name === executable || isUnsigned.test(name)) continue
    const strong = digestIn(files.get(name), 'hash2')
    const weak = digestIn(old.get(name) ?? files.get(name), 'hash')
    if (!strong && !weak) return [`${name} is not signed`]
    const content = zip.read(entry, fileMax)
    if ((total += content.length) > totalMax) return ['too large to verify']
    const isIntact = strong ? isDigestOf('sha256', content, strong) : isDigestOf('sha1', content, weak)
    if (!isIntact) return [`${name} was changed after it was signed`]
  }
  return []
}

function digestIn(value: Plist | undefined, key: string): Buffer | undefined {
  const digest = value instanceof Map ? value.get(key) : key === 'hash' ? value : undefined
  return digest instanceof Buffer && digest.length >= 20 ? digest : undefined
}

function profileOf(zip: Zip, folder: string): ProvisioningProfile | null {
  const entry = zip.entry(`${folder}embedded.mobileprovision`)
  const content = entry && unlessDamaged(zip, () => readSignedContent(zip.read(entry, infoMax)))
  const profile = content && unlessDamaged(zip, () => dictionaryOf(readPlist(content)))
  if (!profile) return null
  const text = (key: string) => cleanText(plistText(profile.get(key)))
  const teams = listOf(profile.get('TeamIdentifier'))
  const certificates = listOf(profile.get('DeveloperCertificates')).flatMap((each) =>
    each instanceof Buffer ? [each] : [],
  )
  return {
    name: text('Name'),
    teamId: cleanText(plistText(teams[0])),
    teamName: text('TeamName'),
    applicationId: cleanText(plistText(dictionaryOf(profile.get('Entitlements')).get('application-identifier'))),
    expires: text('ExpirationDate'),
    isForAllDevices: profile.get('ProvisionsAllDevices') === true,
    devices: listOf(profile.get('ProvisionedDevices')).length,
    certSha256s: certificates.slice(0, 100).map((each) => hash('sha256', each)),
  }
}

/** A part that can't be read is missing, which is noted. */
function unlessDamaged<T>({ flags }: Zip, read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    flags.add(error.reason === 'tooLarge' ? 'entryTooLarge' : 'damagedEntry')
    return undefined
  }
}
