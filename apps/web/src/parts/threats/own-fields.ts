import { fieldOf, type SourceField, type SourceInfo } from '@signet/contract/threats/sources'

/** A field of a source that a record has a value for. */
export interface OwnField extends SourceField {
  value: string
  /** Of an amount. */
  currency: string | null
}

/** The fields of its source that a record has values for, in the order of the source. */
export function ownFieldsOf({ fields }: SourceInfo, record: Readonly<Record<string, unknown>>): OwnField[] {
  const currency = fieldOf(record, 'currency')
  return fields.flatMap((own): OwnField[] => {
    const value = fieldOf(record, own.field)
    // The API sends the title of the record under this name, not the field of the source.
    const isOther = own.field === 'title' && record['source'] === 'URL'
    const isSame = own.field === 'registrable_domain' && value === fieldOf(record, 'domain_name')
    return value && !isOther && !isSame ? [{ ...own, value, currency }] : []
  })
}

/** Whether the value of a field is worth a button that copies it. */
export const isCopied = ({ kind }: SourceField): boolean =>
  kind === 'address' || kind === 'code' || kind === 'handle' || kind === 'phone'
