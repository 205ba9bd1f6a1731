import type { TraitKind } from '@signet/contract/threats/traits'

const hashShownLength = 16

/** The value of a trait as it is shown: the beginning of a hash, a list with commas, a phone number with its plus, the zone of a time. */
export function traitValue({ kind, value }: { kind: TraitKind; value: string }): string {
  switch (kind) {
    case 'certificateKey':
    case 'pageStructure':
    case 'favicon':
      return `${value.slice(0, hashShownLength)}…`
    case 'nameServers':
    case 'kitPath':
      return value.replaceAll(' ', ', ')
    case 'phone':
      return `+${value}`
    case 'registration':
      return `${value} UTC`
    default:
      return value
  }
}
