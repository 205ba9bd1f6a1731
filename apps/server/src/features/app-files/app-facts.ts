import { pictureHash } from '@signet/detection/lookalike/picture-hash'
import type { ReadApk } from '@signet/readers/apk/apk'
import type { ReadIpa } from '@signet/readers/ios/ipa'
import { decodePng } from '@signet/readers/apk/png'
import type { AppFileFacts } from './read-app.ts'

/** The facts of an app for iOS. Its team is only named if Apple issued the certificate, because anybody can write a team into one. */
export function iosFactsOf({ ipa, iconBytes }: ReadIpa): AppFileFacts {
  const { signature } = ipa
  const facts = appFactsOf({ apk: ipa, iconBytes })
  const team = signature.isAppleIssued && signature.teamId ? [signature.teamId] : []
  return {
    ...facts,
    certificateSha256s: [...facts.certificateSha256s, ...team.map((id) => id.toLowerCase())],
    teamId: shown(team[0] ?? null),
  }
}

const shown = (text: string | null) => text && oneLine(text)

type AnyApp = Pick<
  ReadApk['apk'],
  'label' | 'labels' | 'package' | 'permissions' | 'hosts' | 'secrets' | 'versionName'
> &
  Pick<ReadApk['apk'], 'md5' | 'sha256'> & { signature: Pick<ReadApk['apk']['signature'], 'signers'> }

/** An icon that isn't a PNG isn't compared. Texts are of one line and without what a database can't store. */
export function appFactsOf({ apk, iconBytes }: { apk: AnyApp; iconBytes: ReadApk['iconBytes'] }): AppFileFacts {
  const picture = iconBytes && decodePng(iconBytes.bytes)
  const labels = [apk.label ?? '', ...Object.values(apk.labels)].map(oneLine)
  return {
    package: shown(apk.package),
    labels: [...new Set(labels)].filter(Boolean).slice(0, labelsMax),
    permissions: apk.permissions.slice(0, permissionsMax).map(oneLine),
    certificateSha256s: apk.signature.signers.map(({ certSha256 }) => certSha256),
    iconHash: picture ? pictureHash(picture) : null,
    hosts: apk.hosts.map(oneLine),
    keys: apk.secrets.map(({ type, start }) => `${keyNames[type]} ${oneLine(start)}…`),
    versionName: shown(apk.versionName),
    teamId: null,
    md5: apk.md5,
    sha256: apk.sha256,
  }
}

const labelsMax = 200
const permissionsMax = 500
const textMax = 300

const keyNames = { privateKey: 'private key', awsAccessKey: 'AWS', googleApiKey: 'Google API' } as const

const oneLine = (text: string) =>
  text
    .slice(0, textMax)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
