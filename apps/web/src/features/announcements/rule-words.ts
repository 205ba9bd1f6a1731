import { eventsOfThreats, type NoticeEvent, type NoticeRule } from '@signet/contract/notice-rules'
import { roleName } from '../../format/role-words.ts'
import { msg, t, type Marked } from '../../words/words.ts'
import { valueName } from '../../words/named/name-of.ts'

export const eventWords: Readonly<Record<NoticeEvent, Marked>> = {
  threatPublished: msg('A threat or tout is published'),
  takedownRequested: msg('A takedown is asked for'),
  takedownMoved: msg('A takedown takes a step'),
  analysisRequested: msg('A deeper analysis is asked for'),
  analysisMoved: msg('A deeper analysis takes a step'),
  requestAdded: msg('A client sends a request'),
  passwordRevealed: msg('Somebody looks at a leaked password'),
}

/** Whom a rule tells, in words: roles, then addresses. */
export function toldWords({ roles, addresses }: Pick<NoticeRule, 'roles' | 'addresses'>): string {
  return [...roles.map(roleName), ...addresses].join(', ')
}

/** What a rule narrows its event to, in words. */
export function narrowedWords(
  { event, severities, companies }: Pick<NoticeRule, 'event' | 'severities' | 'companies'>,
  nameOf: (company: string) => string,
): string {
  const ofThreats =
    severities.length > 0 ? severities.map((severity) => valueName(severity)).join(', ') : t('All severities')
  return [
    ...(eventsOfThreats.has(event) ? [ofThreats] : []),
    companies.length > 0 ? companies.map(nameOf).join(', ') : t('All companies'),
  ].join(' · ')
}
