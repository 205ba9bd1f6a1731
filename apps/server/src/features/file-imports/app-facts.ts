import { pictureHash } from '@signet/detection/lookalike/picture-hash'
import type { AppFacts } from '@signet/detection'
import type { ReadApk } from '@signet/readers/apk/apk'
import { decodePng } from '@signet/readers/apk/png'

/** What decides whether an app passes for one of a company. An icon that isn't a PNG isn't compared. */
export function appFactsOf({ apk, iconBytes }: ReadApk): AppFacts {
  const picture = iconBytes && decodePng(iconBytes.bytes)
  return {
    package: apk.package,
    labels: [...new Set([apk.label ?? '', ...Object.values(apk.labels)])].filter(Boolean),
    permissions: apk.permissions,
    certificateSha256s: apk.signature.signers.map(({ certSha256 }) => certSha256),
    iconHash: picture ? pictureHash(picture) : null,
  }
}
