import type { Severity } from '@signet/contract/threats/severities'
import type { AnySource } from '@signet/contract/threats/sources'
import type { ReactNode } from 'react'
import { indicatorName } from '../../../format/names/indicator-name.ts'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { sourceWord } from '../../../parts/threats/source-name.tsx'
import { Thumb } from '../../../parts/threats/pictures/thumb.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import css from './to-decide.module.css'

interface DecideRowProps {
  record: {
    severity: Severity
    source: AnySource
    threatType: string
    reasons: readonly string[]
    reasonCount: number
    thumbnail?: string | undefined
    firstSeen: string
  }
  /** Its name, which opens it. */
  link: ReactNode
  /** Its registered name if another one is displayed; said instead of the source, which is a domain then. */
  registered?: string | null
  /** Null for those who may not decide. */
  buttons: ReactNode
}

/** What waits for a decision: how severe it is, how it looks, its name with what speaks against it, its age, and the decisions. */
export function DecideRow({ record, link, registered = null, buttons }: DecideRowProps) {
  const { source, reasons, reasonCount, threatType } = record
  const where = registered ?? sourceWord(source)
  const named = reasons.length > 0 ? reasons.map(indicatorName) : [valueName(threatType)]
  const more = reasonCount - 1
  const age = <TimeAgo at={record.firstSeen} />
  return (
    <li>
      <SeverityMark severity={record.severity} isShort />
      <Thumb source={source} href={record.thumbnail} />
      <Stack as="span" gap="half" grow className={css.words}>
        {link}
        <Inline as="small">
          <Inline as="span" gap={1} grow className={css.about} title={[where, ...named].join(' · ')}>
            {registered ? (
              <Text cut className={css.registered}>
                {where}
              </Text>
            ) : (
              <Text fixed>{where}</Text>
            )}
            <Text fixed>{' · '}</Text>
            <Text cut>{named[0]}</Text>
            {more > 0 && <Text fixed>{` +${more}`}</Text>}
          </Inline>
          {/* Without buttons, the name has the whole row. */}
          {buttons ? null : age}
        </Inline>
      </Stack>
      {buttons ? age : null}
      {buttons}
    </li>
  )
}
