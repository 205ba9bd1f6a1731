import {
  eventsOfThreats,
  type NotificationEvent,
  type NotificationRule,
} from '@signet/contract/messages/notification-rules'
import { roleName } from '../../format/names/role-words.ts'
import { t, type Word } from './words.ts'
import { valueName } from '../../words/named/name-of.ts'

export const eventWords: Readonly<Record<NotificationEvent, Word>> = {
  threatPublished: 'threatPublished',
  takedownRequested: 'takedownRequested',
  takedownMoved: 'takedownMoved',
  analysisRequested: 'analysisRequested',
  analysisMoved: 'analysisMoved',
  requestAdded: 'requestAdded',
  passwordRevealed: 'passwordRevealed',
  connectorTroubled: 'connectorTroubled',
}

/** The recipients of a rule as text: roles, then addresses. */
export function recipientWords({ roles, addresses }: Pick<NotificationRule, 'roles' | 'addresses'>): string {
  return [...roles.map(roleName), ...addresses].join(', ')
}

/** The conditions of a rule as text. */
export function narrowedWords(
  { event, severities, companies }: Pick<NotificationRule, 'event' | 'severities' | 'companies'>,
  nameOf: (company: string) => string,
): string {
  const ofThreats =
    severities.length > 0 ? severities.map((severity) => valueName(severity)).join(', ') : t('allSeverities')
  return [
    ...(eventsOfThreats.has(event) ? [ofThreats] : []),
    companies.length > 0 ? companies.map(nameOf).join(', ') : t('allCompanies'),
  ].join(' · ')
}
