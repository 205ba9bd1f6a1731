import { reviewTeam } from '@signet/contract/threats/records'
import { valueName } from './name-of.ts'

/** The name of the person who did something; `Signet` for the product itself. */
export const actorName = (by: string | null): string => (by === reviewTeam ? valueName(by) : (by ?? 'Signet'))
