import { readAppStore, readGooglePlay, type AppAddress, type StoreListing } from '@signet/connectors'
import type { ListingIcon } from '@signet/detection'
import { AppError } from '../../../errors.ts'
import { logoBytes } from '../../assets/logo-bytes.ts'
import type { NamedFile } from '../../../files/file-store.ts'
import { cleanName } from '../../evidence/clean-name.ts'
import { fetchPicture } from '../../evidence/pictures/fetch-picture.ts'
import { readPictures } from '../../evidence/pictures/read-pictures.ts'
import { reachGooglePlay, reachProvider, type CollectParts } from '../connectors/reach-provider.ts'

/** The page of an app in a store, as it was read and stored. */
export interface StorePage {
  read: StoreListing
  icon: ListingIcon
  /** The answer of the store. */
  file: NamedFile
}

/**
 * Reads the page of an app in a store, compares its icon with the logos of the company, and stores the answer.
 *
 * @throws ConnectorError if the store doesn't answer as usual
 * @throws AppError `APP_NOT_LISTED`
 */
export async function readStorePage(
  parts: CollectParts,
  companyId: number,
  address: Exclude<AppAddress, { kind: 'file' }>,
  signal: AbortSignal,
): Promise<StorePage> {
  const read =
    address.kind === 'googlePlay'
      ? await readGooglePlay(reachGooglePlay(parts, signal), address)
      : await readAppStore(reachProvider(parts, { companyId, connector: 'appStore' }, {}, signal), address)
  const store = address.kind === 'googlePlay' ? 'Google Play' : 'App Store'
  if (!read) throw new AppError('APP_NOT_LISTED', { store })
  const { document, observation } = read
  const icon = await readIcon(parts, companyId, observation.pictureUrl, signal)
  const { sha256, size } = await parts.files.put(Buffer.from(document.text))
  const ending = document.type === 'text/html' ? 'html' : 'json'
  const name = cleanName(`${store} ${observation.handle ?? ''}.${ending}`, document.type)
  return { read, icon, file: { sha256, size, type: document.type, name } }
}

/** An icon that can't be fetched or read isn't compared. */
async function readIcon(
  parts: CollectParts,
  companyId: number,
  address: string | null,
  signal: AbortSignal,
): Promise<ListingIcon> {
  const bytes = address === null ? null : await fetchPicture(address, { allowAddress: parts.feedAllow, signal })
  const [picture] = bytes ? await readPictures([await logoBytes(parts, companyId)], [bytes]) : []
  return { hash: picture?.hash ?? null, agreement: picture?.agreements[0] ?? null, codes: picture?.codes ?? [] }
}
