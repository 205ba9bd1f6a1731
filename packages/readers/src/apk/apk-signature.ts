import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'
import { expectsV3, expectsV31, lineageOf, problemOfSigner } from './block-signature.ts'
import { describeCertificate, fingerprint, type Certificate, type SignerCertificate } from './certificate.ts'
import { contentDigest } from './content-digest.ts'
import { jarSignatureFiles, verifyJarSignature, type JarSignature, type JarSignatureFile } from './jar-signature.ts'
import type { ContentDigest } from './signature-algorithms.ts'
import { findSigningBlock, signersOf, type BlockSigner, type SigningBlock } from './signing-block.ts'
import type { Zip } from '../zip.ts'

/** Who signed an app, and whether Android accepts it. */
export interface ApkSignature {
  /** Whether all versions of Android that the app is for accept it. */
  verifies: boolean
  /** Whether Android 9 and later accept it. */
  verifiesOnApi28Plus: boolean
  /** The schemes that Android checks and accepts; a newer one makes it pass over older ones. */
  v1: boolean
  v2: boolean
  v3: boolean
  /** None if nothing verifies. */
  signers: SignerCertificate[]
  /** The numbers of the parts of the signing block, or `size-mismatch`. */
  signingBlockIds: string[]
  /** SHA-256 of all certificates in the file, whether or not it verifies. */
  certificatesPresent: {
    v1?: Record<string, string[]>
    v2?: string[][]
    v3?: string[][]
    v31?: string[][]
  }
  problems: string[]
}

/** What the app says it is for. */
interface Versions {
  hasManifest: boolean
  minSdk: number
  targetSdk: number
}

interface Verdict {
  v1: boolean
  v2: boolean
  v3: boolean
  signers: Certificate[]
  problems: string[]
}

interface SchemeResult {
  signers: Certificate[]
  problems: string[]
  /** For v3: the older certificates of the same app. */
  lineage?: Certificate[]
}

/** Android 7 knows v2, Android 9 v3, Android 13 v3.1. */
const firstSdks = { v2: 24, v3: 28, v31: 33 }
/** Apps for Android 11 and later need more than the JAR signature. */
const needsBlockFrom = 30

/** Verifies an app as each version of Android does. Source: source.android.com/docs/security/features/apksigning. */
export function verifyApk(zip: Zip, versions: Versions): ApkSignature {
  const schemes = new Schemes(zip)
  const declared = verdictFor(schemes, versions, versions.minSdk)
  const modern = verdictFor(schemes, versions, Math.max(versions.minSdk, firstSdks.v3))
  const verifies = declared.problems.length === 0
  const verifiesOnApi28Plus = modern.problems.length === 0
  const shown = verifies || !verifiesOnApi28Plus ? declared : modern
  return {
    verifies,
    verifiesOnApi28Plus,
    v1: shown.v1,
    v2: shown.v2,
    v3: shown.v3,
    signers: shown.problems.length === 0 ? shown.signers.map(describeCertificate) : [],
    signingBlockIds: schemes.blockIds,
    certificatesPresent: schemes.certificatesPresent,
    problems: declared.problems,
  }
}

/** Verifies an app bundle, which only has the JAR signature. Its signer is often only who may upload it to a store. */
export function verifyBundle(zip: Zip): ApkSignature {
  const files = jarSignatureFiles(zip)
  const { signers, problems } = verifyJarSignature(zip, files, [])
  const verifies = problems.length === 0
  const v1 = files.map(({ name, signedData }) => [name, (signedData?.certificates ?? []).map(fingerprint)] as const)
  return {
    verifies,
    verifiesOnApi28Plus: verifies,
    v1: verifies,
    v2: false,
    v3: false,
    signers: signers.map(describeCertificate),
    signingBlockIds: [],
    certificatesPresent: v1.length > 0 ? { v1: Object.fromEntries(v1) } : {},
    problems,
  }
}

/** The schemes of an app, each verified when it is first needed. */
class Schemes {
  readonly #zip: Zip
  readonly #block: SigningBlock | undefined
  readonly #jarFiles: JarSignatureFile[]
  readonly #digests = new Map<ContentDigest, Buffer>()
  readonly blockIds: string[]
  readonly signers: Record<'v2' | 'v3' | 'v31', BlockSigner[] | undefined>
  readonly numbers: number[]
  #jar: JarSignature | undefined

  constructor(zip: Zip) {
    this.#zip = zip
    const block = findSigningBlock(zip)
    this.#block = block === 'sizeMismatch' ? undefined : block
    this.blockIds = block === 'sizeMismatch' ? ['size-mismatch'] : (block?.pairs ?? []).map(({ id }) => `0x${hex(id)}`)
    this.#jarFiles = jarSignatureFiles(zip)
    this.signers = { v2: this.#signers('v2'), v3: this.#signers('v3'), v31: this.#signers('v31') }
    this.numbers = [...(this.signers.v2 ? [2] : []), ...(this.signers.v3 || this.signers.v31 ? [3] : [])]
  }

  get jar(): JarSignature {
    return (this.#jar ??= verifyJarSignature(this.#zip, this.#jarFiles, this.numbers))
  }

  get certificatesPresent(): ApkSignature['certificatesPresent'] {
    const jar = this.#jarFiles.map(({ name, signedData }): [string, string[]] => [
      name,
      (signedData?.certificates ?? []).map(fingerprint),
    ])
    const { v2, v3, v31 } = this.signers
    return {
      ...(v2 && { v2: v2.map(fingerprintsOf) }),
      ...(v31 && { v31: v31.map(fingerprintsOf) }),
      ...(v3 && { v3: v3.map(fingerprintsOf) }),
      ...(jar.length > 0 && { v1: Object.fromEntries(jar) }),
    }
  }

  verify(signers: readonly BlockSigner[], scheme: string): string[] {
    return signers.flatMap((signer, index) => {
      const problem = problemOfSigner(signer, (kind) => this.#digest(kind))
      return problem ? [`${scheme} signer ${index + 1}: ${problem}`] : []
    })
  }

  #digest(kind: ContentDigest): Buffer {
    const digest = this.#digests.get(kind) ?? contentDigest(this.#zip, this.#block?.offset ?? 0, kind)
    this.#digests.set(kind, digest)
    return digest
  }

  /** A block that can't be read has no signers, and so doesn't verify. */
  #signers(scheme: 'v2' | 'v3' | 'v31'): BlockSigner[] | undefined {
    try {
      return this.#block && signersOf(this.#block, scheme)
    } catch (error) {
      if (error instanceof UnreadableFile) return []
      throw error
    }
  }
}

const hex = (id: number) => id.toString(16).padStart(8, '0')
const fingerprintsOf = ({ certificates }: BlockSigner) => certificates.map(fingerprint)

/** What Android from one version on says of an app. */
function verdictFor(schemes: Schemes, versions: Versions, minSdk: number): Verdict {
  const hasV3 = schemes.numbers.includes(3)
  const v3 = hasV3 ? verifyV3(schemes, minSdk) : undefined
  const v2 = schemes.signers.v2 && (minSdk < firstSdks.v3 || !hasV3) ? verifyV2(schemes, schemes.signers.v2) : undefined
  const v1 = minSdk < firstSdks.v2 || schemes.numbers.length === 0 ? schemes.jar : undefined
  const problems = [v3, v2, v1].flatMap((result) => result?.problems ?? [])
  if (!versions.hasManifest) problems.push('AndroidManifest.xml is missing')
  if (versions.targetSdk >= needsBlockFrom && !v2 && !v3) problems.push('an app for Android 11 needs scheme v2 or v3')
  if (problems.length === 0) problems.push(...contradictions(v1, v2, v3))
  return {
    v1: accepts(v1),
    v2: accepts(v2),
    v3: accepts(v3),
    signers: (v3 ?? v2 ?? v1)?.signers ?? [],
    problems,
  }
}

const accepts = (result: SchemeResult | undefined) => result?.problems.length === 0

function verifyV2(schemes: Schemes, signers: readonly BlockSigner[]): SchemeResult {
  const problems = schemes.verify(signers, 'v2')
  if (signers.length === 0) problems.push('v2: no signers')
  if (signers.some(expectsV3) && !schemes.numbers.includes(3)) problems.push('v2: a signature of scheme v3 was removed')
  return { signers: signers.flatMap(({ certificates }) => certificates[0] ?? []), problems }
}

/** Each version of Android has one signer; v3.1 has those for newer ones. */
function verifyV3(schemes: Schemes, minSdk: number): SchemeResult {
  const { v3 = [], v31 = [] } = schemes.signers
  const problems = [...schemes.verify(v3, 'v3'), ...schemes.verify(v31, 'v3.1')]
  if (v3.some(expectsV31) && v31.length === 0) problems.push('v3: a signature of scheme v3.1 was removed')
  const first = Math.max(minSdk, firstSdks.v3)
  const newest = Math.min(...v31.map(({ sdks }) => sdks.min))
  if (!covers(v3, first, newest - 1) || !covers(v31, Math.max(first, newest), Infinity))
    problems.push('v3: not every version of Android has a signer')
  const [latest] = [...v31, ...v3].toSorted((a, b) => b.sdks.min - a.sdks.min)
  try {
    const lineage = latest && lineageOf(latest)
    return { signers: latest?.certificates.slice(0, 1) ?? [], problems, ...(lineage && { lineage }) }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { signers: [], problems: [...problems, `v3: ${error.detail}`] }
  }
}

/** Whether signers have one version of Android after another. Above a limit for all versions there are none. */
function covers(signers: readonly BlockSigner[], first: number, last: number): boolean {
  if (first > last || first === Infinity) return true
  const ranges = signers.map(({ sdks }) => sdks).toSorted((a, b) => a.min - b.min)
  let next = first
  for (const { min, max } of ranges) if (min <= next && max >= next) next = max + 1
  return next > Math.min(last, 0x7fffffff)
}

/** The schemes must agree on who signed, or the newer one must prove that the key was changed. */
function contradictions(v1?: SchemeResult, v2?: SchemeResult, v3?: SchemeResult): string[] {
  const problems: string[] = []
  if (v1 && v2 && listOf(v1.signers) !== listOf(v2.signers)) problems.push('v1 and v2 have different signers')
  const older = v2 ?? v1
  if (older && v3) {
    const known = new Set((v3.lineage ?? v3.signers).map(fingerprint))
    if (older.signers.length !== 1 || older.signers.some((signer) => !known.has(fingerprint(signer))))
      problems.push('v3 has another signer than older schemes')
  }
  return problems
}

const listOf = (signers: readonly Certificate[]) => signers.map(fingerprint).toSorted().join()
