import { threatSources, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf, toutSources } from '@signet/contract/touts/tout-sources'

/** The columns that hold fields in the form a list is sorted by them; the database fills them from `fields`. Each has an index. */
export type OwnColumn =
  | 'own_text_1'
  | 'own_text_2'
  | 'own_text_3'
  | 'own_date'
  | 'own_number'
  | 'price'
  | 'face_value'
  | 'quantity'

type Columns = Readonly<Record<string, OwnColumn>>

const profile: Columns = { ProfileName: 'own_text_1', followers: 'own_number', createdOn: 'own_date' }

/** The fields with a column, as the table of threats defines them: those in the list of their source by default, and all numbers. */
const columnsOf: Record<AnySource, Columns> = {
  APK: { packageName: 'own_text_1', store: 'own_text_2', signerSha256: 'own_text_3' },
  Telegram: { 'channel_data.title': 'own_text_1', 'channel_data.participants_count': 'own_number' },
  Instagram: profile,
  Twitter: { Handle: 'own_text_1', followers: 'own_number', createdOn: 'own_date' },
  FB: { subtype: 'own_text_1', ProfileUrl: 'own_text_2' },
  YouTube: { videoTitle: 'own_text_1', subscribers: 'own_number' },
  LinkedIn: { profileLink: 'own_text_1', headline: 'own_text_2' },
  Domain: { registrar: 'own_text_1', registeredOn: 'own_date' },
  URL: { urlSource: 'own_text_1', host: 'own_text_2', reports: 'own_number' },
  DarkWeb: { forum: 'own_text_1', post_title: 'own_text_2' },
  GitHub: { path: 'own_text_1' },
  GoogleMaps: { phone: 'own_text_1', website: 'own_text_2' },
  Advertisements: { adSource: 'own_text_1', landingUrl: 'own_text_2', firstShown: 'own_date', reach: 'own_number' },
  FinancialFraud: { account_name: 'own_text_1', bank_name: 'own_text_2' },
  DocumentLeaks: { docSource: 'own_text_1', docCategory: 'own_text_2' },
  Reddit: profile,
  TikTok: profile,
  WhatsApp: { Profile: 'own_text_1', inviteLink: 'own_text_2' },
  EASM: { host: 'own_text_1', address: 'own_text_2', port: 'own_number', noLongerSeen: 'own_date' },
  Extension: { store: 'own_text_1', installs: 'own_number' },
}
const offerColumns: Columns = { price: 'price', faceValue: 'face_value', quantity: 'quantity' }

/** Texts are cut to this length, so that every value fits into an index. */
export const ownTextMax = 500

/** A column for a field, and the sources whose records have the field in it: null if these are all that are listed. */
export interface FieldColumn {
  column: OwnColumn
  sources: readonly AnySource[] | null
}

/** What a list contains: records of a kind, of one source, of some or of all. */
interface Listed {
  kind: Kind | 'either'
  source?: AnySource | undefined
  threatSource?: readonly AnySource[] | undefined
}

/** The column for a field in a list; null if the field has none, or a different one in some of the sources that are listed. */
export function columnOf(field: string, { kind, source, threatSource }: Listed): FieldColumn | null {
  if (kind === 'either') return null
  const every = kind === 'tout' ? toutSources : threatSources
  const listed = source ? [source] : threatSource?.length ? threatSource : every
  const sources = listed.filter((one) => sourceInfoOf(kind, one).fields.some((own) => own.field === field))
  const columns = new Set(sources.map((one) => columnsOf[one][field] ?? offerColumns[field]))
  const [column] = columns
  if (column === undefined || columns.size > 1) return null
  return { column, sources: sources.length === listed.length ? null : sources }
}
