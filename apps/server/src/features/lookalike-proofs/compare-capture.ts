import type { Brand } from '@signet/contract/companies/brands'
import { pageTraitKinds } from '@signet/contract/threats/traits'
import type { Trait } from '@signet/detection'
import type { Database } from '../../db/database.ts'
import type { NewRow } from '../../db/rows.ts'
import type { FileStore } from '../../files/file-store.ts'
import { insertTraits } from '../threats/found/traits.queries.ts'
import { applyProofs } from './apply-proofs.ts'
import { comparePages, type ComparedBrand, type ComparedPage } from './compare-pages.ts'
import { comparedFiles, capturedThreat, comparedBrands, evidenceNames } from './lookalike-proofs.queries.ts'
import { bytesOf, readVisit, type VisitPiece } from './read-visit.ts'

/** Visits of one capture that are compared: both visitors of two exits. */
const visitsMax = 4
/** A threat of no known brand is compared with the first brands of the company. */
const brandsMax = 5

interface Parts {
  database: Database
  files: FileStore
}

/**
 * Compares a capture with the brand that its page may imitate, and adds what it shows to the reasons of the threat. Running it again after
 * a crash changes nothing that was stored.
 */
export async function compareCapture(
  parts: Parts,
  { companyId, captureId }: { companyId: number; captureId: string },
): Promise<void> {
  const { database, files } = parts
  const found = await database.inCompanies([companyId], async (tx) => {
    const capture = await capturedThreat(tx, companyId, captureId)
    if (!capture) return null
    const brands = await comparedBrands(tx, companyId, capture.brand_id, brandsMax)
    const ids = brands.map(({ id }) => id)
    const named = ids.length > 0 ? await comparedFiles(tx, companyId, ids) : []
    const hashes = capture.visits.flatMap(({ evidence }) => evidence)
    return { capture, brands, named, evidence: await evidenceNames(tx, companyId, capture.threat_id, hashes) }
  })
  if (!found || found.brands.length === 0) return
  const { capture, evidence } = found
  const proofs: NewRow<'lookalike_proofs'>[] = []
  const traits: Trait[] = []
  for (const [at, visit] of capture.visits.slice(0, visitsMax).entries()) {
    const pieces = visit.evidence.flatMap((sha256) => evidence.find((one) => one.sha256 === sha256) ?? [])
    const page = await readVisit(files, pieces)
    const picture = pieces.find(({ name }) => name.endsWith('-view.png'))
    if (!page || !picture) continue
    const brands = await Promise.all(found.brands.map((brand) => brandOf(files, brand, found.named, visit.profile)))
    const compared = await comparePages(page, brands)
    if (!compared?.view) continue
    traits.push(...compared.traits)
    proofs.push({
      company_id: companyId,
      capture_id: captureId,
      visit: at,
      threat_id: capture.threat_id,
      picture: picture.sha256,
      width: compared.view.width,
      height: compared.view.height,
      shows_brand: compared.proof.showsBrand,
      verdict: compared.verdict,
      places: JSON.stringify(compared.proof.places),
      indicators: JSON.stringify(compared.proof.indicators),
      compared_at: new Date(),
    })
  }
  if (proofs.length === 0) return
  await database.inCompanies([companyId], async (tx) => {
    await applyProofs(tx, proofs)
    // A page that is gone or shows nothing any more doesn't undo what it had in common with others.
    if (traits.length > 0) await insertTraits(tx, companyId, capture.threat_id, traits, pageTraitKinds)
  })
}

type NamedFile = Awaited<ReturnType<typeof comparedFiles>>[number]

async function brandOf(
  files: FileStore,
  brand: Brand,
  named: readonly NamedFile[],
  profile: string,
): Promise<ComparedBrand> {
  const own = named.filter(({ owner_id: ownerId }) => ownerId === brand.id)
  const picturesOf = async (kind: NamedFile['owner_kind']) => {
    const found = own.filter(({ owner_kind: ownerKind }) => ownerKind === kind)
    const bytes = await Promise.all(found.map(({ sha256 }) => bytesOf(files, sha256)))
    return bytes.filter((one) => one !== null)
  }
  const captured = Map.groupBy(
    own.filter((one) => one.owner_kind === 'officialPage' && one.name.split(' ')[1]?.includes(`-${profile}-`)),
    ({ name }) => name.split(' ')[0] ?? '',
  )
  const pages = await Promise.all([...captured.values()].map((pieces: VisitPiece[]) => readVisit(files, pieces)))
  const uploaded = await picturesOf('brandCapture')
  return {
    aliases: [brand.name, ...brand.aliases],
    official: brand.official,
    logos: await picturesOf('brandLogo'),
    pages: [...pages.filter((page) => page !== null), ...uploaded.map(pictureOnly)],
  }
}

/** An uploaded picture of the brand's own page. */
const pictureOnly = (picture: Buffer): ComparedPage => ({
  address: '',
  title: '',
  text: '',
  html: '',
  forms: [],
  icons: [],
  resources: [],
  picture,
  width: null,
})
